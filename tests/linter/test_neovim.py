"""Neovim's own client (0.7: `start_client`): diagnostics appear, and the action mends the file."""

import shutil
import subprocess

import pytest
from conftest import FIXTURES, PARTIE

SCRIPT = """
local client = vim.lsp.start_client({ name = 'partie', cmd = { '%s', 'lsp' }, root_dir = vim.fn.getcwd() })
vim.lsp.buf_attach_client(0, client)
local function wait(what, is) assert(vim.wait(10000, is, 20), what) end
local function codes()
  local found = {}
  for _, each in ipairs(vim.diagnostic.get(0)) do found[each.code or (each.user_data and each.user_data.lsp.code)] = each end
  return found
end
wait('diagnostics', function() return codes()['L010'] ~= nil end)
local pinned = codes()['L010']
assert(pinned.lnum == 31 and pinned.col == 19, vim.inspect(pinned))
vim.api.nvim_win_set_cursor(0, { pinned.lnum + 1, pinned.col })
local params = vim.lsp.util.make_range_params()
params.context = { diagnostics = vim.lsp.diagnostic.get_line_diagnostics() }
local answers = vim.lsp.buf_request_sync(0, 'textDocument/codeAction', params, 10000)
local action
for _, answer in pairs(answers) do
  for _, each in ipairs(answer.result) do if vim.startswith(each.title, 'likely: 8... Ne5') then action = each end end
end
assert(action, vim.inspect(answers))
vim.lsp.util.apply_workspace_edit(action.edit, vim.lsp.get_client_by_id(client).offset_encoding)
wait('the error is gone', function() return codes()['L010'] == nil and codes()['R001'] ~= nil end)
vim.cmd('write')
vim.cmd('qall!')
"""


def test_neovim(tmp_path):
    neovim = shutil.which("nvim") or pytest.skip("Neovim is not here")
    shutil.copy(FIXTURES / "club.pgn", tmp_path / "club.pgn")
    (tmp_path / "run.lua").write_text(SCRIPT % PARTIE)
    ended = subprocess.run([neovim, "--headless", "-u", "NONE", "-i", "NONE", "club.pgn",
                            "+lua local ok, e = pcall(dofile, 'run.lua'); if not ok then io.stderr:write(e); vim.cmd('cquit') end"],
                           cwd=tmp_path, capture_output=True, timeout=60)
    assert ended.returncode == 0, ended.stderr.decode()
    text = (tmp_path / "club.pgn").read_text()
    assert "8. O-O Ne4" in text and "Ne5 9." not in text

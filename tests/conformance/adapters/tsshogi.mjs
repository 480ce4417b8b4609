// Answers for tsshogi. Its readers take most moves as they come, so that every move is asked for again (isValidMove); it names no
// reasons. CONFORMANCE_MODULES names the folder whose node_modules has it.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const require = createRequire(`${process.env.CONFORMANCE_MODULES ?? process.cwd()}/`);
const { importCSA, importJKFString, importKI2, importKIF, Move, Record } = require("tsshogi");

const readers = {
  kif: importKIF,
  ki2: importKI2,
  csa: importCSA,
  jkf: importJKFString,
  usi: (text) => Record.newByUSI(text.trim()),
  usen: (text) => Record.newByUSEN(text.trim()),
};

// The ply of the first move below a node that cannot be played; main line and variations apart.
function firstIllegal(node, position, found, inMain) {
  for (let branch = node.next, main = inMain; branch; branch = branch.branch, main = false) {
    if (!(branch.move instanceof Move)) continue;
    const valid = position.isValidMove(branch.move);
    if (!valid) found[main ? "main" : "variation"] ??= branch.ply;
    position.doMove(branch.move, { ignoreValidation: true });
    if (valid) firstIllegal(branch, position, found, main);
    position.undoMove(branch.move);
  }
}

function claims(record) {
  const found = [];
  for (let ply = 0; ply <= record.length; ply++) {
    record.goto(ply);
    if (!(record.current.move instanceof Move) || !record.repetition) continue;
    found.push(`${record.perpetualCheck ? "perpetual-check" : "sennichite"}@${ply}`);
    break;
  }
  return found;
}

function final(record) {
  record.goto(record.length);
  return record.position.sfen.split(" ").slice(0, 2).join(" ");
}

function judge(record) {
  record.resetAllBranchSelection();
  record.goto(0);
  const found = {};
  firstIllegal(record.first, record.initialPosition.clone(), found, true);
  const variations = found.variation === undefined ? "legal" : "illegal";
  if (found.main !== undefined) return { verdict: "illegal", ply: found.main, variations };
  return { verdict: "legal", variations, claims: claims(record), final: final(record) };
}

function answer({ id, format, text }) {
  const read = readers[format];
  if (!read) return { id, verdict: "unsupported" };
  try {
    const record = read(text);
    if (record instanceof Error) return { id, verdict: "unreadable" };
    return { id, ...judge(record) };
  } catch {
    return { id, verdict: "unreadable" };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(answer(JSON.parse(line))));
}

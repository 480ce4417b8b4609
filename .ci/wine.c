/* What .ci/wine needs of Windows beside the program itself. As explorer.exe it starts a program in a window of its own, as a drag does.

   helper hold FILE SECONDS        has a file open, shared with nobody
   helper interrupt SECONDS CMD..  runs a command, presses Ctrl-C after so many tenths of a second, and ends with its status
   helper links FILE OTHER         gives a file another name
   explorer.exe CMD...             runs it in a window, prints what the window shows when nothing more comes, presses Enter */
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <windows.h>

static wchar_t *rest(int skip) {
    wchar_t *at = GetCommandLineW();
    for (; skip; skip--) {
        if (*at == L'"') { for (at++; *at && *at != L'"'; at++); if (*at) at++; }
        else for (; *at && *at != L' '; at++);
        for (; *at == L' '; at++);
    }
    return at;
}

static DWORD ended(HANDLE process) {
    DWORD status = 99;
    WaitForSingleObject(process, INFINITE);
    GetExitCodeProcess(process, &status);
    return status;
}

static int window(void) {
    STARTUPINFOW how = {.cb = sizeof how};
    PROCESS_INFORMATION is;
    if (!CreateProcessW(NULL, rest(1), NULL, NULL, FALSE, CREATE_NEW_CONSOLE, NULL, NULL, &how, &is)) return 98;
    FILE *to = fopen("window.txt", "wb");
    Sleep(5000);
    FreeConsole();
    if (!AttachConsole(is.dwProcessId)) { fprintf(to, "no window: %lu\n", GetLastError()); fclose(to); return 97; }
    HANDLE screen = CreateFileW(L"CONOUT$", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING, 0, NULL);
    CONSOLE_SCREEN_BUFFER_INFO size;
    GetConsoleScreenBufferInfo(screen, &size);
    for (SHORT y = 0; y <= size.dwCursorPosition.Y; y++) {
        static wchar_t line[4096];
        static char text[16384];
        DWORD read;
        ReadConsoleOutputCharacterW(screen, line, size.dwSize.X, (COORD){0, y}, &read);
        while (read && line[read - 1] == L' ') read--;
        int bytes = WideCharToMultiByte(CP_UTF8, 0, line, read, text, sizeof text, NULL, NULL);
        fwrite(text, 1, bytes, to);
        fputc('\n', to);
    }
    DWORD waits = WaitForSingleObject(is.hProcess, 0);
    HANDLE keys = CreateFileW(L"CONIN$", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING, 0, NULL);
    INPUT_RECORD enter[2] = {{.EventType = KEY_EVENT}, {.EventType = KEY_EVENT}};
    for (int i = 0; i < 2; i++) {
        enter[i].Event.KeyEvent.bKeyDown = i == 0;
        enter[i].Event.KeyEvent.wRepeatCount = 1;
        enter[i].Event.KeyEvent.wVirtualKeyCode = VK_RETURN;
        enter[i].Event.KeyEvent.wVirtualScanCode = 28;
        enter[i].Event.KeyEvent.uChar.UnicodeChar = L'\r';
    }
    DWORD written;
    WriteConsoleInputW(keys, enter, 2, &written);
    DWORD left = WaitForSingleObject(is.hProcess, 60000);
    fprintf(to, "waited: %s\n", waits == WAIT_TIMEOUT ? "yes" : "no");
    if (left == WAIT_TIMEOUT) TerminateProcess(is.hProcess, 96);
    fprintf(to, "status: %lu\n", ended(is.hProcess));
    fclose(to);
    return 0;
}

int wmain(int count, wchar_t **words) {
    if (wcsstr(words[0], L"explorer.exe")) return window();
    if (count == 4 && !wcscmp(words[1], L"hold")) {
        HANDLE file = CreateFileW(words[2], GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL);
        if (file == INVALID_HANDLE_VALUE) return 95;
        Sleep(1000 * _wtoi(words[3]));
        return 0;
    }
    if (count == 4 && !wcscmp(words[1], L"links")) return !CreateHardLinkW(words[3], words[2], NULL);
    if (count > 3 && !wcscmp(words[1], L"interrupt")) {
        STARTUPINFOW how = {.cb = sizeof how};
        PROCESS_INFORMATION is;
        if (!CreateProcessW(NULL, rest(3), NULL, NULL, TRUE, 0, NULL, NULL, &how, &is)) return 98;
        Sleep(100 * _wtoi(words[2]));
        SetConsoleCtrlHandler(NULL, TRUE);
        if (!GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0)) fprintf(stderr, "no Ctrl-C: %lu\n", GetLastError());
        DWORD status = ended(is.hProcess);
        // So long the window can be read.
        Sleep(5000);
        return status;
    }
    return 94;
}

"""The language server in a real editor without a screen, by the plug-in of the repository: skipped without Neovim."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.editor.editor_client import write_game

PLUGIN = Path(__file__).parents[2] / "editors" / "neovim" / "cardwright.lua"

TRY = """
vim.g.cardwright_command = { PYTHON, "-m", "cardwright", "lsp" }
vim.cmd("filetype plugin on")
dofile(PLUGIN)
vim.cmd("edit dash/game.yaml")
local buffer = vim.api.nvim_get_current_buf()
vim.fn.search("move c to gone")
vim.cmd("normal! $xxxagnoe")
local function mistakes() return vim.diagnostic.get(buffer) end
vim.wait(20000, function() return #mistakes() > 0 end, 20)
local found = mistakes()[1]
local told = { code = found.code, line = found.lnum + 1, column = found.col + 1 }
local params = vim.lsp.util.make_range_params()
params.context = { diagnostics = vim.lsp.diagnostic.get_line_diagnostics(buffer) }
local answers = vim.lsp.buf_request_sync(buffer, "textDocument/codeAction", params, 10000)
for _, answer in pairs(answers) do
  vim.lsp.util.apply_workspace_edit(answer.result[1].edit, "utf-16")
end
vim.wait(10000, function() return #mistakes() == 0 end, 20)
told.left, told.text = #mistakes(), vim.api.nvim_get_current_line()
vim.fn.writefile({ vim.json.encode(told) }, "told.json")
vim.cmd("qa!")
"""


@pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim is not installed")
def test_a_mistake_is_shown_and_corrected(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    tried = TRY.replace("PYTHON", json.dumps(sys.executable)).replace("PLUGIN", json.dumps(str(PLUGIN)))
    (folder / "try.lua").write_text(tried, encoding="utf-8")
    command = ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "-S", "try.lua"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, env=None)
    assert (folder / "told.json").is_file(), done.stderr
    told = json.loads((folder / "told.json").read_text(encoding="utf-8"))
    assert told == {"code": "E201", "line": 36, "column": 17, "left": 0, "text": "      move c to gone"}

-- Starts the language server of Cardwright for YAML files of games. Needs Neovim 0.7 or newer, and `cardwright` on the path.
-- Copy it into ~/.config/nvim/plugin. The words that start the server can be set before: vim.g.cardwright_command = { ... }

local command = vim.g.cardwright_command or { "cardwright", "lsp" }
local started = nil

local function folder_of(file)
  local found = vim.fn.finddir(".git", vim.fn.fnamemodify(file, ":p:h") .. ";")
  return found ~= "" and vim.fn.fnamemodify(found, ":p:h:h") or vim.fn.fnamemodify(file, ":p:h")
end

local function is_ours(buffer)
  local name = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ":p")
  if name:match("/game%.yaml$") or name:match("/variants/") or name:match("/scenarios/") or name:match("/parts/") then
    return true
  end
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, 20, false)) do
    if line:match("^spec:") or line:match("^game:") or line:match("^variant:") or line:match("^part:") then
      return true
    end
  end
  return false
end

-- The words of a lens are a command line: run it in a terminal below.
local function run(action)
  local words = action.arguments[1]
  vim.cmd("botright split | enew")
  vim.fn.termopen(words)
  vim.cmd("startinsert")
end

local function attached(_, buffer)
  local function map(keys, act)
    vim.keymap.set("n", keys, act, { buffer = buffer })
  end
  map("gd", vim.lsp.buf.definition)
  map("gr", vim.lsp.buf.references)
  map("K", vim.lsp.buf.hover)
  vim.bo[buffer].omnifunc = "v:lua.vim.lsp.omnifunc"
  vim.api.nvim_create_autocmd({ "BufEnter", "InsertLeave", "BufWritePost" }, {
    buffer = buffer,
    callback = vim.lsp.codelens.refresh,
  })
  vim.api.nvim_buf_create_user_command(buffer, "CardwrightRun", vim.lsp.codelens.run, {})
  vim.api.nvim_buf_create_user_command(buffer, "CardwrightRename", function(given)
    vim.lsp.buf.rename(given.args ~= "" and given.args or nil)
  end, { nargs = "?" })
end

vim.lsp.commands["cardwright.run"] = run

vim.api.nvim_create_autocmd("FileType", {
  pattern = "yaml",
  callback = function(event)
    local buffer = event.buf
    if not is_ours(buffer) then
      return
    end
    started = started
      or vim.lsp.start_client({
        name = "cardwright",
        cmd = command,
        root_dir = folder_of(vim.api.nvim_buf_get_name(buffer)),
        on_attach = attached,
        on_exit = function()
          started = nil
        end,
      })
    if started then
      vim.lsp.buf_attach_client(buffer, started)
    end
  end,
})

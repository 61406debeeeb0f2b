-- Headless Neovim as a client: diagnostics arrive, a hover answers as plain text, and its float opens.
-- Run: SERVER_JS=… FILE=… WORD=… OUT=… nvim --headless -u NONE -n -c 'luafile neovim.lua'
local server, file, out, word = os.getenv('SERVER_JS'), os.getenv('FILE'), os.getenv('OUT'), os.getenv('WORD')
local result = { version = tostring(vim.version().major .. '.' .. vim.version().minor .. '.' .. vim.version().patch) }

local function finish(code)
  local handle = io.open(out, 'w')
  handle:write(vim.fn.json_encode(result))
  handle:close()
  vim.cmd('cquit ' .. code)
end

vim.cmd('edit ' .. file)
vim.bo.filetype = file:match('%.py$') and 'python' or 'cuda'
local id = vim.lsp.start_client({
  name = 'cute-lens',
  cmd = { os.getenv('NODE_BIN') or 'node', server, '--stdio' },
  root_dir = vim.fn.fnamemodify(file, ':h'),
})
if not id then
  result.error = 'the client did not start'
  finish(2)
end
vim.lsp.buf_attach_client(0, id)
vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end, 50)
result.diagnostics = {}
for _, d in ipairs(vim.diagnostic.get(0)) do
  table.insert(result.diagnostics, { line = d.lnum + 1, message = d.message, code = d.code, source = d.source })
end

vim.fn.cursor(1, 1)
result.row = vim.fn.search('\\<' .. word .. '\\>', 'W')
local client = vim.lsp.get_client_by_id(id)
local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
local answer = vim.lsp.buf_request_sync(0, 'textDocument/hover', params, 10000)
local hover = answer and answer[id] and answer[id].result
if hover and hover ~= vim.NIL then
  result.hover = hover.contents.value or ''
  result.hoverKind = hover.contents.kind
end
vim.lsp.buf.hover()
vim.wait(5000, function()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then return true end
  end
end, 50)
for _, window in ipairs(vim.api.nvim_list_wins()) do
  if vim.api.nvim_win_get_config(window).relative ~= '' then
    local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, 6, false)
    result.float = table.concat(lines, '\n')
  end
end
vim.lsp.stop_client(id)
finish(0)

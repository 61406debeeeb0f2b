-- Headless Neovim with editors/neovim/cute-lens.lua: :CuteLensPreview gives an address; a reader of the page's events is shown the
-- value under the cursor, what it asks for is answered, and what it reveals moves the cursor.
-- Run: PLUGIN=… SERVER_JS=… CLI=… FILE=… OUT=… nvim --headless -u NONE -n -c 'luafile neovim-preview.lua'
local node = os.getenv('NODE_BIN') or 'node'
local result = {}

local function finish(code)
  local handle = io.open(os.getenv('OUT'), 'w')
  handle:write(vim.fn.json_encode(result))
  handle:close()
  vim.cmd('cquit ' .. code)
end

vim.cmd('edit ' .. os.getenv('FILE'))
vim.bo.filetype = 'cuda'
local id = vim.lsp.start_client({
  name = 'cute-lens',
  cmd = { node, os.getenv('SERVER_JS'), '--stdio' },
  root_dir = vim.fn.fnamemodify(os.getenv('FILE'), ':h'),
})
vim.lsp.buf_attach_client(0, id)

local plugin = dofile(os.getenv('PLUGIN'))
plugin.setup({
  command = { node, os.getenv('CLI'), 'preview' },
  open = function(url) result.url = url end,
})
vim.fn.search('\\<SwizzledAtom\\>')
vim.cmd('CuteLensPreview')
if not vim.wait(20000, function() return result.url ~= nil end, 20) then finish(2) end

-- A page in the place of a browser's.
local events = ''
local reader = vim.fn.jobstart({ 'curl', '-sN', result.url .. 'events' }, {
  on_stdout = function(_, pieces) events = events .. table.concat(pieces, '\n') end,
})
vim.wait(20000, function() return events:find('"notation"', 1, true) ~= nil end, 20)
result.shown = events
local function say(message)
  local body = vim.fn.json_encode(message)
  vim.fn.system({ 'curl', '-s', '-H', 'content-type: application/json', '-d', body, result.url .. 'message' })
end
events = ''
say({ type = 'ask', asked = { bindings = vim.empty_dict(), literals = vim.empty_dict() } })
vim.wait(10000, function() return events:find('"notation"', 1, true) ~= nil end, 20)
result.asked = events
vim.fn.cursor(1, 1)
say({ type = 'reveal', focus = 'editor' })
vim.wait(5000, function() return vim.fn.line('.') > 1 end, 20)
result.line = vim.fn.getline('.')
vim.fn.jobstop(reader)
vim.lsp.stop_client(id)
finish(0)

-- :CuteLensPreview shows what the cursor is on in the browser: the preview of VS Code, beside Neovim (0.7 or later).
--
-- Put this file into ~/.config/nvim/lua/ and call require('cute-lens').setup() once. The page comes from `cute-lens preview`,
-- which passes messages on; the layouts come from the language server that this buffer has as `cute-lens`.
local M = {}

local options = { command = { 'cute-lens', 'preview' } }
local page = { job = nil, url = nil, line = '' }
-- What is shown: where it was asked for, the answer, and what the page wants of it.
local shown = { buffer = nil, position = nil, view = nil, asked = nil, pinned = false }

local function open(url)
  if options.open then return options.open(url) end
  if vim.ui.open then return vim.ui.open(url) end
  vim.fn.jobstart({ vim.fn.has('mac') == 1 and 'open' or 'xdg-open', url }, { detach = true })
end

local function client_of(buffer)
  local all = vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = buffer }) or vim.lsp.buf_get_clients(buffer)
  for _, client in pairs(all) do
    if client.name == 'cute-lens' then return client end
  end
end

local function post(message)
  if page.job then vim.fn.chansend(page.job, vim.fn.json_encode(message) .. '\n') end
end

local function show()
  if not shown.position then return end
  local name = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(shown.buffer), ':t')
  post({
    type = 'show',
    view = shown.view or vim.NIL,
    pinned = shown.pinned,
    source = {
      uri = vim.uri_from_bufnr(shown.buffer),
      line = shown.position.line,
      character = shown.position.character,
      label = name .. ':' .. shown.position.line + 1,
    },
  })
end

local function ask(buffer, position, asked, answered)
  local client = client_of(buffer)
  if not client then return end
  local params = vim.tbl_extend('force', asked or {}, { uri = vim.uri_from_bufnr(buffer), position = position })
  if params.literals and next(params.literals) == nil then params.literals = nil end
  local handler = function(_, view) if view and view ~= vim.NIL then answered(view) end end
  if vim.fn.has('nvim-0.11') == 1 then
    client:request('cuteLens/view', params, handler, buffer)
  else
    client.request('cuteLens/view', params, handler, buffer)
  end
end

-- Where nothing is known at the cursor, what is shown stays.
local function follow()
  local buffer = vim.api.nvim_get_current_buf()
  local client = client_of(buffer)
  if not page.job or shown.pinned or not client then return end
  local position = vim.lsp.util.make_position_params(0, client.offset_encoding).position
  ask(buffer, position, nil, function(view)
    shown.buffer, shown.position, shown.view, shown.asked = buffer, position, view, nil
    show()
  end)
end

local function refresh()
  if not shown.position or not vim.api.nvim_buf_is_loaded(shown.buffer) then return follow() end
  ask(shown.buffer, shown.position, shown.asked, function(view)
    shown.view = view
    show()
  end)
end

local function reveal(message)
  local input = message.input and shown.view.step and shown.view.step.inputs[message.input + 1]
  local range = input and input.range or shown.view.range
  if not range then return end
  for _, window in ipairs(vim.fn.win_findbuf(shown.buffer)) do
    local text = vim.api.nvim_buf_get_lines(shown.buffer, range.start.line, range.start.line + 1, false)[1] or ''
    local column = vim.str_byteindex(text, math.min(range.start.character, vim.fn.strchars(text)), true)
    vim.api.nvim_win_set_cursor(window, { range.start.line + 1, column })
  end
end

-- Edits of the shown buffer, all or none: none where one of the texts is no longer there.
local function write(edits)
  local client, changes = client_of(shown.buffer), {}
  for _, edit in ipairs(edits) do
    local from, to = edit.range.start, edit.range['end']
    local now = vim.api.nvim_buf_get_text(shown.buffer, from.line, from.character, to.line, to.character, {})
    if edit.uri ~= vim.uri_from_bufnr(shown.buffer) or table.concat(now, '\n') ~= edit.text then
      return vim.notify('CuTe Lens: the source has changed meanwhile; nothing was written.', vim.log.levels.WARN)
    end
    table.insert(changes, { range = edit.range, newText = edit.by })
  end
  vim.lsp.util.apply_text_edits(changes, shown.buffer, client and client.offset_encoding or 'utf-16')
end

local function received(message)
  if message.url then
    page.url = message.url
    open(message.url)
  elseif message.type == 'ready' then
    if shown.view then show() else follow() end
  elseif message.type == 'pin' then
    shown.pinned = message.pinned
  elseif message.type == 'ask' then
    shown.asked = message.asked
    refresh()
  elseif message.type == 'cells' and shown.position then
    local asked = vim.tbl_extend('force', shown.asked or {}, { window = message.window })
    ask(shown.buffer, shown.position, asked, function(view)
      post({ type = 'cells', request = message.request, picture = view.picture or vim.NIL })
    end)
  elseif message.type == 'reveal' and shown.view then
    reveal(message)
  elseif message.type == 'writeRemedy' and shown.view and shown.view.remedy then
    write(shown.view.remedy.edits)
  elseif message.type == 'writeBack' and shown.view then
    local edits = {}
    for _, literal in ipairs(shown.view.literals or {}) do
      if literal.tried then table.insert(edits, vim.tbl_extend('force', literal, { by = literal.tried.text })) end
    end
    shown.asked = nil
    write(edits)
  end
end

-- Output comes in pieces; a line is a message.
local function output(_, pieces)
  pieces[1] = page.line .. pieces[1]
  page.line = table.remove(pieces)
  for _, line in ipairs(pieces) do
    if line ~= '' then received(vim.fn.json_decode(line)) end
  end
end

function M.preview()
  if page.job then return open(page.url) end
  page.line = ''
  page.job = vim.fn.jobstart(options.command, {
    on_stdout = output,
    on_exit = function() page.job, page.url = nil, nil end,
  })
  local group = vim.api.nvim_create_augroup('cute-lens-preview', { clear = true })
  vim.api.nvim_create_autocmd({ 'CursorMoved', 'BufEnter' }, { group = group, callback = follow })
  vim.api.nvim_create_autocmd('DiagnosticChanged', { group = group, callback = refresh })
end

-- options.command: what starts the page; options.open: a function that shows an address.
function M.setup(given)
  options = vim.tbl_extend('force', options, given or {})
  vim.api.nvim_create_user_command('CuteLensPreview', M.preview, {})
end

return M

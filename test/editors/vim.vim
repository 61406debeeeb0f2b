" Vim with ALE as a client of the server, without a screen: diagnostics arrive, and a hover opens as plain text.
" SERVER_JS=… FILE=… WORD=… OUT=… vim -u NONE -i NONE -N -n --not-a-term -T dumb -S test/editors/vim.vim
set packpath+=/usr/share/vim/vimfiles
let g:ale_linters_explicit = 1
let g:ale_hover_to_preview = 1
let g:ale_linters = {'cpp': ['cute_lens'], 'cuda': ['cute_lens'], 'python': ['cute_lens']}
for s:place in ['/usr/share/vim-ale', $ALE_PATH]
  if isdirectory(s:place)
    execute 'set runtimepath^=' . s:place
  endif
endfor
runtime! plugin/ale.vim
filetype plugin on

for s:language in ['cpp', 'cuda', 'python']
  call ale#linter#Define(s:language, {
  \ 'name': 'cute_lens',
  \ 'lsp': 'stdio',
  \ 'executable': empty($NODE_BIN) ? 'node' : $NODE_BIN,
  \ 'command': '%e ' . $SERVER_JS . ' --stdio',
  \ 'language': s:language is# 'python' ? 'python' : 'cuda-cpp',
  \ 'project_root': {buffer -> fnamemodify(bufname(buffer), ':p:h')},
  \})
endfor

" Lets jobs talk until the expression gives something, at most so many tenths of a second.
function! Wait(check, tenths) abort
  for l:i in range(a:tenths)
    if a:check()
      return 1
    endif
    sleep 100m
  endfor
  return 0
endfunction

function! Problems() abort
  return get(get(g:ale_buffer_info, bufnr(''), {}), 'loclist', [])
endfunction

function! Preview() abort
  return filter(range(1, winnr('$')), 'getwinvar(v:val, "&previewwindow")')
endfunction

execute 'edit ' . fnameescape($FILE)
let s:file = bufnr('')
ALELint
call Wait({-> !empty(Problems())}, 300)
let s:result = {'diagnostics': map(copy(Problems()), '{"line": v:val.lnum, "code": get(v:val, "code", ""), "message": v:val.text}')}
call search('\<' . $WORD . '\>', 'w')
ALEHover
call Wait({-> !empty(Preview())}, 100)
let s:windows = Preview()
let s:result.hover = empty(s:windows) ? '' : join(getbufline(winbufnr(s:windows[0]), 1, '$'), "\n")
call writefile([json_encode(s:result)], $OUT)
ALEStopAllLSPs
qall!

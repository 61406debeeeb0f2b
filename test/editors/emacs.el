;;; emacs.el --- Emacs with eglot as a client of the server, without a screen  -*- lexical-binding: t -*-
;; SERVER_JS, FILE, WORD and OUT say what to open and where the answers go: diagnostics and hover as JSON.
;; emacs -q --batch -l test/editors/emacs.el

(require 'package)
(package-initialize)
(require 'eglot)
(require 'flymake)
(require 'json)

(setq eglot-connect-timeout 30 eglot-sync-connect 30 eglot-events-buffer-size 0)
(setq eglot-server-programs
      `(((c++-mode python-mode) . (,(or (getenv "NODE_BIN") "node") ,(getenv "SERVER_JS") "--stdio"))))

(find-file (getenv "FILE"))
(if (string-suffix-p ".py" (getenv "FILE")) (python-mode) (c++-mode))
(call-interactively #'eglot)

(defun lens-wait (seconds check)
  "Let the process talk until CHECK gives something, at most SECONDS."
  (let ((until (+ (float-time) seconds)) found)
    (while (and (not (setq found (funcall check))) (< (float-time) until))
      (accept-process-output nil 0.1))
    found))

(lens-wait 20 (lambda () (progn (flymake-start) (flymake-diagnostics))))
(goto-char (point-min))
(re-search-forward (concat "\\_<" (regexp-quote (getenv "WORD")) "\\_>"))
(backward-char)
(let* ((hover (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover
                               (eglot--TextDocumentPositionParams)))
       (contents (plist-get hover :contents))
       (shown (and hover (eglot--hover-info contents (plist-get hover :range))))
       (diagnostics (mapcar (lambda (d) (substring-no-properties (flymake-diagnostic-text d))) (flymake-diagnostics))))
  (with-temp-file (getenv "OUT")
    (insert (json-encode `((hover . ,(plist-get contents :value))
                           (shown . ,(and shown (substring-no-properties shown)))
                           (diagnostics . ,(vconcat diagnostics)))))))
(eglot-shutdown (eglot--current-server-or-lose))
;;; emacs.el ends here

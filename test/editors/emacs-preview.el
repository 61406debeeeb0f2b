;;; emacs-preview.el --- editors/emacs/cute-lens.el without a screen  -*- lexical-binding: t -*-
;; M-x cute-lens-preview gives an address; a reader of the page's events is shown the value at point, what it asks for is answered,
;; what it reveals moves point, and a number that is tried is written.
;; Run: PLUGIN=… SERVER_JS=… CLI=… FILE=… OUT=… emacs -q --batch -l emacs-preview.el

(require 'package)
(package-initialize)
(require 'eglot)
(load (getenv "PLUGIN"))

(setq eglot-connect-timeout 30 eglot-sync-connect 30 eglot-events-buffer-size 0 create-lockfiles nil make-backup-files nil)
(setq eglot-server-programs
      `((c++-mode . (,(or (getenv "NODE_BIN") "node") ,(getenv "SERVER_JS") "--stdio"))))
(defvar result nil)

(defun lens-wait (seconds check)
  "Let the processes talk until CHECK gives something, at most SECONDS."
  (let ((until (+ (float-time) seconds)) found)
    (while (and (not (setq found (funcall check))) (< (float-time) until))
      (accept-process-output nil 0.05))
    found))

(find-file (getenv "FILE"))
(c++-mode)
(call-interactively #'eglot)
(setq cute-lens-preview-command (list (or (getenv "NODE_BIN") "node") (getenv "CLI") "preview")
      cute-lens-open-function (lambda (url) (push `(url . ,url) result)))
(goto-char (point-min))
(re-search-forward "\\_<SwizzledAtom\\_>")
(backward-char)
(cute-lens-preview)
(lens-wait 20 (lambda () (assq 'url result)))

;; A page in the place of a browser's.
(defvar events "")
(defvar reader
  (make-process :name "reader" :command (list "curl" "-sN" (concat (alist-get 'url result) "events"))
                :noquery t :filter (lambda (_ text) (setq events (concat events text)))))
(defun notation () "Whether a view has come." (string-match-p "\"notation\"" events))
(defun say (message)
  "Post MESSAGE as the page does."
  (call-process "curl" nil nil nil "-s" "-H" "content-type: application/json" "-d" (json-encode message)
                (concat (alist-get 'url result) "message")))

(lens-wait 1 (lambda () nil))
(cute-lens--follow)
(lens-wait 20 #'notation)
(push `(shown . ,events) result)
(setq events "")
(say '((type . "ask") (asked . ((bindings . #s(hash-table)) (literals . #s(hash-table))))))
(lens-wait 10 #'notation)
(push `(asked . ,events) result)
(goto-char (point-min))
(say '((type . "reveal") (focus . "editor")))
(lens-wait 5 (lambda () (> (point) 1)))
(push `(line . ,(buffer-substring-no-properties (line-beginning-position) (line-end-position))) result)

;; A number is tried, and written.
(let* ((literal (seq-find (lambda (one) (equal (plist-get one :text) "_64"))
                          (plist-get (plist-get cute-lens--shown :view) :literals)))
       (tried (make-hash-table :test 'equal)))
  (push `(literals . ,(length (plist-get (plist-get cute-lens--shown :view) :literals))) result)
  (when literal
    (puthash (plist-get literal :id) "32" tried)
    (setq events "")
    (say `((type . "ask") (asked . ((bindings . #s(hash-table)) (literals . ,tried)))))
    (lens-wait 10 (lambda () (string-match-p "\"tried\"" events)))
    (say '((type . "writeBack")))
    (lens-wait 5 #'buffer-modified-p)
    (push `(written . ,(buffer-substring-no-properties (point-min) (point-max))) result)))

(with-temp-file (getenv "OUT") (insert (json-encode result)))
(set-buffer-modified-p nil)
(delete-process reader)
;; The server answers at once, as its output shows; batch Emacs, busy before, now and then does not read it. emacs.el tests the end.
(with-demoted-errors "the end: %S" (eglot-shutdown (eglot--current-server-or-lose)))
;;; emacs-preview.el ends here

;;; cute-lens.el --- What point is on, as a picture in the browser  -*- lexical-binding: t -*-

;; Package-Requires: ((emacs "27.1") (eglot "1.9"))

;;; Commentary:
;; M-x cute-lens-preview shows what point is on in the browser: the preview of VS Code, beside Emacs.
;;
;; Put this file into a folder of `load-path' and say (require 'cute-lens).  The page comes from `cute-lens preview', which passes
;; messages on; the layouts come from the language server that eglot runs in the buffer.

;;; Code:
(require 'eglot)
(require 'json)
(require 'seq)

(defgroup cute-lens nil "Layouts of CuTe." :group 'tools)

(defcustom cute-lens-preview-command '("cute-lens" "preview")
  "The program that serves the preview's page, and its arguments."
  :type '(repeat string))

(defcustom cute-lens-open-function #'browse-url
  "What shows an address."
  :type 'function)

(defvar cute-lens--page nil "The process that serves the page.")
(defvar cute-lens--url nil "Where the page is.")
(defvar cute-lens--timer nil "Follows point when Emacs is idle.")
;; What is shown: where it was asked for, the answer, and what the page wants of it.
(defvar cute-lens--shown nil "A plist of :buffer, :position, :view and :asked.")
(defvar cute-lens--pinned nil "Whether what is shown stays.")

(defconst cute-lens--records '(:labels :tones :scales :bindings :literals :choices)
  "Objects that may be empty: eglot reads {} and null alike.")

(defun cute-lens--whole (value)
  "VALUE, in which no empty object is null."
  (cond
   ((vectorp value) (seq-into (seq-map #'cute-lens--whole value) 'vector))
   ((and (consp value) (keywordp (car value)))
    (let (done)
      (while value
        (let ((key (pop value)) (item (pop value)))
          (push key done)
          (push (if (and (null item) (memq key cute-lens--records)) (make-hash-table) (cute-lens--whole item)) done)))
      (nreverse done)))
   (t value)))

(defun cute-lens--post (message)
  "Give the page a MESSAGE."
  (when (process-live-p cute-lens--page)
    (process-send-string cute-lens--page
                         (concat (json-serialize message :null-object nil :false-object :json-false) "\n"))))

(defun cute-lens--show ()
  "Show the page what was asked for last."
  (let* ((buffer (plist-get cute-lens--shown :buffer))
         (position (plist-get cute-lens--shown :position))
         (line (plist-get position :line)))
    (when (buffer-live-p buffer)
      (cute-lens--post
       (list :type "show"
             :view (cute-lens--whole (plist-get cute-lens--shown :view))
             :pinned (if cute-lens--pinned t :json-false)
             :source (list :uri (cute-lens--uri buffer) :line line :character (plist-get position :character)
                           :label (format "%s:%d" (file-name-nondirectory (buffer-file-name buffer)) (1+ line))))))))

(defun cute-lens--uri (buffer)
  "The address of BUFFER's file."
  (with-current-buffer buffer (plist-get (eglot--TextDocumentIdentifier) :uri)))

(defun cute-lens--without-nothing (plist)
  "PLIST without what is nil: the server takes an object or none."
  (seq-mapcat (lambda (pair) (and (cadr pair) pair)) (seq-partition plist 2)))

(defun cute-lens--ask (buffer position asked answered)
  "Ask for the view at POSITION of BUFFER with what is ASKED beside.
ANSWERED gets it, unless nothing is known there."
  (let ((server (and (buffer-live-p buffer) (buffer-file-name buffer)
                     (with-current-buffer buffer (eglot-current-server)))))
    (when server
      (jsonrpc-async-request
       server :cuteLens/view
       (append (list :uri (cute-lens--uri buffer) :position position) (cute-lens--without-nothing asked))
       :success-fn (lambda (view) (when view (funcall answered view)))
       :error-fn #'ignore
       :deferred :cuteLens/view))))

(defun cute-lens--follow ()
  "Show what point is on; where nothing is known, what is shown stays."
  (when (and (process-live-p cute-lens--page) (not cute-lens--pinned) (eglot-current-server))
    (let* ((buffer (current-buffer))
           (position (eglot--pos-to-lsp-position))
           (before (plist-get cute-lens--shown :position)))
      (unless (and (equal position before) (eq buffer (plist-get cute-lens--shown :buffer)))
        (cute-lens--ask buffer position nil
                        (lambda (view)
                          (setq cute-lens--shown (list :buffer buffer :position position :view view))
                          (cute-lens--show)))))))

(defun cute-lens--refresh ()
  "Ask again for what is shown."
  (if (not (buffer-live-p (plist-get cute-lens--shown :buffer)))
      (cute-lens--follow)
    (cute-lens--ask (plist-get cute-lens--shown :buffer) (plist-get cute-lens--shown :position)
                    (plist-get cute-lens--shown :asked)
                    (lambda (view)
                      (setq cute-lens--shown (plist-put cute-lens--shown :view view))
                      (cute-lens--show)))))

(defun cute-lens--reveal (message)
  "Go to what MESSAGE points at."
  (let* ((view (plist-get cute-lens--shown :view))
         (input (plist-get message :input))
         (inputs (plist-get (plist-get view :step) :inputs))
         (range (or (and input (< input (length inputs)) (plist-get (aref inputs input) :range))
                    (plist-get view :range)))
         (buffer (plist-get cute-lens--shown :buffer)))
    (when (and range (buffer-live-p buffer))
      (with-current-buffer buffer
        (let ((place (eglot--lsp-position-to-point (plist-get range :start))))
          (goto-char place)
          (dolist (window (get-buffer-window-list buffer nil t)) (set-window-point window place)))))))

(defun cute-lens--write (edits)
  "Write EDITS into the shown buffer: none where a text is no longer there."
  (let ((buffer (plist-get cute-lens--shown :buffer)))
    (with-current-buffer buffer
      (if (seq-every-p #'cute-lens--fits edits)
          (eglot--apply-text-edits
           (seq-into (seq-map (lambda (edit) (list :range (plist-get edit :range) :newText (plist-get edit :by))) edits)
                     'vector))
        (message "CuTe Lens: the source has changed meanwhile; nothing was written.")))))

(defun cute-lens--fits (edit)
  "Whether the text that EDIT replaces still stands in this buffer."
  (let ((range (eglot--range-region (plist-get edit :range))))
    (and (equal (plist-get edit :uri) (cute-lens--uri (current-buffer)))
         (equal (plist-get edit :text) (buffer-substring-no-properties (car range) (cdr range))))))

(defun cute-lens--write-back ()
  "Put the numbers that are tried into the source."
  (let ((tried (seq-filter (lambda (one) (plist-get one :tried))
                           (plist-get (plist-get cute-lens--shown :view) :literals))))
    (setq cute-lens--shown (plist-put cute-lens--shown :asked nil))
    (cute-lens--write (seq-map (lambda (one) (append (list :by (plist-get (plist-get one :tried) :text)) one)) tried))))

(defun cute-lens--cells (message)
  "Answer with the cells of the window that MESSAGE asks for."
  (cute-lens--ask (plist-get cute-lens--shown :buffer) (plist-get cute-lens--shown :position)
                  (append (list :window (plist-get message :window)) (plist-get cute-lens--shown :asked))
                  (lambda (view)
                    (cute-lens--post (list :type "cells" :request (plist-get message :request)
                                           :picture (cute-lens--whole (plist-get view :picture)))))))

(defun cute-lens--received (message)
  "Do what the page's MESSAGE says."
  (if (plist-get message :url)
      (funcall cute-lens-open-function (setq cute-lens--url (plist-get message :url)))
    (pcase (plist-get message :type)
      ("ready" (if (plist-get cute-lens--shown :view) (cute-lens--show) (cute-lens--follow)))
      ("pin" (setq cute-lens--pinned (eq (plist-get message :pinned) t)))
      ("ask" (setq cute-lens--shown (plist-put cute-lens--shown :asked (plist-get message :asked)))
       (cute-lens--refresh))
      ("cells" (cute-lens--cells message))
      ("reveal" (cute-lens--reveal message))
      ("writeBack" (cute-lens--write-back))
      ("writeRemedy" (let ((edits (plist-get (plist-get (plist-get cute-lens--shown :view) :remedy) :edits)))
                       (when edits (cute-lens--write edits)))))))

(defun cute-lens--output (process text)
  "Take lines from PROCESS out of TEXT, which comes in pieces; a line is a message."
  (let ((lines (split-string (concat (process-get process 'rest) text) "\n")))
    (process-put process 'rest (car (last lines)))
    (dolist (line (butlast lines))
      (unless (string-empty-p line)
        (cute-lens--received
         (json-parse-string line :object-type 'plist :null-object nil :false-object :json-false))))))

(defun cute-lens--ended (process _event)
  "Forget the page when its PROCESS is over."
  (unless (process-live-p process)
    (when cute-lens--timer (cancel-timer cute-lens--timer))
    (setq cute-lens--page nil cute-lens--url nil cute-lens--timer nil)))

;;;###autoload
(defun cute-lens-preview ()
  "Show what point is on in the browser, and follow it."
  (interactive)
  (if (process-live-p cute-lens--page)
      (funcall cute-lens-open-function cute-lens--url)
    (setq cute-lens--shown nil cute-lens--pinned nil)
    (setq cute-lens--page
          (make-process :name "cute-lens preview" :command cute-lens-preview-command :connection-type 'pipe
                        :coding 'utf-8 :noquery t :stderr (get-buffer-create " *cute-lens preview*")
                        :filter #'cute-lens--output :sentinel #'cute-lens--ended))
    (setq cute-lens--timer (run-with-idle-timer 0.1 t #'cute-lens--follow))))

;; What is shown changes with the text: the server says so by new diagnostics.
(cl-defmethod eglot-handle-notification :after
  (_server (_method (eql textDocument/publishDiagnostics)) &key &allow-other-keys)
  "Ask again for what the preview shows."
  (when (and (process-live-p cute-lens--page) (plist-get cute-lens--shown :view)) (cute-lens--refresh)))

(provide 'cute-lens)
;;; cute-lens.el ends here

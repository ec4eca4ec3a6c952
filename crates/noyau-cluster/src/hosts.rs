//! The list of processes: one address and port a line, the first for process 0.

use crate::failure::Trouble;
use noyau::Message;

/// Reads a list of hosts. Empty lines and what follows a `#` are left out.
pub fn parse(text: &str) -> Result<Vec<String>, Message> {
    let mut hosts: Vec<String> = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        let content = content.split('#').next().unwrap_or_default().trim();
        if content.is_empty() {
            continue;
        }
        let got = content.to_owned();
        let sound = content.rsplit_once(':').is_some_and(|(host, port)| {
            !host.is_empty()
                && !content.contains(char::is_whitespace)
                && port.parse::<u16>().is_ok_and(|port| port > 0)
        });
        if !sound {
            return Err(Message::of(&Trouble::BadHost { line, got }));
        }
        if hosts.contains(&got) {
            return Err(Message::of(&Trouble::HostTwice { line, got }));
        }
        hosts.push(got);
    }
    if hosts.is_empty() {
        return Err(Message::of(&Trouble::NoHosts));
    }
    Ok(hosts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_with_remarks_is_read() {
        let hosts = parse("# ours\n10.0.0.1:2101\n\n [::1]:7 # the last\nname:80").unwrap();
        assert_eq!(hosts, ["10.0.0.1:2101", "[::1]:7", "name:80"]);
    }

    #[test]
    fn what_is_no_address_is_refused_with_its_line() {
        for text in ["a", "a:", ":1", "a:0", "a:65536", "a b:1", "a:x"] {
            let why = parse(&format!("ok:1\n{text}")).unwrap_err();
            assert!(why.en.starts_with("line 2 "), "{text}: {}", why.en);
        }
        assert!(parse("a:1\na:1").unwrap_err().en.contains("twice"));
        assert!(parse("# nothing").unwrap_err().en.contains("is empty"));
    }
}

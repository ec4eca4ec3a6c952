//! The files of the page.

use crate::client::Running;

#[test]
fn the_page_is_at_every_address_of_its_own() {
    let server = Running::start();
    for path in "/ /play /arena /trees /lesson /laboratory /atlas /play?game=nim".split(' ') {
        let answer = server.get(path);
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(
            answer.header("content-type"),
            Some("text/html; charset=utf-8")
        );
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self';"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
    }
    for path in ["/main.js", "/style.css"] {
        let answer = server.get(path);
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("content-security-policy"), None, "{path}");
    }
    let missing = server.get("/nowhere");
    assert_eq!(missing.status, 404);
    assert_eq!(
        missing.header("content-type"),
        Some("text/html; charset=utf-8")
    );
}

#[test]
fn what_is_known_is_not_sent_again() {
    let server = Running::start();
    let tag = server.get("/").header("etag").unwrap().to_owned();
    let again = server.request("GET", "/", &format!("If-None-Match: {tag}\r\n"), b"");
    assert_eq!((again.status, again.body.len()), (304, 0));
    let weak = server.request(
        "GET",
        "/",
        &format!("If-None-Match: \"x\", W/{tag}\r\n"),
        b"",
    );
    assert_eq!(weak.status, 304);
    let other = server.request("GET", "/", "If-None-Match: \"other\"\r\n", b"");
    assert_eq!(other.status, 200);
}

#[test]
fn what_is_long_is_compressed_for_who_takes_it() {
    let server = Running::start();
    let plain = server.get("/api/games");
    let packed = server.request("GET", "/api/games", "Accept-Encoding: gzip\r\n", b"");
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert!(3 * packed.body.len() < plain.body.len());
}

#[test]
fn the_files_of_the_page_name_no_other_machine() {
    // Vendored licences and namespaces name addresses; what the browser would fetch does not.
    let server = Running::start();
    let page = String::from_utf8(server.get("/").body).unwrap();
    for word in [
        "src=\"http",
        "href=\"http",
        "src=\"//",
        "href=\"//",
        "<script>",
        "style=\"",
    ] {
        assert!(!page.contains(word), "{word}");
    }
}

//! The outermost layer: rejects requests of foreign origin, determines the language, and adds the security headers.

use super::http::{Pending, render};
use crate::error::{ApiError, ErrorKind};
use crate::language_of;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use noyau::{Language, message};
use std::net::{IpAddr, SocketAddr};

/// The content security policy of the page.
macro_rules! policy {
    ($ancestors:literal) => {
        concat!(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
            connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ",
            $ancestors
        )
    };
}
const POLICY: &str = policy!("'none'");
/// That of a board, an arena or a tree for a lesson: any page may have it in a frame.
const EMBEDDED: &str = policy!("*");

/// The parts that other pages may have in a frame. None of them changes anything in the server, so that nothing is won by
/// clicks that a foreign page makes a visitor do; jobs and tables are elsewhere.
const EMBEDDABLE: [&str; 3] = ["/play", "/arena", "/trees"];

/// Whether a request is for a part in a frame.
fn is_embedded(uri: &Uri) -> bool {
    let mut query = uri.query().unwrap_or_default().split('&');
    EMBEDDABLE.contains(&uri.path()) && query.any(|pair| pair == "embed=1")
}

/// The headers of every response.
const HEADERS: [(&str, &str); 3] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
];
/// The headers of responses that a browser may show by themselves.
const OF_DOCUMENTS: [(&str, &str); 2] = [
    ("content-security-policy", POLICY),
    ("cross-origin-opener-policy", "same-origin"),
];
/// Scripts and styles, which are never shown by themselves.
const PARTS_OF_DOCUMENTS: [&str; 2] = ["text/javascript; charset=utf-8", "text/css; charset=utf-8"];

/// The language of a request, set by the outermost layer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RequestLanguage(pub(crate) Language);

/// The language of a request: `lang` in its query, otherwise the browser's `Accept-Language`, otherwise English.
fn language(uri: &Uri, headers: &HeaderMap) -> Language {
    if let Some(language) = language_of(uri.query().unwrap_or_default()) {
        return language;
    }
    let accepted = headers.get(header::ACCEPT_LANGUAGE);
    let accepted = accepted.and_then(|tags| tags.to_str().ok());
    let mut best: Option<(f32, Language)> = None;
    for tag in accepted.unwrap_or_default().split(',') {
        let mut parts = tag.split(';');
        let name = parts.next().unwrap_or_default().trim();
        let weight = parts.find_map(|part| part.trim().strip_prefix("q="));
        let weight = weight.map_or(1.0, |weight| weight.parse().unwrap_or(0.0));
        if let Some(language) = Language::from_tag(name)
            && best.is_none_or(|(other, _)| weight > other)
        {
            best = Some((weight, language));
        }
    }
    best.map_or(Language::English, |(_, language)| language)
}

/// The name of a host without its port.
fn without_port(host: &str) -> &str {
    if host.starts_with('[') {
        return host.find(']').map_or(host, |end| &host[..=end]);
    }
    host.split(':').next().unwrap_or(host)
}

/// Whether a host name is this server's own. Another site can make its own name resolve to this address (DNS
/// rebinding), but it cannot own one of these names.
fn is_own(host: &str, listening: SocketAddr) -> bool {
    let name = without_port(host);
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    if name.eq_ignore_ascii_case("localhost") {
        return true;
    }
    match bare.parse::<IpAddr>() {
        Ok(address) => {
            address.is_loopback() || address == listening.ip() || listening.ip().is_unspecified()
        }
        Err(_) => false,
    }
}

/// The error for a rejected request.
fn rejection(request: &Request, listening: SocketAddr) -> Option<ApiError> {
    let headers = request.headers();
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(host) = text(header::HOST) else {
        return Some(ApiError::bad(message!(
            "a request names the host it is for",
            "une requête nomme l'hôte auquel elle s'adresse"
        )));
    };
    let forbidden = |message| Some(ApiError::new(ErrorKind::Forbidden, message));
    if headers.get_all(header::HOST).iter().count() != 1 || !is_own(host, listening) {
        return forbidden(message!(
            "this server answers only as localhost or by its own address",
            "ce serveur ne répond que comme localhost ou par sa propre adresse"
        ));
    }
    let foreign = || {
        forbidden(message!(
            "this server answers only its own page",
            "ce serveur ne répond qu'à sa propre page"
        ))
    };
    if let Some(origin) = headers.get(header::ORIGIN) {
        let own = origin
            .to_str()
            .ok()
            .and_then(|origin| origin.strip_prefix("http://"));
        if !own.is_some_and(|own| own.eq_ignore_ascii_case(host)) {
            return foreign();
        }
    }
    let site = text(HeaderName::from_static("sec-fetch-site"));
    if matches!(site, Some("cross-site" | "same-site")) && request.uri().path().starts_with("/api")
    {
        return foreign();
    }
    None
}

/// Checks the origin of a request, passes it on with its language, and renders errors.
pub(crate) async fn check_origin(
    State(listening): State<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let language = language(request.uri(), request.headers());
    let api = request.uri().path().starts_with("/api");
    let embedded = is_embedded(request.uri());
    let mut response = if let Some(refusal) = rejection(&request, listening) {
        refusal.into_response()
    } else {
        request.extensions_mut().insert(RequestLanguage(language));
        next.run(request).await
    };
    if let Some(Pending(refusal)) = response.extensions_mut().remove::<Pending>() {
        response = render(&refusal, language);
    }
    let headers = response.headers_mut();
    let kind = headers.get(header::CONTENT_TYPE);
    let is_document = !kind.is_some_and(|kind| PARTS_OF_DOCUMENTS.iter().any(|part| kind == part));
    let of_documents = OF_DOCUMENTS.into_iter().filter(|_| is_document);
    for (name, value) in of_documents.chain(HEADERS) {
        headers.insert(
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        );
    }
    if embedded {
        let policy = HeaderValue::from_static(EMBEDDED);
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    if api && !headers.contains_key(header::CACHE_CONTROL) {
        let never = HeaderValue::from_static("no-store");
        headers.insert(header::CACHE_CONTROL, never);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_names_and_no_others() {
        let here: SocketAddr = "127.0.0.1:8128".parse().unwrap();
        for host in [
            "localhost",
            "localhost:8128",
            "127.0.0.1:9",
            "[::1]:8128",
            "LOCALHOST",
        ] {
            assert!(is_own(host, here), "{host}");
        }
        for host in [
            "",
            "example.org",
            "localhost.example.org",
            "192.168.0.2",
            "[::2]",
            "127.0.0.1.nip.io",
            "localhost@evil",
        ] {
            assert!(!is_own(host, here), "{host}");
        }
        let anywhere: SocketAddr = "0.0.0.0:8128".parse().unwrap();
        assert!(is_own("192.168.0.2:8128", anywhere));
        assert!(!is_own("example.org", anywhere));
    }

    #[test]
    fn only_what_changes_nothing_may_stand_in_a_frame() {
        let embedded = |uri: &str| is_embedded(&uri.parse().unwrap());
        for uri in [
            "/play?embed=1",
            "/arena?game=nim:3&embed=1",
            "/trees?embed=1",
        ] {
            assert!(embedded(uri), "{uri}");
        }
        for uri in [
            "/play",
            "/play?embed=0",
            "/play?game=embed=1",
            "/?embed=1",
            "/laboratory?embed=1",
            "/atlas?embed=1",
            "/api/jobs?embed=1",
            "/play/?embed=1",
        ] {
            assert!(!embedded(uri), "{uri}");
        }
    }

    #[test]
    fn languages_are_chosen() {
        let of = |uri: &str, accepted: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, accepted.parse().unwrap());
            language(&uri.parse().unwrap(), &headers)
        };
        assert_eq!(of("/", ""), Language::English);
        assert_eq!(of("/?lang=fr", "en"), Language::French);
        assert_eq!(of("/?lang=de", "fr-FR,fr;q=0.9"), Language::French);
        assert_eq!(of("/", "de,en;q=0.5,fr;q=0.7"), Language::French);
        assert_eq!(of("/", "en-GB,fr;q=0.9"), Language::English);
    }
}

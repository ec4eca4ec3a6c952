//! The files of the page, embedded in the binary.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use noyau::format::fingerprint;
use std::collections::HashMap;

/// Every file: its path below the folder, and its content.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The addresses routed by the page itself.
const PAGES: [&str; 7] = [
    "",
    "play",
    "arena",
    "trees",
    "lesson",
    "laboratory",
    "atlas",
];

/// A file with its headers.
#[derive(Debug)]
struct Asset {
    content: &'static [u8],
    kind: HeaderValue,
    tag: HeaderValue,
}

/// The files of the page by their addresses.
#[derive(Debug)]
pub(crate) struct Assets(HashMap<&'static str, Asset>);

/// The type of a file, by its name.
fn kind(path: &str) -> &'static str {
    let (_, extension) = path.rsplit_once('.').unwrap_or((path, ""));
    match extension {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "webmanifest" => "application/manifest+json",
        _ => "text/plain; charset=utf-8",
    }
}

impl Assets {
    pub(crate) fn new() -> Self {
        let all = FILES.iter().map(|&(path, content)| {
            let tag = format!("\"{}\"", fingerprint(content));
            let asset = Asset {
                content,
                kind: HeaderValue::from_static(kind(path)),
                tag: HeaderValue::try_from(tag).unwrap_or(HeaderValue::from_static("\"\"")),
            };
            (path, asset)
        });
        Self(all.collect())
    }

    /// The file at an address, or the page for the addresses that it routes.
    pub(crate) fn find(&self, path: &str, headers: &HeaderMap) -> Response {
        let path = path.strip_prefix('/').unwrap_or(path);
        let page = PAGES.contains(&path);
        let name = if page { "index.html" } else { path };
        let Some(asset) = self.0.get(name) else {
            return missing();
        };
        // The entity tag of a compressed file is weak.
        let known = headers.get_all(header::IF_NONE_MATCH).iter().any(|tags| {
            let tags = tags.to_str().unwrap_or_default().split(',');
            let mut tags = tags.map(|tag| tag.trim().trim_start_matches("W/"));
            tags.any(|tag| tag == asset.tag)
        });
        let about = [
            (header::ETAG, asset.tag.clone()),
            (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        ];
        if known {
            return (StatusCode::NOT_MODIFIED, about).into_response();
        }
        let kind = [(header::CONTENT_TYPE, asset.kind.clone())];
        (about, kind, asset.content).into_response()
    }
}

fn missing() -> Response {
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    let page = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>noyau</title>\
        <h1>404</h1><p lang=\"en\">There is nothing here. <a href=\"/\">To the page of noyau</a></p>\
        <p lang=\"fr\">Il n'y a rien ici. <a href=\"/\">Vers la page de noyau</a></p></html>";
    (StatusCode::NOT_FOUND, [(header::CONTENT_TYPE, kind)], page).into_response()
}

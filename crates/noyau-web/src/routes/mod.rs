//! The routes of the API: functions from a request to an answer.

mod arena;
mod arena_part;
mod exercises;
mod games;
mod jobs;
mod samples;
mod tables;
mod thinking;
mod trees;
mod values;

pub(crate) use games::catalogue;
pub(crate) use jobs::event;

use crate::App;
use crate::answer::{Answer, ApiResult};
use crate::context::{Cost, Given, Ready, Task, at_once, short_task, soon, task, with};
use crate::error::ApiError;
use noyau::message;
use std::sync::Arc;

/// The description of the interface.
const DESCRIPTION: &str = include_str!("../../openapi.json");

/// Makes a handler ready: reads its parameters.
type Make = fn(&Arc<App>, Given<'_>) -> Result<Ready, ApiError>;

/// A route of the API.
pub(crate) struct Route {
    method: &'static str,
    path: &'static str,
    /// Whether the parameters are in a body.
    pub(crate) has_body: bool,
    make: Make,
}

const fn get(path: &'static str, make: Make) -> Route {
    Route {
        method: "GET",
        path,
        has_body: false,
        make,
    }
}

const fn post(path: &'static str, make: Make) -> Route {
    Route {
        method: "POST",
        path,
        has_body: true,
        make,
    }
}

/// A route that changes something and has no parameters.
const fn tell(method: &'static str, path: &'static str, make: Make) -> Route {
    Route {
        method,
        path,
        has_body: false,
        make,
    }
}

/// All routes. The description lists them too, and a test compares the two.
#[rustfmt::skip]
const ROUTES: &[Route] = &[
    get("/api/games", |_, _| Ok(at_once(games::list))),
    get("/api/game", |_, given| short_task(given, games::state)),
    post("/api/game", |_, given| short_task(given, games::state)),
    get("/api/values", values::values),
    post("/api/values", values::values),
    post("/api/best", |_, given| task(given, thinking::best)),
    post("/api/judge", |_, given| task(given, thinking::judge)),
    post("/api/why", |_, given| task(given, thinking::why)),
    post("/api/arena", |_, given| task(given, arena::arena)),
    post("/api/arena/double", |_, given| task(given, arena::double)),
    post("/api/arena/attractor", |_, given| task(given, arena::attractor)),
    post("/api/arena/check", |_, given| task(given, arena::check)),
    post("/api/arena/export", |_, given| task(given, arena::export)),
    post("/api/tree", |_, given| task(given, trees::tree)),
    post("/api/tree/exercise", |_, given| with(given, Cost::Nothing, exercises::exercise)),
    post("/api/tree/check", |_, given| task(given, exercises::check)),
    get("/api/exercises", |_, _| Ok(at_once(exercises::list))),
    post("/api/exercise", |_, given| with(given, Cost::Short, exercises::pose)),
    post("/api/exercise/check", |_, given| with(given, Cost::Short, exercises::mark)),
    post("/api/tree/export", |_, given| task(given, trees::export)),
    post("/api/gdl", |_, given| task(given, samples::gdl)),
    get("/api/samples", |_, _| Ok(at_once(samples::samples))),
    get("/api/jobs", |_, _| Ok(at_once(jobs::list))),
    post("/api/jobs", |_, given| with(given, Cost::Long(None), jobs::start)),
    get("/api/jobs/{id}", |_, _| Ok(at_once(jobs::one))),
    tell("DELETE", "/api/jobs/{id}", |_, _| Ok(soon(jobs::delete))),
    get("/api/jobs/{id}/events", |_, _| Ok(at_once(jobs::events))),
    tell("POST", "/api/jobs/{id}/stop", |_, _| Ok(soon(jobs::stop))),
    tell("POST", "/api/jobs/{id}/resume", |_, _| Ok(soon(jobs::resume))),
    get("/api/jobs/{id}/games", |_, given| with(given, Cost::Short, jobs::games)),
    get("/api/jobs/{id}/live", |_, _| Ok(soon(jobs::live))),
    get("/api/jobs/{id}/data", |_, _| Ok(soon(jobs::data))),
    get("/api/tables", |_, given| short_task(given, tables::list)),
    get("/api/tables/{id}", |_, given| task(given, tables::stats)),
    get("/api/tables/{id}/rows", |_, given| task(given, tables::rows)),
    get("/api/tables/{id}/hardest", |_, given| task(given, tables::hardest)),
    get("/api/tables/{id}/puzzles", |_, given| task(given, tables::puzzles)),
    get("/api/tables/{id}/line", |_, given| task(given, tables::line)),
    get("/api/tables/{id}/zugzwangs", |_, given| task(given, tables::zugzwangs)),
    get("/api/openapi.json", |_, _| Ok(at_once(description))),
];

fn description(_: &Task) -> ApiResult {
    Answer::written(DESCRIPTION.as_bytes()).into()
}

/// Why no route fits a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unrouted {
    /// There is nothing at the address.
    Nowhere,
    /// The methods of the address are others.
    Method(String),
    /// The id in the address is no text.
    NotText,
}

impl Unrouted {
    pub(crate) fn error(&self) -> ApiError {
        let asked_wrongly = || {
            ApiError::bad(message!(
                "this address is not asked in this way: /api/openapi.json says how",
                "cette adresse ne se demande pas ainsi : /api/openapi.json dit comment"
            ))
        };
        match self {
            Self::Nowhere => ApiError::not_found(message!(
                "there is nothing at this address: /api/openapi.json lists what there is",
                "il n'y a rien à cette adresse : /api/openapi.json liste ce qu'il y a"
            )),
            Self::Method(_) => asked_wrongly().with_status(405),
            Self::NotText => asked_wrongly(),
        }
    }
}

/// The `{id}` of an address, as it stands there, if it is that of the route.
fn matched<'a>(pattern: &str, path: &'a str) -> Option<&'a str> {
    let Some((before, after)) = pattern.split_once("{id}") else {
        return (pattern == path).then_some("");
    };
    let id = path.strip_prefix(before)?.strip_suffix(after)?;
    (!id.is_empty() && !id.contains('/')).then_some(id)
}

/// The route of a request, and the `{id}` of its address.
pub(crate) fn find(method: &str, path: &str) -> Result<(&'static Route, String), Unrouted> {
    let method = if method == "HEAD" { "GET" } else { method };
    let mut others = Vec::new();
    for route in ROUTES {
        let Some(id) = matched(route.path, path) else {
            continue;
        };
        if route.method == method {
            let id = percent_encoding::percent_decode_str(id).decode_utf8();
            let id = id.map_err(|_| Unrouted::NotText)?;
            return Ok((route, id.into_owned()));
        }
        others.push(if route.method == "GET" {
            "GET,HEAD"
        } else {
            route.method
        });
    }
    Err(if others.is_empty() {
        Unrouted::Nowhere
    } else {
        Unrouted::Method(others.join(","))
    })
}

impl Route {
    /// Reads the parameters of a request.
    pub(crate) fn ready(&self, app: &Arc<App>, given: Given<'_>) -> Result<Ready, ApiError> {
        (self.make)(app, given)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use std::collections::BTreeSet;

    #[test]
    fn every_route_is_described_and_nothing_else() {
        let routes = ROUTES
            .iter()
            .map(|route| format!("{} {}", route.method.to_lowercase(), route.path));
        let all: Value = serde_json::from_str(DESCRIPTION).unwrap();
        let described = all["paths"].as_object().unwrap().iter();
        let described = described.flat_map(|(path, methods)| {
            let methods = methods.as_object().unwrap().keys();
            methods.map(move |method| format!("{method} {path}"))
        });
        let described: BTreeSet<String> = described.collect();
        assert_eq!(routes.collect::<BTreeSet<_>>(), described);
    }

    #[test]
    fn addresses_are_found_by_their_parts() {
        let found = |method, path| find(method, path).map(|(route, id)| (route.path, id));
        assert_eq!(
            found("HEAD", "/api/games"),
            Ok(("/api/games", String::new()))
        );
        let one = Ok(("/api/jobs/{id}", "a/b".to_owned()));
        assert_eq!(found("GET", "/api/jobs/a%2fb"), one);
        for path in [
            "/api/jobs/",
            "/api/jobs/a/b",
            "/api/jobs//stop",
            "/api/game/",
        ] {
            assert_eq!(found("GET", path), Err(Unrouted::Nowhere), "{path}");
        }
        assert_eq!(found("GET", "/api/jobs/%ff"), Err(Unrouted::NotText));
        let others = Err(Unrouted::Method("GET,HEAD,DELETE".to_owned()));
        assert_eq!(found("POST", "/api/jobs/x"), others);
    }
}

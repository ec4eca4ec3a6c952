//! Requests that no page would send: a clear refusal, and the server lives.

use crate::client::{Answer, Running, read};
use noyau::random::SplitMix;
use noyau_web::Settings;
use serde_json::json;
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::Shutdown;
use std::time::Duration;

/// Fails unless a request was refused as the client's fault, or not answered at all.
fn refused(answer: Option<&Answer>, what: &str) {
    if let Some(answer) = answer {
        assert!(
            (400..500).contains(&answer.status),
            "{what}: {} {}",
            answer.status,
            String::from_utf8_lossy(&answer.body)
        );
    }
}

#[test]
fn strangers_are_turned_away() {
    let server = Running::start();
    let own = &server.host;
    let port = own.rsplit(':').next().unwrap();
    for (more, status) in [
        ("Host: example.org\r\n".to_owned(), 403),
        ("Host: localhost.example.org\r\n".to_owned(), 403),
        (format!("Host: {own}\r\nHost: example.org\r\n"), 400),
        (
            format!("Host: {own}\r\nOrigin: http://example.org\r\n"),
            403,
        ),
        (format!("Host: {own}\r\nOrigin: null\r\n"), 403),
        (format!("Host: {own}\r\nOrigin: https://{own}\r\n"), 403),
        (
            format!("Host: {own}\r\nOrigin: http://localhost:1\r\n"),
            403,
        ),
        (
            format!("Host: {own}\r\nSec-Fetch-Site: cross-site\r\n"),
            403,
        ),
        (format!("Host: {own}\r\nSec-Fetch-Site: same-site\r\n"), 403),
        (
            format!("Host: {own}\r\nOrigin: http://{own}\r\nSec-Fetch-Site: same-origin\r\n"),
            200,
        ),
        (
            format!("Host: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n"),
            200,
        ),
    ] {
        let answer = server.request("GET", "/api/games", &more, b"");
        let status = if status == 400 {
            answer.status.clamp(400, 403)
        } else {
            status
        };
        assert_eq!(answer.status, status, "{more}");
        if status != 200 {
            assert!(
                !String::from_utf8_lossy(&answer.body).contains("connect4"),
                "{more}"
            );
        }
    }
    // A request of HTTP/1.0 need not name a host; here it must.
    refused(
        server.raw(b"GET /api/games HTTP/1.0\r\n\r\n").as_ref(),
        "no host",
    );
    server.must_live();
}

#[test]
fn paths_lead_nowhere_else() {
    let server = Running::start();
    for path in [
        "/../Cargo.toml",
        "/..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/../../Cargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/index.html%00.js",
        "/./index.html",
        "/api/../index.html",
        "/api/tables/..%2f..%2fCargo.toml",
        "/api/tables/../../etc/passwd",
        "/api/jobs/..",
        "/api/jobs/%2e%2e/data",
        "/api/jobs/..%2f..%2f/data",
        "http://example.org/",
    ] {
        let answer = server.get(path);
        let body = String::from_utf8_lossy(&answer.body).into_owned();
        assert!(
            !body.contains("root:") && !body.contains("[package]"),
            "{path}"
        );
        assert!(
            answer.status == 404 || answer.status == 400 || path.starts_with("http"),
            "{path}: {}",
            answer.status
        );
    }
    server.must_live();
}

#[test]
fn bodies_are_bounded() {
    let server = Running::start();
    let long = vec![b' '; 3 << 20];
    let answer = server.request("POST", "/api/game", "", &long);
    assert_eq!((answer.status, answer.kind().as_str()), (413, "too-large"));
    // One that says it is endless, and never comes.
    let head = format!(
        "POST /api/game HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n{{",
        server.host
    );
    refused(server.raw(head.as_bytes()).as_ref(), "endless");
    let deep = "[".repeat(500_000);
    let answer = server.request("POST", "/api/game", "", deep.as_bytes());
    assert_eq!(answer.kind(), "bad-request");
    let text = format!(
        "{{\"game\":{}1{}}}",
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    assert_eq!(
        server
            .request("POST", "/api/game", "", text.as_bytes())
            .kind(),
        "bad-request"
    );
    // As text, trees may be as deep as they are long.
    let tree = format!("{}1{}", "[".repeat(400_000), "]".repeat(400_000));
    let answer = server.post("/api/tree", &json!({ "text": tree }));
    assert_eq!(answer.kind(), "too-large");
    let answer = server.request("POST", "/api/game", "", b"{\"game\":\"\xff\xfe\"}");
    assert_eq!(answer.kind(), "bad-request");
    let answer = server.request(
        "POST",
        "/api/game",
        "Content-Type: text/plain\r\n",
        b"{\"game\":\"nim\"}",
    );
    assert_eq!(answer.status, 415);
    let line = format!(
        "GET /{} HTTP/1.1\r\nHost: {}\r\n\r\n",
        "x".repeat(300_000),
        server.host
    );
    refused(server.raw(line.as_bytes()).as_ref(), "a long line");
    let head: Vec<String> = (0..5000).map(|i| format!("X-{i}: {i}\r\n")).collect();
    let head = head.concat();
    let line = format!("GET / HTTP/1.1\r\nHost: {}\r\n{head}\r\n", server.host);
    refused(server.raw(line.as_bytes()).as_ref(), "many headers");
    server.must_live();
}

#[test]
fn large_requests_are_refused_in_time() {
    let server = Running::start();
    let list: String = "[],".repeat(340_000);
    let matrix = format!("{}0\n", "1,".repeat(699)).repeat(700);
    let bomb = bomb();
    let many: Vec<String> = (0..1900)
        .map(|v| {
            format!(
                "{v}:[{}],",
                (0..40)
                    .map(|w| ((v * 31 + w * 97) % 1900).to_string())
                    .collect::<Vec<_>>()
                    .join(",")
            )
        })
        .collect();
    for (path, body) in [
        ("/api/arena", json!({ "text": format!("[{list}[]]") })),
        ("/api/arena", json!({ "text": matrix, "format": "matrix" })),
        (
            "/api/arena",
            json!({ "text": format!("{{{}}}", many.concat()) }),
        ),
        (
            "/api/game",
            json!({ "game": "graph:a.list", "content": format!("[{list}[]]") }),
        ),
        ("/api/gdl", json!({ "text": bomb })),
        (
            "/api/game",
            json!({ "game": "gdl:bomb.kif", "content": bomb }),
        ),
        (
            "/api/values",
            json!({ "game": "awele:8,11", "seconds": 1e300 }),
        ),
        ("/api/values", json!({ "game": "go:9,7.5", "seconds": 1 })),
        (
            "/api/best",
            json!({ "game": "connect4", "agent": "mcts:99999999999,nodes=4000000000", "seconds": 1e9 }),
        ),
        (
            "/api/best",
            json!({ "game": "connect4", "agent": "search:time=1e9", "seconds": 1 }),
        ),
        (
            "/api/best",
            json!({ "game": "chess", "agent": "alphabeta:90", "seconds": 0.5 }),
        ),
        (
            "/api/tree",
            json!({ "game": "chess", "depth": 4_000_000_000u32 }),
        ),
        (
            "/api/tree/exercise",
            json!({ "depth": 4_000_000_000u32, "branching": 4_000_000_000u32 }),
        ),
    ] {
        // The client gives up on an answer that takes longer than a minute.
        let answer = server.post(path, &body);
        assert!(
            answer.status < 500,
            "{path}: {}",
            String::from_utf8_lossy(&answer.body)
        );
    }
    server.must_live();
}

/// A rule sheet whose facts multiply.
fn bomb() -> String {
    let mut sheet = String::from("(role a)(role b)(init (p 0))(terminal)(goal a 1)(goal b 1)\n");
    for i in 0..60 {
        let _ = write!(sheet, "(d {i})");
    }
    for i in 0..9 {
        let _ = writeln!(
            sheet,
            "(<= (q{i} ?a ?b ?c ?d ?e ?f) (d ?a)(d ?b)(d ?c)(d ?d)(d ?e)(d ?f))"
        );
    }
    sheet.push_str("(<= (legal a ?x) (q0 ?x ?x ?b ?c ?d ?e))(<= (legal b noop) (true (p 0)))(<= (next (p ?x)) (q1 ?x ?x ?x ?x ?x ?x))");
    sheet
}

#[test]
fn slow_and_half_closed_senders_hold_nothing_up() {
    let server = Running::start();
    let mut slow: Vec<_> = (0..40)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(b"POST /api/game HTTP/1.1\r\nHo").unwrap();
            stream
        })
        .collect();
    let mut bodies: Vec<_> = (0..10)
        .map(|_| {
            let mut stream = server.connect();
            let head = format!("POST /api/game HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{{", server.host);
            stream.write_all(head.as_bytes()).unwrap();
            stream
        })
        .collect();
    server.must_live();
    let half =
        server.raw(format!("GET /api/games HTTP/1.1\r\nHost: {}\r\n", server.host).as_bytes());
    refused(half.as_ref(), "half a head");
    // A body that does not come is waited for only so long.
    let answer = read(&mut bodies[0]).unwrap();
    assert_eq!(answer.status, 408);
    // And so is a head: the connection is closed.
    slow[0]
        .set_read_timeout(Some(Duration::from_secs(30)))
        .unwrap();
    let mut rest = Vec::new();
    let ended = slow[0].read_to_end(&mut rest);
    assert!(ended.is_ok(), "{ended:?}");
    server.must_live();
}

/// Allows this process, which is client and server, both ends of all connections.
fn many_files() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        limit.current = limit.maximum;
        setrlimit(Resource::Nofile, limit).unwrap();
    }
}

#[test]
fn event_streams_leave_room_for_requests() {
    many_files();
    let server = Running::start();
    let job = json!({ "kind": "duel", "game": "connect4", "agents": ["mcts:100000", "mcts:100000"], "games": 1000 });
    let url = server.asked_for("/api/jobs", &job, 202)["url"].clone();
    let (mut followed, mut refused) = (Vec::new(), Vec::new());
    for _ in 0..600 {
        let mut stream = server.connect();
        let head = format!(
            "GET {}/events HTTP/1.1\r\nHost: {}\r\n\r\n",
            url.as_str().unwrap(),
            server.host
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut head = [0; 1024];
        let length = stream.read(&mut head).unwrap();
        let head = String::from_utf8_lossy(&head[..length]).to_lowercase();
        if head.starts_with("http/1.1 200 ") {
            followed.push(stream);
        } else {
            assert!(head.starts_with("http/1.1 429 "), "{head}");
            assert!(head.contains("\r\nretry-after: 1\r\n"), "{head}");
            refused.push(stream);
        }
    }
    assert_eq!((followed.len(), refused.len()), (64, 536));
    server.must_live();
    // A stream that ends makes room for another.
    drop(followed.pop());
    let again = || {
        let mut stream = server.connect();
        let head = format!(
            "GET {}/events HTTP/1.1\r\nHost: {}\r\n\r\n",
            url.as_str().unwrap(),
            server.host
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut status = [0; 12];
        stream.read_exact(&mut status).unwrap();
        &status[9..] == b"200"
    };
    while !again() {}
}

#[test]
fn clients_that_never_read_hold_nothing_up() {
    const ANSWERS: usize = 40;
    many_files();
    let server = Running::start();
    let length = server.get("/api/games").body.len();
    let head = format!("GET /api/games HTTP/1.1\r\nHost: {}\r\n\r\n", server.host);
    let requests = head.repeat(ANSWERS);
    let mut silent: Vec<_> = (0..520)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(requests.as_bytes()).unwrap();
            stream
        })
        .collect();
    server.must_live();
    std::thread::sleep(Duration::from_secs(16));
    server.must_live();
    // What was sent is there, and no more comes.
    for stream in &mut silent[510..] {
        let mut all = Vec::new();
        let _ = stream.read_to_end(&mut all);
        assert!(all.len() < ANSWERS * length, "{} bytes", all.len());
    }
    server.must_live();
}

#[test]
fn a_full_house_makes_room() {
    many_files();
    let server = Running::start();
    // More than there are places, in every state: new, half a head, half a body, idle.
    let starts = [
        String::new(),
        "GET /".to_owned(),
        format!(
            "POST /api/game HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{{",
            server.host
        ),
        format!("GET /api/jobs HTTP/1.1\r\nHost: {}\r\n\r\n", server.host),
    ];
    let mut held = Vec::new();
    for i in 0..700 {
        let mut stream = server.connect();
        stream.write_all(starts[i % 4].as_bytes()).unwrap();
        held.push(stream);
    }
    let began = std::time::Instant::now();
    server.must_live();
    assert!(
        began.elapsed() < Duration::from_secs(5),
        "before any of them is given up"
    );
}

#[test]
fn a_board_is_shown_while_all_solve() {
    let server = Running::with(Settings {
        solves: 1,
        time: Duration::from_hours(1),
        ..Settings::default()
    });
    let body = json!({ "game": "chess", "seconds": 3600 }).to_string();
    let mut stream = server.connect();
    let head = format!(
        "POST /api/values HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        server.host,
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    // The only permit is taken once another solve has to wait.
    let busy = || {
        let mut other = server.connect();
        other.write_all(head.as_bytes()).unwrap();
        other
            .set_read_timeout(Some(Duration::from_millis(300)))
            .unwrap();
        other.read(&mut [0; 1]).is_err()
    };
    while !busy() {}
    let state = server.asked("/api/game", &json!({ "game": "connect4", "after": "4 4" }));
    assert_eq!(state["history"].as_array().unwrap().len(), 2);
}

#[test]
fn work_ends_when_whoever_asked_has_gone() {
    // One solve at a time, and for longer than anybody waits.
    let server = Running::with(Settings {
        solves: 1,
        time: Duration::from_hours(1),
        ..Settings::default()
    });
    let body = json!({ "game": "chess", "seconds": 3600 }).to_string();
    let streams: Vec<_> = (0..6)
        .map(|_| {
            let mut stream = server.connect();
            let head = format!(
                "POST /api/values HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
                server.host,
                body.len()
            );
            stream.write_all(head.as_bytes()).unwrap();
            stream
        })
        .collect();
    for stream in streams {
        let _ = stream.shutdown(Shutdown::Both);
    }
    // With one of them still under way the server would be busy.
    let answer = server.post("/api/values", &json!({ "game": "nim:5,6,7", "seconds": 1 }));
    assert_eq!(answer.status, 200);
}

#[test]
fn so_many_solves_at_once_and_no_more() {
    let server = Running::with(noyau_web::Settings {
        solves: 1,
        ..noyau_web::Settings::default()
    });
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let asked: Vec<_> = (0..60)
            .map(|_| {
                scope.spawn(|| {
                    let body = json!({ "game": "chess", "seconds": 0.2 });
                    server.post("/api/values", &body).status
                })
            })
            .collect();
        asked
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    assert!(statuses.contains(&429), "{statuses:?}");
    assert!(statuses.contains(&200), "{statuses:?}");
    assert!(
        statuses.iter().all(|status| [200, 429].contains(status)),
        "{statuses:?}"
    );
    server.must_live();
}

/// Requests made by lot, from seeds: bytes, heads and bodies that are nearly right.
#[test]
fn a_thousand_malformed_requests() {
    let server = Running::start();
    // `cargo xtask accept` asks for more of them, and others.
    let number_of = |name: &str, default: u64| {
        let given = std::env::var(name).ok();
        given.and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let mut random = SplitMix(number_of("NOYAU_HOSTILE_SEED", 2026));
    let requests = number_of("NOYAU_HOSTILE_REQUESTS", 1000);
    let mut answered = 0;
    for number in 0..requests {
        let request = malformed(&server.host, &mut random, number);
        let answer = server.raw(&request);
        let shown = String::from_utf8_lossy(&request[..request.len().min(300)]).into_owned();
        if let Some(answer) = &answer {
            answered += 1;
            assert!(
                (400..500).contains(&answer.status),
                "{number}: {} for {shown}",
                answer.status
            );
        }
        if number % 100 == 0 {
            server.must_live();
        }
    }
    // Only what is no request at all, or not all of one, may go without an answer.
    assert!(answered * 10 > requests * 8, "{answered} of {requests}");
    server.must_live();
}

/// A request that is wrong in one way.
fn malformed(host: &str, random: &mut SplitMix, number: u64) -> Vec<u8> {
    const PATHS: [&str; 12] = [
        "/api/game",
        "/api/values",
        "/api/best",
        "/api/judge",
        "/api/why",
        "/api/arena",
        "/api/arena/attractor",
        "/api/tree",
        "/api/tree/check",
        "/api/gdl",
        "/api/jobs",
        "/api/arena/export",
    ];
    let path = PATHS[random.below(PATHS.len())];
    let lot = |random: &mut SplitMix, n: usize| -> Vec<u8> {
        (0..n).map(|_| (random.next_u64() & 0xff) as u8).collect()
    };
    let post = |path: &str, body: &[u8]| {
        let mut request = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            body.len()
        )
        .into_bytes();
        request.extend_from_slice(body);
        request
    };
    match number % 10 {
        // Bytes that are no request.
        0 => {
            let n = 1 + random.below(2000);
            lot(random, n)
        }
        // A body that is no JSON.
        1 => {
            let n = 1 + random.below(500);
            post(path, &lot(random, n))
        }
        // JSON that is cut.
        2 => {
            let whole = json!({ "game": "connect4:5x4", "after": "1,2,3", "text": "[[1,2],[3,4]]", "kind": "duel", "agents": ["random", "first"] }).to_string();
            let at = 1 + random.below(whole.len() - 1);
            post(path, &whole.as_bytes()[..at])
        }
        // Keys of the wrong type.
        3 => {
            let wrong = [
                json!(3.5),
                json!([[]]),
                json!({ "a": 1 }),
                json!(-1),
                json!(true),
            ];
            let wrong = &wrong[random.below(wrong.len())];
            let body = json!({ "game": wrong, "text": wrong, "seconds": "soon", "after": wrong, "most": wrong, "targets": "x", "marks": 7, "kind": wrong, "values": 1, "moves": wrong, "format": wrong });
            post(path, body.to_string().as_bytes())
        }
        // Games that are not there, and names that mean harm.
        4 => {
            let names = [
                "",
                ":",
                "::::",
                "chess:../../x",
                "graph:/etc/shadow",
                "gdl:/proc/self/mem",
                "connect4:0x0",
                "connect4:-1x5",
                "connect4:999999999999999999999x2",
                "mnk:1,1",
                "awele:0,0",
                "go:99",
                "othello:7",
                "\u{0}",
                "chomp:64x64",
                "𝕏",
            ];
            let name = names[random.below(names.len())];
            let path = [
                "/api/game",
                "/api/values",
                "/api/best",
                "/api/why",
                "/api/judge",
                "/api/tree",
                "/api/arena",
                "/api/jobs",
            ][random.below(8)];
            let body = json!({ "game": name, "agent": "random", "kind": "table" });
            post(path, body.to_string().as_bytes())
        }
        // Hosts and origins from elsewhere.
        5 => {
            let hosts = ["evil.example", "127.0.0.1.evil.example", "", "[::2]"];
            let host = hosts[random.below(4)];
            let more = [
                "",
                "Origin: http://evil.example\r\n",
                "X-Forwarded-Host: localhost\r\n",
            ][random.below(3)];
            format!("GET /api/games HTTP/1.1\r\nHost: {host}\r\n{more}Connection: close\r\n\r\n")
                .into_bytes()
        }
        // Heads that are nearly right.
        6 => {
            let heads = [
                format!("GET  /api/games HTTP/1.1\r\nHost: {host}\r\n\r\n"),
                format!("GET /api/games HTTP/9.9\r\nHost: {host}\r\n\r\n"),
                format!("get /api/games\r\nHost: {host}\r\n\r\n"),
                format!("POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: -5\r\n\r\n"),
                format!(
                    "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef"
                ),
                format!(
                    "POST {path} HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\nZZ\r\n"
                ),
                format!("POST {path} HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: tea\r\n\r\nx"),
                format!("BREW {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"),
                format!("GET /api/games HTTP/1.1\nHost {host}\n\n"),
                format!("DELETE {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"),
                format!("PUT {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"),
            ];
            heads[random.below(heads.len())].clone().into_bytes()
        }
        // Paths that lead nowhere.
        7 => {
            let n = 1 + random.below(60);
            let name: Vec<String> = lot(random, n)
                .iter()
                .map(|byte| format!("%{byte:02x}"))
                .collect();
            format!(
                "GET /{}{} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n",
                ["", "api/", "api/jobs/", "api/tables/", "../"][random.below(5)],
                name.concat()
            )
            .into_bytes()
        }
        // Texts of graphs, trees and sheets that are broken.
        8 => {
            let texts = [
                "{0:[1",
                "[[[[",
                "digraph {",
                "(role",
                "1,0\n1",
                "#\n#\n#",
                "parity 5;\n0 9 9 9",
                "{\"edges\":7}",
                "\u{feff}{",
                "{0:[1],1:[0],2:{}}",
            ];
            let mut text = texts[random.below(texts.len())].to_owned();
            text.push_str(&String::from_utf8_lossy(&lot(random, 20)));
            let path =
                ["/api/arena", "/api/gdl", "/api/tree", "/api/arena/double"][random.below(4)];
            let body = json!({ "text": text, "format": if path == "/api/tree" { "json" } else { "python" } });
            post(path, body.to_string().as_bytes())
        }
        // Jobs and tables that are not there.
        _ => {
            let path = [
                "/api/jobs/x/stop",
                "/api/jobs/x/resume",
                "/api/jobs/x/events",
                "/api/jobs/x/games",
                "/api/tables/x",
                "/api/tables/x/rows?outcome=tea",
                "/api/tables/x/puzzles?count=999999999999",
            ][random.below(7)];
            let method = if path.ends_with("stop") || path.ends_with("resume") {
                "POST"
            } else {
                "GET"
            };
            format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
                .into_bytes()
        }
    }
}

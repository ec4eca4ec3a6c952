(* Runs the functions of a file in OCaml for `noyau check --with "ocaml -I +compiler-libs examples/check/judge.ml"`: JSON lines in, JSON
   lines out, as docs/check.md describes. A graph is a list of pairs: a vertex and the list of its successors. *)

type json = Null | Bool of bool | Num of float | Str of string | List of json list | Obj of (string * json) list

let parse text =
  let at = ref 0 in
  let peek () = if !at < String.length text then text.[!at] else ' ' in
  let rec blank () = if !at < String.length text && (peek () = ' ' || peek () = ',' || peek () = ':') then (incr at; blank ()) in
  let rec value () =
    blank ();
    match peek () with
    | 'n' -> at := !at + 4; Null
    | 't' -> at := !at + 4; Bool true
    | 'f' -> at := !at + 5; Bool false
    | '"' -> Str (string ())
    | '[' -> incr at; List (items ())
    | '{' -> incr at; Obj (pairs ())
    | _ -> number ()
  and string () =
    let b = Buffer.create 16 in
    incr at;
    while peek () <> '"' do
      if peek () = '\\' then incr at;
      Buffer.add_char b (peek ());
      incr at
    done;
    incr at;
    Buffer.contents b
  and items () = blank (); if peek () = ']' then (incr at; []) else let v = value () in v :: items ()
  and pairs () =
    blank ();
    if peek () = '}' then (incr at; [])
    else begin
      let key = string () in
      let v = value () in
      (key, v) :: pairs ()
    end
  and number () =
    let from = !at in
    while String.contains "+-.eE0123456789" (peek ()) do incr at done;
    Num (float_of_string (String.sub text from (!at - from)))
  in
  value ()

let rec show = function
  | Null -> "null"
  | Bool b -> string_of_bool b
  | Num x -> if Float.is_integer x then string_of_int (int_of_float x) else string_of_float x
  | Str s -> "\"" ^ String.concat "\\\"" (String.split_on_char '"' (String.escaped s)) ^ "\""
  | List l -> "[" ^ String.concat "," (List.map show l) ^ "]"
  | Obj l -> "{" ^ String.concat "," (List.map (fun (k, v) -> "\"" ^ k ^ "\":" ^ show v) l) ^ "}"

(* Between JSON and the types of the functions. *)
let to_int = function Num x -> int_of_float x | _ -> failwith "a number is wanted"
let to_ints = function List l -> List.map to_int l | _ -> failwith "a list is wanted"
let to_graph = function
  | Obj [ ("dict", List l) ] -> List.map (function List [ v; s ] -> (to_int v, to_ints s) | _ -> failwith "a graph is wanted") l
  | _ -> failwith "a graph is wanted"
let to_predicate = function Obj [ ("predicate", l) ] -> let l = to_ints l in fun v -> List.mem v l | _ -> failwith "a predicate is wanted"
let of_int n = Num (float_of_int n)
let of_ints l = List (List.map of_int l)
let of_pairs l = Obj [ ("dict", List (List.map (fun (k, v) -> List [ of_int k; of_int v ]) l)) ]

(* The functions that are known: their names, the number of their arguments, and how they are called. *)
let known =
  [ ("sansSuccesseur", 1, "fun a -> of_int (sansSuccesseur (to_graph (List.hd a)))");
    ("predecesseurs", 2, "fun a -> of_ints (predecesseurs (to_graph (List.hd a)) (to_int (List.nth a 1)))");
    ("noyau", 1, "fun a -> of_ints (noyau (to_graph (List.hd a)))");
    ("nimber", 1, "fun a -> of_pairs (nimber (to_graph (List.hd a)))");
    ("strategie", 1, "fun a -> of_pairs (strategie (to_graph (List.hd a)))");
    ("attracteurs", 2, "fun a -> of_ints (attracteurs (to_graph (List.hd a)) (to_predicate (List.nth a 1)))") ]

let defined : (string * (json list -> json)) list ref = ref []
let judged = ref (fun (_ : json list) -> Null)

(* Evaluates a phrase; it is refused if a function is missing or has another type. *)
let evaluate phrase =
  let silent = Format.make_formatter (fun _ _ _ -> ()) (fun () -> ()) in
  try Toploop.execute_phrase false silent (!Toploop.parse_toplevel_phrase (Lexing.from_string phrase)) with _ -> false

let load file =
  let silent = Format.make_formatter (fun _ _ _ -> ()) (fun () -> ()) in
  defined := [];
  if not (Toploop.use_file silent file) then Obj [ ("error", Obj [ ("type", Str "Error"); ("message", Str "the file is refused") ]) ]
  else begin
    List.iter (fun (name, _, call) -> ignore (evaluate (Printf.sprintf "let () = defined := (%S, (%s)) :: !defined;;" name call))) known;
    let describe (name, count, _) = Obj [ ("name", Str name); ("least", of_int count); ("most", of_int count) ] in
    Obj [ ("functions", List (List.map describe (List.filter (fun (name, _, _) -> List.mem_assoc name !defined) known))) ]
  end

let answer request =
  match request with
  | Obj (("load", Str file) :: _) -> load file
  | Obj (("judge", Str name) :: _) -> judged := List.assoc name !defined; Obj []
  | Obj (("call", List arguments) :: _) -> (
      try Obj [ ("value", !judged arguments) ] with
      | Stack_overflow -> Obj [ ("error", Obj [ ("type", Str "RecursionError") ]) ]
      | e -> Obj [ ("error", Obj [ ("type", Str (Printexc.to_string e)) ]) ])
  | _ -> failwith "an unknown request"

let () =
  (* The student's code has neither of the two pipes. *)
  let requests = stdin in
  try
    while true do
      print_endline (show (answer (parse (input_line requests))))
    done
  with End_of_file -> ()

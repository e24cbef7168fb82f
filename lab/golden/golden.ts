import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isFieldFolder, runField } from './field.js';
import { runAccess } from './osm-access.js';
import { type FileResult, runGolden } from './run.js';

// npm run golden -- FOLDER: every case of a folder of golden files through the public functions of @itinera/mobility; files as
// people have them (expected.json with commands) and small maps (expected.json with routes) through the shipped bundle.
const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('Usage: npm run golden -- FOLDER');
  process.exit(2);
}

if (isFieldFolder(resolve(folder))) {
  let [right, all] = [0, 0];
  for (const { kind, file, verdict, why } of runField(resolve(folder), process.cwd())) {
    all++;
    if (verdict !== 'wrong') right++;
    console.log(`${verdict.padEnd(8)} ${file.padEnd(34)} ${kind}${why && `\n    ${why.slice(0, 300)}`}`);
  }
  console.log(`${right} of ${all} right or refused`);
  process.exit(right === all ? 0 : 1);
}

const SHOWN = 20;
let rows: FileResult[];
try {
  const path = resolve(folder);
  rows = existsSync(join(path, 'expected.json')) ? runAccess(path) : runGolden(path);
} catch (error) {
  console.error((error as Error).message);
  process.exit(2);
}
for (const { file, cases, compared, wrong, skipped } of rows) {
  const counts = `${compared} values compared, ${wrong.length} wrong, ${skipped.length} skipped`;
  console.log(`${file.padEnd(26)} ${cases} cases, ${counts}`);
  for (const line of [...wrong, ...skipped.map((text) => `skipped ${text}`)].slice(0, SHOWN))
    console.log(`    ${line}`);
  const ids = new Set([...wrong, ...skipped].map((line) => line.split(/[ :]/, 1)[0]));
  if (wrong.length + skipped.length > SHOWN) console.log(`    … of the cases ${[...ids].join(' ')}`);
}
if (rows.some(({ wrong }) => wrong.length > 0)) process.exitCode = 1;

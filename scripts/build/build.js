import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './bundle.js';
import { buildPage, compilePackages, compileScripts, libraries, packages, readyHome, root } from './compile.js';

// npm run build: everything that runs, unless it was built from these files. Types are checked, and declarations written, by
// npm run typecheck. With --scripts, also scripts and benchmarks.
const program = join(packages, 'asbench');
const record = join(root, 'build', 'built-from.txt');
const sources = filesRead();
const outputs = [join(program, 'bundle', 'main.js'), ...libraries.map((name) => join(packages, name, 'dist'))];
const isBuilt = outputs.every(existsSync) && existsSync(record) && readFileSync(record, 'utf8') === sources;
const scripts = process.argv.includes('--scripts') && compileScripts();
if (isBuilt) rmSync(readyHome(program), { recursive: true, force: true });
else {
  rmSync(record, { force: true });
  const [page] = await Promise.all([buildPage(), compilePackages()]);
  await bundle(join(program, 'bundle'), page);
  mkdirSync(join(root, 'build'), { recursive: true });
  writeFileSync(record, sources);
}
await scripts;

/** What the build reads: sources, its own scripts and the versions of other packages, each with size and time of change. */
function filesRead() {
  const below = (folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((file) => !/(^|[\\/])(dist|bundle|node_modules|__pycache__)([\\/]|$)/.test(file))
      .map((file) => join(folder, file));
  return ['package-lock.json', ...below('scripts/build'), ...below('packages')]
    .map((file) => [file, statSync(join(root, file))])
    .filter(([, stat]) => stat.isFile())
    .map(([file, { size, mtimeMs }]) => `${file} ${size} ${mtimeMs}\n`)
    .sort()
    .join('');
}

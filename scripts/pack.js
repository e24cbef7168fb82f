import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './build/compile.js';
import { repositoryOf, withAddresses, withLinks } from './build/links.js';

// Runs before npm packs a package, in its folder: builds what is missing, writes the types, and puts the addresses of the
// project into manifest and README. With --restore, which runs afterwards, both are as before.
const folder = process.cwd();
const name = basename(folder);
const kept = join(root, 'build', 'packing', name);
const repository = repositoryOf();
const published = {
  'package.json': (text) => `${JSON.stringify(withLinks(JSON.parse(text), repository, `packages/${name}`), null, 2)}\n`,
  'README.md': (text) => withAddresses(text, repository, `packages/${name}`),
};

/** In one step, since other programs read these files meanwhile. */
const replace = (file, text) => {
  writeFileSync(join(kept, `${file}.new`), text);
  renameSync(join(kept, `${file}.new`), join(folder, file));
};

if (process.argv.includes('--restore')) {
  for (const file of Object.keys(published))
    if (existsSync(join(kept, file))) replace(file, readFileSync(join(kept, file)));
  rmSync(kept, { recursive: true, force: true });
} else {
  const node = (...words) => execFileSync(process.execPath, words, { cwd: root, stdio: ['ignore', 2, 2] });
  const bundle = join(root, 'packages', 'asbench', 'bundle');
  if (!existsSync(bundle)) node(join('scripts', 'build', 'build.js'));
  if (name === 'asbench' && !existsSync(join(bundle, 'benchmarks/dist/demo/ready-home')))
    node(join('scripts', 'build', 'ready-home.js'));
  node(join('node_modules', 'typescript', 'bin', 'tsc'), '-b', folder);
  mkdirSync(kept, { recursive: true });
  for (const [file, convert] of Object.entries(published)) {
    const text = readFileSync(join(folder, file), 'utf8');
    // What a pack that was killed left behind is not the original.
    const before = existsSync(join(kept, file)) ? readFileSync(join(kept, file), 'utf8') : null;
    if (before !== null && convert(before) === text) continue;
    writeFileSync(join(kept, file), text);
    replace(file, convert(text));
  }
}

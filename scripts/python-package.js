import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectUrls, repositoryOf, withAddresses } from './build/links.js';

// Makes the Python package: the program of asbench inside it, then wheel and sdist. npm run python
const root = join(import.meta.dirname, '..');
const asbench = join(root, 'packages', 'asbench');
const python = join(root, 'python');
const target = join(python, 'src', 'itinera', '_node');

rmSync(target, { recursive: true, force: true });
const isLarge = (path) => /ready-home[\\/]cache[\\/].*\.(map|routing)$/.test(path);
cpSync(join(asbench, 'bundle'), target, { recursive: true, filter: (path) => !isLarge(path) });
writeFileSync(
  join(target, 'asbench.js'),
  readFileSync(join(asbench, 'bin', 'asbench.js'), 'utf8').replace('../bundle/main.js', './main.js'),
);
cpSync(join(root, 'LICENSE'), join(python, 'LICENSE'));

/** hatchling may belong to a Python other than the first one. */
const interpreters = [process.env.ITINERA_PYTHON, 'python3', 'python', '/usr/bin/python3'].filter(Boolean);
const hatchling = interpreters.find((name) => spawnSync(name, ['-c', 'import hatchling']).status === 0);
if (hatchling === undefined) {
  console.error('No Python has hatchling: apt-get install python3-hatchling, or pip install hatchling.');
  process.exit(1);
}
rmSync(join(python, 'dist'), { recursive: true, force: true });
// A copy, with the links of the project.
const stage = join(root, 'build', 'python');
rmSync(stage, { recursive: true, force: true });
cpSync(python, stage, { recursive: true, filter: (path) => !/__pycache__/.test(path) });
appendFileSync(join(stage, 'pyproject.toml'), projectUrls(repositoryOf()));
const page = readFileSync(join(python, 'README.md'), 'utf8');
writeFileSync(join(stage, 'README.md'), withAddresses(page, repositoryOf(), 'python'));
const built = spawnSync(hatchling, ['-m', 'hatchling', 'build', '-d', join(python, 'dist')], {
  cwd: stage,
  stdio: ['ignore', 'ignore', 'pipe'],
  encoding: 'utf8',
});
if (built.status !== 0) {
  console.error(built.stderr);
  process.exit(1);
}
for (const name of readdirSync(join(python, 'dist'))) console.log(join('python', 'dist', name));

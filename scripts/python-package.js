import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { build } from 'esbuild';

// Makes the Python package: the whole of Itinera as a few files inside it, then wheel and sdist. npm run python
const root = join(import.meta.dirname, '..');
const packages = join(root, 'packages');
const python = join(root, 'python');
const target = join(python, 'src', 'itinera', '_node');
const posix = (path) => path.split(sep).join('/');

/** The modules that threads and agents load by their place, and the command line itself. */
const loadedByPlace = [
  'asbench/dist/commands/main.js',
  'asbench/dist/measure-report/realism-thread.js',
  'benchmarks/dist/agent-kit.js',
  'city/dist/routing/hierarchy-worker.js',
  'engine/dist/simulation/thread.js',
  'humob/dist/score-worker.js',
  'viewer/dist/server/calls/calls-worker.js',
  'viewer/dist/server/people-costs-worker.js',
  'viewer/dist/server/people-worker.js',
  'viewer/dist/server/replay/replay-worker.js',
];

/** What is read beside the modules. Each stands where its module looks for it. */
const files = [
  'asbench/package.json',
  'engine/python',
  'benchmarks/src/daily-mobility/agent.py',
  'benchmarks/src/hurricane-mobility/agent.py',
  'viewer/dist/web',
];

/** Every module keeps the address that it has in its package, though its text lies elsewhere now. */
const addresses = {
  name: 'addresses',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]packages[\\/]\w+[\\/]dist[\\/].*\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.')) return undefined;
      const place = posix(relative(packages, path));
      const address = `new URL("./${place}", import.meta.url)`;
      return { contents: text.replaceAll(/import\.meta\.url/g, `(${address}).href`), loader: 'js' };
    });
  },
};

const stem = (place) => place.replace('/dist/', '-').replaceAll('/', '-').replace(/\.js$/, '');

rmSync(target, { recursive: true, force: true });
await build({
  entryPoints: Object.fromEntries(loadedByPlace.map((place) => [stem(place), join(packages, place)])),
  outdir: target,
  chunkNames: 'part-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minify: true,
  keepNames: true,
  legalComments: 'none',
  // Node has its own SQLite from 22.13 on; before that runs are not listed, and say so.
  external: ['libsql', 'pg-native'],
  plugins: [addresses],
  banner: {
    js: "import{createRequire as itineraRequire}from'node:module';const require=itineraRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
writeFileSync(join(target, 'package.json'), '{ "type": "module" }\n');
writeFileSync(
  join(target, 'asbench.js'),
  readFileSync(join(packages, 'asbench', 'bin', 'asbench.js'), 'utf8').replace(
    '../dist/commands/main.js',
    `./${stem('asbench/dist/commands/main.js')}.js`,
  ),
);
for (const place of loadedByPlace.slice(1)) {
  const file = join(target, place);
  mkdirSync(dirname(file), { recursive: true });
  const address = `${'../'.repeat(place.split('/').length - 1)}${stem(place)}.js`;
  const hasDefault = /export default|as default/.test(readFileSync(join(packages, place), 'utf8'));
  writeFileSync(file, `export * from '${address}';\n${hasDefault ? `export { default } from '${address}';\n` : ''}`);
}
for (const place of files)
  cpSync(join(packages, place), join(target, place), {
    recursive: true,
    filter: (path) => !path.includes('__pycache__'),
  });
cpSync(join(root, 'LICENSE'), join(python, 'LICENSE'));

/** hatchling may be in another Python than the first one. */
const interpreters = [process.env.ITINERA_PYTHON, 'python3', 'python', '/usr/bin/python3'].filter(Boolean);
const hatchling = interpreters.find((name) => spawnSync(name, ['-c', 'import hatchling']).status === 0);
if (hatchling === undefined) {
  console.error('No Python has hatchling: apt-get install python3-hatchling, or pip install hatchling.');
  process.exit(1);
}
rmSync(join(python, 'dist'), { recursive: true, force: true });
const built = spawnSync(hatchling, ['-m', 'hatchling', 'build'], {
  cwd: python,
  stdio: ['ignore', 'ignore', 'pipe'],
  encoding: 'utf8',
});
if (built.status !== 0) {
  console.error(built.stderr);
  process.exit(1);
}
for (const name of readdirSync(join(python, 'dist'))) console.log(join('python', 'dist', name));

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

const MAIN = 'asbench/dist/commands/main.js';

/** The modules that threads, processes and agents load by their place: what is written as such, and what is passed on. */
const loadedByPlace = [
  MAIN,
  'viewer/dist/server/people-costs-worker.js',
  'viewer/dist/server/people-worker.js',
  ...readdirSync(packages).flatMap((name) =>
    readdirSync(join(packages, name, 'dist'), { recursive: true })
      .filter((file) => file.endsWith('.js'))
      .flatMap((file) => {
        const path = join(packages, name, 'dist', file);
        const found = readFileSync(path, 'utf8').matchAll(/compiledUrl\(\s*['"](\.[^'"]+\.js)['"]/g);
        return Array.from(found, ([, module]) => posix(relative(packages, join(dirname(path), module))));
      }),
  ),
].filter((place, i, all) => all.indexOf(place) === i);

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
const { metafile } = await build({
  metafile: true,
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
    `./${stem(MAIN)}.js`,
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

// What others wrote is passed on with their licences.
const others = new Set(
  Object.keys(metafile.inputs).flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(posix(file))?.[0] ?? []),
);
const licences = [...others].sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const text = file === undefined ? `Licence: ${license}` : readFileSync(join(folder, file), 'utf8').trim();
  return `${name} ${version}\n\n${text}\n`;
});
writeFileSync(join(target, 'LICENSES.txt'), licences.join(`\n${'-'.repeat(80)}\n\n`));

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

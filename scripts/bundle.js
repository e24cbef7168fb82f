import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const packages = join(root, 'packages');
const posix = (path) => path.split(sep).join('/');

const MAIN = 'asbench/dist/commands/main.js';

/** Of others' packages, in a folder that npm packs. */
const others = (place) => place.replace(/^.*node_modules\//, 'others/');

/** What is read beside the modules, by where its module looks for it. */
const files = {
  'asbench/package.json': 'packages/asbench/package.json',
  'engine/python': 'packages/engine/python',
  'benchmarks/src/daily-mobility/agent.py': 'packages/benchmarks/src/daily-mobility/agent.py',
  'benchmarks/src/hurricane-mobility/agent.py': 'packages/benchmarks/src/hurricane-mobility/agent.py',
  'viewer/dist/web': 'packages/viewer/dist/web',
  'others/jiti/dist/babel.cjs': 'node_modules/jiti/dist/babel.cjs',
};

/**
 * Puts all that `asbench` is, with what it takes from others, into a few files that load in a fifth of the time: a folder
 * that needs nothing beside it but `libsql` before Node 22.13. Its program is `main.js`.
 */
export async function bundle(target) {
  const byPlace = modulesLoadedByPlace();
  rmSync(target, { recursive: true, force: true });
  const { metafile } = await build({
    metafile: true,
    entryPoints: { main: join(packages, MAIN), ...mapKeys(byPlace, stem) },
    outdir: target,
    chunkNames: 'part-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    minifyWhitespace: true,
    legalComments: 'none',
    external: ['libsql', 'pg-native', '@napi-rs/nice', 'msgpackr-extract'],
    plugins: [addresses],
    banner: {
      js: "import{createRequire as itineraRequire}from'node:module';const itineraAddress=import.meta.url,require=itineraRequire(itineraAddress);",
    },
    logLevel: 'warning',
  });
  writeFileSync(join(target, 'package.json'), '{ "type": "module" }\n');
  for (const [place, path] of Object.entries(byPlace)) {
    const address = `${'../'.repeat(place.split('/').length - 1)}${stem(place)}.js`;
    const hasDefault = /export default|as default/.test(readFileSync(path, 'utf8'));
    mkdirSync(dirname(join(target, place)), { recursive: true });
    const again = hasDefault ? `export { default } from '${address}';\n` : '';
    writeFileSync(join(target, place), `export * from '${address}';\n${again}`);
  }
  for (const [place, path] of Object.entries(files))
    cpSync(join(root, path), join(target, place), {
      recursive: true,
      filter: (name) => !name.includes('__pycache__'),
    });
  writeFileSync(join(target, 'LICENSES.txt'), licencesOf(Object.keys(metafile.inputs)));
}

/** The modules that threads, processes and agents load by their place: what is written as such, and what is passed on. */
function modulesLoadedByPlace() {
  const places = readdirSync(packages).flatMap((name) =>
    readdirSync(join(packages, name, 'dist'), { recursive: true })
      .filter((file) => file.endsWith('.js'))
      .flatMap((file) => {
        const path = join(packages, name, 'dist', file);
        const found = readFileSync(path, 'utf8').matchAll(/compiledUrl\(\s*['"](\.[^'"]+\.js)['"]/g);
        return Array.from(found, ([, module]) => posix(relative(packages, join(dirname(path), module))));
      }),
  );
  places.push('viewer/dist/server/people-costs-worker.js', 'viewer/dist/server/people-worker.js');
  return {
    ...Object.fromEntries(places.map((place) => [place, join(packages, place)])),
    'others/piscina/dist/worker.js': join(root, 'node_modules/piscina/dist/worker.js'),
  };
}

/** Every module keeps the address that it has in its package, though its text lies elsewhere now. */
const addresses = {
  name: 'addresses',
  setup({ onLoad }) {
    const looking =
      /packages[\\/]\w+[\\/]dist[\\/].*\.js$|[\\/](?:jiti[\\/]lib[\\/]jiti\.mjs|piscina[\\/]dist[\\/]index\.js)$/;
    onLoad({ filter: looking }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!/import\.meta\.url|\b__dirname\b/.test(text)) return undefined;
      const place = path.includes('node_modules') ? others(posix(path)) : posix(relative(packages, path));
      const address = `new URL("./${place}", itineraAddress)`;
      const contents = text
        .replaceAll('import.meta.url', `(${address}).href`)
        .replaceAll(/\b__dirname\b/g, `require("node:url").fileURLToPath(new URL(".", ${address}))`);
      return { contents, loader: 'js' };
    });
  },
};

const stem = (place) => place.replace('/dist/', '-').replaceAll('/', '-').replace(/\.js$/, '');

const mapKeys = (object, name) => Object.fromEntries(Object.entries(object).map(([key, value]) => [name(key), value]));

/** What others wrote is passed on with their licences. */
function licencesOf(inputs) {
  const folders = inputs.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(posix(file))?.[0] ?? []);
  return [...new Set([...folders, 'node_modules/jiti'])]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      const file = readdirSync(join(root, folder)).find((each) => /^licen[cs]e/i.test(each));
      const text = file === undefined ? `Licence: ${license}` : readFileSync(join(root, folder, file), 'utf8').trim();
      return `${name} ${version}\n\n${text}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}

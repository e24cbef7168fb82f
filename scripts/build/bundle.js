import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { libraries, packages, root } from './compile.js';
import { licencesOf, materialsOf, partsOf } from './contents.js';
import { mergeParts } from './merge-parts.js';
import { importOrigins } from './origins.js';

const posix = (path) => path.split(sep).join('/');

/** The program; for tests, which call them in their own process, also its code and the library. */
const entries = {
  main: join(packages, 'asbench/dist/commands/main.js'),
  program: join(packages, 'asbench/dist/commands/program.js'),
  itinera: join(packages, 'itinera/dist/index.js'),
};

/** What the code of some files needs. */
const BANNER =
  "import{createRequire as itineraRequire}from'node:module';const itineraAddress=import.meta.url,require=itineraRequire(itineraAddress);";

/** How files of the bundle are written. */
const WRITTEN = {
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minifyWhitespace: true,
  legalComments: 'none',
  external: ['@napi-rs/nice', 'msgpackr-extract'],
  logLevel: 'warning',
};

/** What every command, every thread of a run with an agent from a file or without, and the build of a map load first. */
const STARTS = [['commands/main.js'], ['simulation/thread.js', 'dist/thread-kit.js'], ['commands/map.js']];

/** The licences of bundled packages, in a folder that npm packs. */
const others = (place) => place.replace(/^.*node_modules\//, 'others/');

/** Files that other packages load by address and that cannot be found in their code. */
const othersModules = { 'others/piscina/dist/worker.js': join(root, 'node_modules/piscina/dist/worker.js') };
const othersFiles = { 'others/jiti/dist/babel.cjs': join(root, 'node_modules/jiti/dist/babel.cjs') };

/**
 * Bundles `asbench` with its third-party code into a few files that load in a fifth of the time, in a self-contained folder.
 * Its program is `main.js`; `LICENSES.txt` and `sbom.cdx.json` list the third-party parts.
 *
 * @param page esbuild's metafile of the viewer's page
 * @throws Error if one of its packages may not be redistributed
 */
export async function bundle(target, page) {
  const { modules, assets } = loadedByAddress();
  const byPlace = { ...modules, ...othersModules };
  rmSync(target, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    metafile: true,
    entryPoints: { ...entries, ...mapKeys(byPlace, stem) },
    outdir: target,
    chunkNames: 'part-[hash]',
    bundle: true,
    splitting: true,
    ...WRITTEN,
    alias: { '@modelcontextprotocol/server/_shims': join(import.meta.dirname, 'mcp-shims.js') },
    plugins: [addresses, english],
    banner: { js: BANNER },
    // A missing export is otherwise undefined until a user needs it.
    logOverride: { 'import-is-undefined': 'error', 'assign-to-import': 'error', 'call-import-namespace': 'error' },
  });
  requireNamedExports(metafile);
  for (const output of Object.keys(metafile.outputs)) dropUnusedBanner(join(root, output));
  await mergeParts(target, metafile.outputs, WRITTEN, STARTS);
  writeFileSync(join(target, 'package.json'), '{ "type": "module" }\n');
  for (const [place, path] of Object.entries(byPlace)) {
    const address = `${'../'.repeat(place.split('/').length - 1)}${stem(place)}.js`;
    const hasDefault = /export default|as default/.test(readFileSync(path, 'utf8'));
    mkdirSync(dirname(join(target, place)), { recursive: true });
    const again = hasDefault ? `export { default } from '${address}';\n` : '';
    writeFileSync(join(target, place), `export * from '${address}';\n${again}`);
  }
  for (const [place, path] of Object.entries({ ...assets, ...othersFiles }))
    cpSync(path, join(target, place), {
      recursive: true,
      filter: (name) => !name.includes('__pycache__'),
    });
  const copied = Object.values(othersFiles).map((path) => posix(relative(root, path)));
  const contents = partsOf([metafile, page], copied);
  writeFileSync(join(target, 'LICENSES.txt'), licencesOf(contents));
  const manifest = JSON.parse(readFileSync(join(packages, 'asbench/package.json'), 'utf8'));
  writeFileSync(join(target, 'sbom.cdx.json'), materialsOf(contents, manifest));
  // For tests, which compare these with what was read here.
  mkdirSync(join(root, 'build'), { recursive: true });
  writeFileSync(join(root, 'build', 'metafiles.json'), JSON.stringify([metafile, page]));
}

/**
 * @throws Error if a module imports a CommonJS package dynamically: esbuild then exports its default only, and Node.js its
 *   names too, so that what works from source is undefined in the bundle
 */
export function requireNamedExports({ inputs }) {
  for (const [importer, { imports }] of Object.entries(inputs))
    for (const { kind, path, original } of imports)
      if (kind === 'dynamic-import' && inputs[path]?.format === 'cjs' && importer.startsWith('packages/'))
        throw new Error(
          `${importer} imports "${original}" dynamically, which is CommonJS and has no named exports in the bundle. ` +
            'Re-export the names from a module of its own and import that.',
        );
}

/** Most files do not need the banner, which takes time to compile in each. */
function dropUnusedBanner(path) {
  const text = readFileSync(path, 'utf8');
  const code = text.replace(`${BANNER}\n`, '');
  if (!/\b(itineraAddress|require)\b/.test(code)) writeFileSync(path, code);
}

/**
 * The modules (threads, processes, imports of agents) and the files that the code of the packages loads by address:
 * `compiledUrl('./worker.js', import.meta.url)` and `new URL('./file', import.meta.url)`, by their place in the packages.
 * @throws Error if an address is not a literal or the file does not exist, since the bundle would lack it
 */
function loadedByAddress() {
  const [modules, assets] = [{}, {}];
  for (const file of libraries.flatMap((name) => compiledFiles(join(packages, name, 'dist')))) {
    const uses = readFileSync(file, 'utf8').matchAll(
      /(?<!function )\b(?:compiledUrl|new URL)\(([^()]*)import\.meta\.url/g,
    );
    for (const [use, argument] of uses) {
      const literal = /^\s*["']([^"'`$]+)["'],\s*$/.exec(argument)?.[1];
      const path = literal && join(dirname(file), literal);
      if (!path || !existsSync(path)) throw new Error(`${file}: "${use}" is not a file that can be bundled.`);
      const place = posix(relative(packages, path)).replace(/\/$/, '');
      (path.endsWith('.js') ? modules : assets)[place] = path;
    }
  }
  return { modules, assets };
}

const compiledFiles = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('.js') && !/^web[\\/]/.test(file))
    .map((file) => join(folder, file));

/** Every module keeps its original address, although its code is now elsewhere, and imports what it needs and no index. */
const addresses = {
  name: 'addresses',
  setup({ onLoad }) {
    const looking =
      /packages[\\/][\w-]+[\\/]dist[\\/].*\.js$|[\\/](?:jiti[\\/]lib[\\/]jiti\.mjs|piscina[\\/]dist[\\/]index\.js)$/;
    onLoad({ filter: looking }, ({ path }) => {
      const text = importOrigins(readFileSync(path, 'utf8'), entryOf);
      const place = path.includes('node_modules') ? others(posix(path)) : posix(relative(packages, path));
      const address = `new URL("./${place}", itineraAddress)`;
      const contents = text
        .replaceAll('import.meta.url', `(${address}).href`)
        .replaceAll(/\b__dirname\b/g, `require("node:url").fileURLToPath(new URL(".", ${address}))`);
      return { contents, loader: 'js' };
    });
  },
};

/** Without zod's messages in other languages: a tenth of what every process and thread loads. */
const english = {
  name: 'english',
  setup({ onLoad }) {
    const contents = "export { default as en } from './en.js';";
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({ contents, loader: 'js' }));
  },
};

/** The file that an import of one of our packages loads; undefined for other packages. */
const entryOf = (name) => (/^(itinera$|@itinera\/)/.test(name) ? fileURLToPath(import.meta.resolve(name)) : undefined);

const stem = (place) => place.replace('/dist/', '-').replaceAll('/', '-').replace(/\.js$/, '');

const mapKeys = (object, name) => Object.fromEntries(Object.entries(object).map(([key, value]) => [name(key), value]));

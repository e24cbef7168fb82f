import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { build } from 'esbuild';
import { licencesOf, partsOf } from './contents.js';

export const root = join(import.meta.dirname, '..', '..');
export const packages = join(root, 'packages');
/** The packages that Node runs; the playground consists of pages only. */
export const libraries = readdirSync(packages).filter(
  (name) => name !== 'playground' && existsSync(join(packages, name, 'package.json')),
);

const jsx = { jsx: 'automatic', jsxImportSource: 'preact' };
const modules = { ...jsx, format: 'esm', platform: 'node', target: 'es2023', logLevel: 'warning' };

/** The TypeScript files below a folder, by relative path. */
const filesBelow = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true })
        .map((file) => file.split(sep).join('/'))
        .filter((file) => /\.tsx?$/.test(file) && !/\.d\.ts$/.test(file))
    : [];

const ofPage = (name, file) => name === 'viewer' && file.startsWith('app/');

/** Compiles the sources of every package into its `dist`, one module per file. */
export async function compilePackages() {
  const entryPoints = libraries.flatMap((name) =>
    filesBelow(join(packages, name, 'src'))
      .filter((file) => !/\.(test|fixture)\.ts$/.test(file) && !ofPage(name, file))
      .map((file) => ({ in: join(packages, name, 'src', file), out: `${name}/dist/${file.replace(/\.tsx?$/, '')}` })),
  );
  await build({ ...modules, entryPoints, outdir: packages, sourcemap: true, sourcesContent: false });
  for (const name of libraries) removeStale(join(packages, name));
}

/** Output without a source would still be published. */
function removeStale(folder) {
  for (const file of readdirSync(join(folder, 'dist'), { recursive: true })) {
    const stem = /^(?!(?:web|app-types)[\\/])(.+?)\.(?:js|d\.ts)(?:\.map)?$/.exec(file)?.[1];
    if (stem !== undefined && !['ts', 'tsx'].some((kind) => existsSync(join(folder, 'src', `${stem}.${kind}`))))
      rmSync(join(folder, 'dist', file));
  }
}

/** Compiles scripts, the laboratory, speed benchmarks and the fixtures that they use into `build`, laid out as the sources are. */
export async function compileScripts() {
  const folders = [
    'scripts',
    'lab',
    ...[...libraries, 'playground'].flatMap((name) => [`packages/${name}/perf`, `packages/${name}/src`]),
  ];
  const entryPoints = folders.flatMap((folder) =>
    filesBelow(join(root, folder))
      .filter((file) => !/\.test\.ts$|\.tsx$/.test(file))
      .map((file) => join(root, folder, file)),
  );
  await build({ ...modules, entryPoints, outbase: root, outdir: join(root, 'build') });
}

/** The page imports other packages from their sources, so it can be built in parallel with them. */
export const fromSource = {
  name: 'from-source',
  setup({ onResolve }) {
    onResolve({ filter: /^@itinera\// }, ({ path }) => {
      const [, name, entry = 'index'] = path.split('/');
      return { path: join(packages, name, 'src', `${entry}.ts`), sideEffects: false };
    });
  },
};

/** Options of esbuild for scripts of pages. */
export const pageOptions = {
  absWorkingDir: root,
  metafile: true,
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  legalComments: 'none',
  ...jsx,
  logLevel: 'warning',
  plugins: [fromSource],
};

/**
 * Bundles the viewer's page as `app.js`, which loads the other
 * scripts when they are needed, and `report.js`, which contains everything and is embedded in reports.
 *
 * @returns esbuild's metafile
 * @throws Error if one of its packages may not be redistributed
 */
export async function buildPage() {
  const viewer = join(packages, 'viewer');
  const web = join(viewer, 'dist', 'web');
  const entry = join(viewer, 'src', 'app', 'main.tsx');
  const options = { ...pageOptions, outdir: web };
  rmSync(web, { recursive: true, force: true });
  const [{ metafile }] = await Promise.all([
    build({ ...options, entryPoints: { app: entry }, splitting: true, chunkNames: 'part-[hash]' }),
    build({ ...options, entryPoints: { report: entry } }),
  ]);
  for (const name of ['app.js', 'report.js']) {
    const script = join(web, name);
    writeFileSync(script, `/*\n${licencesOf(partsOf([metafile]))}*/\n${readFileSync(script, 'utf8')}`);
  }
  rmSync(join(web, 'report.css'));
  cpSync(join(viewer, 'src', 'app', 'public'), web, { recursive: true });
  return metafile;
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', 'packages');
const packages = readdirSync(root).filter((name) => readdirSync(join(root, name)).includes('package.json'));
/** What agents and programs import; it repeats exports of other packages. */
const FACADE = 'itinera';
const manifest = (name: string) => JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8'));
const below = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|js)$/.test(file))
    .map((file) => join(folder, file));
const sources = (name: string) => below(join(root, name, 'src')).filter((file) => !/\.(test|fixture)\.ts$/.test(file));
/** @param which all imports, or without those of types, which no program contains */
const imports = (file: string, which: 'all' | 'running' = 'all') =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
    ),
  ]
    .filter(([text]) => which === 'all' || !/^(?:import|export) type\b/.test(text))
    .map((match) => (match[1] ?? match[2] ?? match[3]) as string);
const packageOf = (specifier: string) =>
  specifier.startsWith('@') ? specifier.split('/').slice(0, 2).join('/') : (specifier.split('/')[0] as string);

/** One area per benchmark: the folders that export one. */
const tasks = readdirSync(join(root, 'benchmarks', 'src'), { encoding: 'utf8' })
  .filter((name) => existsSync(join(root, 'benchmarks', 'src', name, 'index.ts')))
  .map((name) => `benchmarks/${name}`);

/**
 * The areas of the code, and the areas that each may import from. An area is a package or a folder of one; files of a
 * package outside its areas belong to the package itself. A package name stands for everything that the package
 * exports. All may import from `base`.
 */
const rooms: Readonly<Record<string, readonly string[]>> = {
  base: [],
  metrics: [],
  tables: [],
  mobility: ['metrics', 'tables'],
  'city/map': [],
  'city/routing': ['city/map'],
  'city/transit': ['city/map', 'city/routing', 'tables'],
  'city/movement': ['city/map', 'city/routing', 'city/transit', 'metrics'],
  'city/reach': ['city/map', 'city/routing', 'city/transit', 'city/movement'],
  'city/scenario': ['city/map', 'city/routing', 'city/transit', 'city/movement'],
  city: ['city/map', 'city/routing', 'city/transit', 'city/movement', 'city/reach', 'city/scenario'],
  'city-build/layout': ['city'],
  'city-build/sources': ['city-build/layout', 'city', 'tables'],
  'city-build': ['city-build/layout', 'city-build/sources'],
  people: ['city', 'tables'],
  run: ['tables'],
  humob: ['metrics', 'tables'],
  'engine/llm': ['metrics', 'run'],
  'engine/memory': ['city'],
  'engine/agents': ['engine/llm', 'engine/memory', 'metrics', 'mobility', 'run', 'city'],
  'engine/python': ['engine/agents', 'engine/llm', 'engine/memory', 'city'],
  'engine/simulation': ['engine/agents', 'engine/llm', 'engine/memory', 'engine/python', 'run', 'city'],
  engine: ['engine/agents', 'engine/llm', 'engine/memory', 'engine/python', 'engine/simulation'],
  'benchmarks/port': ['run', 'metrics', 'engine', 'city'],
  'benchmarks/scoring': ['benchmarks/port', 'run', 'metrics'],
  'benchmarks/findings': ['benchmarks/port', 'metrics'],
  'benchmarks/demo': ['benchmarks/port', 'city', 'city-build', 'engine'],
  ...Object.fromEntries(
    tasks.map((room) => [
      room,
      ['benchmarks/port', 'benchmarks/scoring', 'benchmarks/findings', 'mobility', 'run', 'metrics', 'engine', 'city'],
    ]),
  ),
  'benchmarks/simulation': ['benchmarks/port', 'benchmarks/daily-mobility', 'engine'],
  'benchmarks/list': ['benchmarks/port', 'benchmarks/simulation', ...tasks, 'engine'],
  benchmarks: [
    'benchmarks/demo',
    'benchmarks/findings',
    'benchmarks/list',
    'benchmarks/port',
    'benchmarks/scoring',
    'benchmarks/simulation',
    ...tasks,
    'engine',
    'run',
  ],
  'runner/datasets': ['benchmarks', 'city', 'engine', 'mobility', 'people', 'run', 'tables'],
  'runner/hub': [],
  'runner/truth': ['runner/datasets', 'benchmarks', 'mobility', 'run'],
  'runner/scenarios': ['city', 'engine', 'run'],
  'runner/trials': ['runner/datasets', 'runner/scenarios', 'benchmarks', 'city', 'engine', 'mobility', 'run'],
  runner: ['runner/datasets', 'runner/hub', 'runner/truth', 'runner/scenarios', 'runner/trials'],
  'studies/boards': ['runner', 'benchmarks', 'run'],
  'studies/sweeps': ['runner', 'benchmarks', 'city', 'engine', 'metrics', 'run'],
  'studies/evolution': ['studies/sweeps', 'runner', 'benchmarks', 'engine', 'run'],
  'studies/papers': ['studies/sweeps', 'runner', 'benchmarks', 'engine', 'mobility', 'run'],
  'studies/exports': ['runner', 'city', 'metrics', 'run', 'tables'],
  'studies/comparisons': ['studies/exports', 'runner', 'benchmarks', 'city', 'engine', 'metrics', 'mobility', 'run'],
  studies: [
    'studies/boards',
    'studies/sweeps',
    'studies/evolution',
    'studies/papers',
    'studies/exports',
    'studies/comparisons',
  ],
  pool: ['studies', 'runner', 'engine', 'humob', 'run'],
  itinera: ['studies', 'runner', 'benchmarks', 'engine', 'humob', 'run'],
  'viewer/wire': ['studies', 'benchmarks', 'humob', 'mobility', 'metrics', 'run'],
  'viewer/data': ['viewer/wire', 'humob'],
  'viewer/charts': ['viewer/wire'],
  'viewer/app': ['viewer/charts', 'viewer/wire', 'city'],
  'viewer/replay': ['viewer/wire', 'run', 'city'],
  'viewer/server': [
    'studies',
    'runner',
    'viewer/wire',
    'viewer/charts',
    'viewer/data',
    'viewer/replay',
    'benchmarks',
    'engine',
    'humob',
    'run',
    'city',
    'metrics',
  ],
  viewer: ['viewer/wire', 'viewer/data', 'viewer/server'],
  playground: ['viewer/app', 'viewer/wire', 'viewer', 'humob', 'mobility', 'tables', 'metrics'],
  'playground/simulate': [
    'runner',
    'playground',
    'viewer/app',
    'viewer/wire',
    'viewer/replay',
    'benchmarks',
    'engine',
    'city',
    'run',
  ],
  asbench: [
    'studies',
    'runner',
    'viewer',
    'benchmarks',
    'engine',
    'humob',
    'tables',
    'mobility',
    'people',
    'pool',
    'run',
    'city',
    'city-build',
    'metrics',
  ],
};

const roomOf = (file: string): string => {
  const [name, , folder] = relative(root, file).split(sep) as [string, string, string];
  return `${name}/${folder}` in rooms ? `${name}/${folder}` : name;
};

/** The areas that a file imports from, including its own. */
const roomsOf = (file: string): string[] =>
  imports(file).flatMap((specifier) => {
    if (specifier.startsWith('.')) return roomOf(resolve(dirname(file), specifier));
    return specifier.startsWith('@itinera/') ? packageOf(specifier).slice('@itinera/'.length) : [];
  });

test.each(packages)('%s imports only packages that its package.json lists', (name) => {
  const { dependencies, peerDependencies, devDependencies, files } = manifest(name);
  // What goes into a bundle is not installed beside it.
  const bundled = files.includes('bundle') ? devDependencies : {};
  const allowed = new Set(Object.keys({ ...dependencies, ...peerDependencies, ...bundled }));
  const foreign = sources(name).flatMap((file) =>
    imports(file)
      .filter((specifier) => !/^(\.|node:|worker:)/.test(specifier))
      .filter((specifier) => !allowed.has(packageOf(specifier)))
      .map((specifier) => `${file}: ${specifier}`),
  );
  expect(foreign).toEqual([]);
});

test.each(packages)('every area of %s imports only from the areas that it may', (name) => {
  const strangers = sources(name).flatMap((file) => {
    const own = roomOf(file);
    expect(rooms, `${own} is a room`).toHaveProperty([own]);
    return roomsOf(file)
      .filter((room) => ![own, 'base', ...rooms[own]!].includes(room))
      .map((room) => `${relative(root, file)}: ${room}`);
  });
  expect(strangers).toEqual([]);
});

test('packages import those of lower floors, or before them on their own floor, as docs/architecture.md lists them', () => {
  const page = readFileSync(join(root, '..', 'docs', 'architecture.md'), 'utf8');
  const rows = page.slice(page.indexOf('## Floors')).matchAll(/^\| [a-z]+ \| ((?:`[\w-]+`(?:, )?)+) \|/gm);
  const floors = [...rows].map(([, list]) => list!.match(/[\w-]+/g)!).reverse();
  const order = floors.flat();
  expect([...order].sort()).toEqual(packages);
  const up = packages.flatMap((name) =>
    sources(name)
      .flatMap(roomsOf)
      .map((room) => room.split('/')[0]!)
      .filter((other) => order.indexOf(other) > order.indexOf(name))
      .map((other) => `${name} imports ${other}, which is above it`),
  );
  expect([...new Set(up)]).toEqual([]);
});

test('nothing imports the laboratory', () => {
  const files = [...packages.flatMap(sources), ...['scripts', 'test'].flatMap((name) => below(join(root, '..', name)))];
  const lab = join(root, '..', 'lab') + sep;
  const found = files.filter((file) =>
    imports(file).some((specifier) => specifier.startsWith('.') && resolve(dirname(file), specifier).startsWith(lab)),
  );
  expect(found).toEqual([]);
});

test('no file imports itself through others', () => {
  const known = new Map(
    packages.flatMap(sources).map((file) => [
      file,
      imports(file)
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => resolve(dirname(file), specifier).replace(/\.js$/, '.ts')),
    ]),
  );
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, way: readonly string[]): void => {
    if (way.includes(file))
      circles.push([...way.slice(way.indexOf(file)), file].map((f) => relative(root, f)).join(' → '));
    if (done.has(file) || way.includes(file)) return;
    for (const next of known.get(file) ?? []) visit(next, [...way, file]);
    done.add(file);
  };
  for (const file of known.keys()) visit(file, []);
  expect(circles).toEqual([]);
});

test.each(['base', 'metrics', 'tables', 'mobility'])('%s runs in a browser: it imports no node: module', (name) => {
  expect(
    sources(name)
      // The entry for files on disk, and what it alone exports.
      .filter((file) => !/^(base.src.node[.\\/]|tables.src.(node\.ts$|files.))/.test(relative(root, file)))
      .flatMap((file) => imports(file))
      .filter((specifier) => specifier.startsWith('node:')),
  ).toEqual([]);
});

/**
 * All project files that a file imports, directly or indirectly, including itself, and the external modules that it
 * imports.
 */
function closure(entry: string): { readonly files: string[]; readonly foreign: string[] } {
  const files = new Set<string>();
  const foreign = new Set<string>();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    for (const specifier of imports(file, 'running')) {
      if (specifier.startsWith('.')) visit(resolve(dirname(file), specifier).replace(/\.js$/, '.ts'));
      else if (specifier.startsWith('@itinera/')) {
        const [, name, part = 'index'] = specifier.split('/') as [string, string, string?];
        visit(join(root, name, 'src', `${part}.ts`));
      } else foreign.add(specifier);
    }
  };
  visit(entry);
  return { files: [...files], foreign: [...foreign] };
}

const ofTables = ['@uwdata/flechette', 'fzstd', 'hyparquet'];
const ofAgents = [...ofTables, 'flatbush', 'jsonrepair', 'kdbush', 'proj4', 'zod'];

test.each([
  ['humob', ofTables],
  ['run', ['@uwdata/flechette']],
  ['city', ['flatbush', 'kdbush', 'proj4']],
  ['city-build', ['flatbush', 'kdbush', 'polyclip-ts', 'proj4']],
  ['engine', ofAgents],
  ['benchmarks', [...ofAgents, 'polyclip-ts']],
  ['runner', ['@uwdata/flechette', 'yaml']],
])('%s/browser uses nothing of Node', (name, others) => {
  const { files, foreign } = closure(join(root, name, 'src', 'browser.ts'));
  expect([...new Set(foreign.map(packageOf))].sort()).toEqual([...others].sort());
  const usesNode = files.filter((file) =>
    /\b(Buffer|process|setImmediate|__dirname)\b[.(]/.test(readFileSync(file, 'utf8')),
  );
  expect(usesNode.map((file) => relative(root, file))).toEqual([]);
});

test('base has no dependencies, and metrics only base', () => {
  expect(manifest('base').dependencies ?? {}).toEqual({});
  expect(Object.keys(manifest('metrics').dependencies)).toEqual(['@itinera/base']);
});

test('what base exports is imported from base, and no other package exports it', () => {
  const exportsOf = (file: string) =>
    [...readFileSync(file, 'utf8').matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(
      ([, list]) => list!.match(/\w+(?=(?: as \w+)?\s*(?:,|$))/g) ?? [],
    );
  const ofBase = new Set(['index.ts', 'node.ts'].flatMap((file) => exportsOf(join(root, 'base', 'src', file))));
  expect(ofBase.size).toBeGreaterThan(40);
  const others = packages
    .filter((name) => !['base', FACADE].includes(name))
    .flatMap(sources)
    .filter((file) => !file.endsWith('agent-kit.ts'))
    .flatMap((file) => exportsOf(file).flatMap((name) => (ofBase.has(name) ? `${relative(root, file)}: ${name}` : [])));
  expect(others).toEqual([]);
});

test('threads are started by Piscina, except those of agents, which are monitored, and those of the playground', () => {
  const starters = packages
    .flatMap(sources)
    .filter((file) => /\bnew Worker\(/.test(readFileSync(file, 'utf8')))
    .map((file) => relative(root, file).split(sep).join('/'));
  expect(starters.sort()).toEqual(['engine/src/simulation/watched-thread.ts', 'playground/src/start-worker.ts']);
});

import { type ChildProcess, execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { CityMap, writeMap } from '@itinera/city';
import { commandList } from '../packages/asbench/dist/commands/command-list.js';
import { withDemo } from '../packages/benchmarks/src/demo.fixture.js';
import { graphMap } from '../packages/city/src/map/graph-map.fixture.js';
import { SMALL_TOWN, toPbf } from '../packages/city-build/src/sources/osm/osm-files.fixture.js';

/** A way to start asbench: the words that precede the command. */
export interface Program {
  readonly words: readonly [string, ...string[]];
}

const WALKER = `import { DailyMobilityAgent, z } from 'itinera';
const places: number[] = z.array(z.number()).parse([]);
export default class Walker extends DailyMobilityAgent {
  async forward(): Promise<void> {
    this.logIntention('work');
    this.goToAoi(this.status.get('work').aoiPosition.aoiId + places.length);
  }
}`;

/** The demo's map and routes as prepared for runs, which npm ci leaves in the bundle. */
const NOT_PUBLISHED = /ready-home\/cache\/\w+\.(map|routing)$/;

/** Files below a folder, relative to it, with forward slashes; without Python's compiled files. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('__pycache__'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => !NOT_PUBLISHED.test(file))
    .sort();
}

/** The modules that the bundle loads by address: threads, processes, and what agents import. */
export function modulesOf(bundle: string): string[] {
  return filesBelow(bundle).filter((file) => /\/dist\/.*\.js$/.test(file) && !file.includes('/web/'));
}

/** Runs a command of the program. @throws Error with its whole output when it fails */
export async function run({ words: [file, ...words] }: Program, cwd: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(file, [...words, ...args], { cwd, maxBuffer: 1 << 27 });
  return stdout;
}

/** Prints the help of every command of a bundle, in one process. @returns the commands whose help lacks their usage */
export async function startCommands(bundle: string, cwd: string): Promise<string[]> {
  const names = commandList.map(({ path }) => path.join(' '));
  const script = `import { runProgram } from ${JSON.stringify(pathToFileURL(join(bundle, 'program.js')).href)};
for (const name of ${JSON.stringify(names)}) await runProgram([...name.split(' '), '--help']);`;
  const printed = await run({ words: [process.execPath] }, cwd, '--input-type=module', '--eval', script);
  return names.filter((name) => !printed.includes(`Usage: asbench ${name}`));
}

/**
 * Runs commands that start each thread and process of a bundle, whose modules are changed to record that they are loaded.
 *
 * @param folder for everything that is written
 * @returns the modules of the bundle that were loaded, sorted
 */
export async function startThreads(program: Program, bundle: string, folder: string): Promise<string[]> {
  const log = join(folder, 'started.txt');
  writeFileSync(log, '');
  for (const module of modulesOf(bundle)) {
    const path = join(bundle, module);
    const note = `import { appendFileSync } from 'node:fs';\nappendFileSync(${JSON.stringify(log)}, '${module}\\n');\n`;
    writeFileSync(path, note + readFileSync(path, 'utf8'));
  }
  const home = join(folder, 'home');
  await withDemo(home, 'DailyMobility');
  const asbench = (...args: string[]) => run(program, folder, '--home-dir', home, ...args);
  writeFileSync(join(folder, 'walker.ts'), WALKER);
  await Promise.all([
    Promise.all([
      asbench('run', 'DailyMobility', '--demo', '--people', '2', '--agent', 'walker.ts', '--seeds', '2'),
      routeOnLargeMap(asbench, folder),
    ]).then(() => lookAtRuns(program, folder, home)),
    scoreSubmission(asbench, folder),
    measureManyRows(asbench, folder),
    buildLargeMap(asbench, folder),
    startWorkerProcess(bundle, home),
  ]);
  return [...new Set(readFileSync(log, 'utf8').trim().split('\n'))].sort();
}

type Asbench = (...args: string[]) => Promise<string>;

/** Hierarchies of maps with 5,000 roads and more are built in threads; of 2,000 AOIs and more, surroundings are searched in threads. */
async function routeOnLargeMap(asbench: Asbench, folder: string): Promise<void> {
  const turns = Array.from({ length: 5000 }, (_, road) => [road, (road + 1) % 5000] as const);
  const aois = Array.from({ length: 2000 }, (_, aoi) => ({ drive: [aoi] }));
  const map = CityMap.fromMessage(graphMap({ roads: turns.length, turns, aois }));
  writeFileSync(join(folder, 'large.pb'), writeMap(map));
  writeFileSync(join(folder, 'one.json'), JSON.stringify([{ id: 1, home: map.aois.id[0], work: map.aois.id[9] }]));
  await asbench('traffic', 'reach', '--map', 'large.pb', '--minutes', '1', '--threads', '2');
  await asbench('simulate', '--map', 'large.pb', '--profiles', 'one.json', '--days', '1');
}

async function scoreSubmission(asbench: Asbench, folder: string): Promise<void> {
  const rows = Array.from({ length: 96 }, (_, i) => `${Math.floor(i / 48)},60,${i % 48},${1 + (i % 7)},9`);
  writeFileSync(join(folder, 'steps.csv'), `uid,d,t,x,y\n${rows.join('\n')}\n`);
  await asbench('humob', 'score', 'steps.csv', '--reference', 'steps.csv', '--threads', '2');
}

/** Sets of 100,000 rows and more are measured in threads; nearly all of them in the generated set, which takes half the time. */
async function measureManyRows(asbench: Asbench, folder: string): Promise<void> {
  const rows = Array.from(
    { length: 100_000 },
    (_, i) => `${i % 4},${Math.floor(i / 4) * 1800},${10 + (i % 7) / 100},45`,
  );
  for (const [name, lines] of [
    ['few', rows.slice(0, 8)],
    ['many', rows],
  ] as const)
    writeFileSync(join(folder, `${name}.csv`), `uid,time,lon,lat\n${lines.join('\n')}\n`);
  await asbench('measure', 'few.csv', 'many.csv', '--threads', '2');
}

/** Places of extracts of 3 MB and more are built in a thread. */
async function buildLargeMap(asbench: Asbench, folder: string): Promise<void> {
  const note = { id: 30, lon: 8, lat: 50.0001, tags: { note: 'x'.repeat(3e6) } };
  const town = { ...SMALL_TOWN, nodes: [...SMALL_TOWN.nodes, note] };
  writeFileSync(join(folder, 'town.osm.pbf'), toPbf(town, { compress: false }));
  await asbench('map', 'build', 'town.osm.pbf', '-o', 'town.pb');
}

/** Starts the process of a worker, which ends when its worker does. */
async function startWorkerProcess(bundle: string, home: string): Promise<void> {
  const [module] = modulesOf(bundle).filter((path) => path.endsWith('/worker-process.js'));
  const child = fork(join(bundle, module!), { execArgv: [] });
  child.send({ kind: 'place', home, threads: 1 }, () => child.disconnect());
  await once(child, 'exit');
}

/** Requests everything that the viewer reads in threads. */
async function lookAtRuns(program: Program, folder: string, home: string): Promise<void> {
  const runs = join(home, 'runs');
  const names = readdirSync(runs).sort();
  const [one, two] = names as [string, string];
  const simulation = names.find((name) => name.startsWith('simulation'))!;
  // As if most of 6,000 people were not simulated yet: many people are read in a thread.
  cpSync(join(runs, one), join(runs, 'many'), { recursive: true });
  // Routes that were not recorded are recomputed in a thread.
  cpSync(join(runs, one), join(runs, 'unrecorded'), { recursive: true });
  rmSync(join(runs, 'unrecorded', 'routes'), { recursive: true });
  const manifest = join(runs, 'many', 'run.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"people": ?2\b/, '"people": 6000'));
  if (!existsSync(join(runs, one, 'calls.ndjson'))) writeFileSync(join(runs, one, 'calls.ndjson'), '');
  const [file, ...words] = program.words;
  const viewer = spawn(file, [...words, '--home-dir', home, 'ui', runs, '--no-open'], { cwd: folder });
  let address = '';
  try {
    address = await addressOf(viewer);
    const paths = [
      `runs/${one}/costs`,
      'runs/many/people',
      'runs/many/presence',
      `runs/${one}/calls`,
      'runs/unrecorded/replay',
      `runs/${one}/city`,
      `runs/${simulation}/traffic`,
      `compare/${one}/${two}/differences`,
    ];
    for (const path of paths) {
      // A replay is prepared after the first answer.
      for (let state = 'working'; state === 'working'; ) {
        const response = await fetch(`${address}api/${path}`);
        if (response.status !== 200) throw new Error(`api/${path}: ${response.status}`);
        const body = await response.text();
        state = path.endsWith('/replay') ? (JSON.parse(body) as { state: string }).state : 'ready';
      }
    }
  } finally {
    viewer.kill();
  }
  if (viewer.exitCode === null && viewer.signalCode === null) await once(viewer, 'exit');
  const left = await fetch(address).catch(() => undefined);
  if (left !== undefined) throw new Error('The viewer still answers after the command has ended.');
}

async function addressOf(viewer: ChildProcess): Promise<string> {
  let printed = '';
  for (const stream of [viewer.stdout!, viewer.stderr!])
    stream.setEncoding('utf8').on('data', (text) => (printed += text));
  for (;;) {
    const address = /http:\/\/\S+/.exec(printed)?.[0];
    if (address) return address;
    await Promise.race([once(viewer.stdout!, 'data'), once(viewer.stderr!, 'data'), once(viewer, 'exit')]);
    if (viewer.exitCode !== null) throw new Error(printed);
  }
}

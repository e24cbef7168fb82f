import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDemo } from '../packages/benchmarks/src/demo.fixture.js';
import { command, installInto, packAll, packageNames, strangersFolder } from './packed.fixture.js';
import { codeBlocks } from './pages.fixture.js';

/** The oldest TypeScript that supports the types, as stated in README.md. */
const LOWEST_TYPESCRIPT = '5.7.3';

const root = join(import.meta.dirname, '..');
const stranger = strangersFolder();
const home = join(stranger.path, 'src', 'my project');
const installed = (name: string) => join(home, 'node_modules', name);
/** Runs the packed program on this Node or another one. */
const asbenchOn = (node: string, ...args: string[]) =>
  command(node, [join(installed('asbench'), 'bin', 'asbench.js'), ...args], home);
const asbench = (...args: string[]) => asbenchOn(process.execPath, ...args);

beforeAll(async () => {
  // Those that the packed program makes are compared in homes of their own.
  for (const task of ['DailyMobility', 'HurricaneMobility'] as const)
    await withDemo(join(home, '.agentsociety-benchmark'), task);
  installInto(home, await packAll(), [`typescript@${LOWEST_TYPESCRIPT}`, '@types/node@20.19.43']);
});
afterAll(() => stranger.remove());

test.each(packageNames)('%s comes with the licence, its README, and the sources that its source maps name', (name) => {
  const folder = installed(name);
  expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
  expect(existsSync(join(folder, 'README.md'))).toBe(true);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => !/node_modules/.test(file));
  const lost = files
    .filter((file) => file.endsWith('.map'))
    .flatMap((file) => {
      const { sources, sourcesContent } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      return sourcesContent ? [] : sources.map((source: string) => resolve(folder, dirname(file), source));
    })
    .filter((source: string) => !existsSync(source));
  expect(lost).toEqual([]);
  // Tests among what `asbench new` copies are the user's.
  const own = files.filter((file) => !/bundle.asbench.starts/.test(file));
  expect(own.filter((file) => /\.(test|fixture)\.|__pycache__|tsbuildinfo/.test(file))).toEqual([]);
});

test('every package can be imported, with types that the oldest supported TypeScript accepts, as it does the examples of their READMEs', () => {
  const imported = packageNames
    .filter((name) => name !== 'asbench')
    .flatMap((name) => {
      const { exports } = JSON.parse(readFileSync(join(installed(name), 'package.json'), 'utf8'));
      return Object.keys(exports).flatMap((entry) => (entry.endsWith('.json') ? [] : [name + entry.slice(1)]));
    });
  const program = `${imported.map((name, i) => `import * as p${i} from '${name}';`).join('\n')}
const all: readonly object[] = [${imported.map((_, i) => `p${i}`).join(', ')}];
if (all.some((each) => Object.keys(each).length === 0)) throw new Error('a package exports nothing');
console.log(all.length);`;
  writeFileSync(join(home, 'use.ts'), program);
  const examples = packageNames.flatMap((name) =>
    codeBlocks(readFileSync(join(installed(name), 'README.md'), 'utf8'))
      .filter(({ language }) => ['js', 'ts'].includes(language))
      .map(({ lines }, i) => {
        const file = `readme-${name.replace(/\W/g, '-')}-${i}.mts`;
        writeFileSync(join(home, file), lines.join('\n'));
        return file;
      }),
  );
  expect(examples.length).toBeGreaterThan(15);
  const options = [
    '--strict',
    '--noUncheckedIndexedAccess',
    '--exactOptionalPropertyTypes',
    '--skipDefaultLibCheck',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--outDir',
    'built',
    'use.ts',
    ...examples,
  ];
  command(process.execPath, [join(installed('typescript'), 'bin', 'tsc'), ...options], home);
  expect(command(process.execPath, [join('built', 'use.js')], home)).toBe(`${imported.length}\n`);
});

/** This Node, and those whose programs ITINERA_TEST_NODES lists: the packed files are the same for all. */
const nodes = [process.execPath, ...(process.env.ITINERA_TEST_NODES ?? '').split(delimiter).filter(Boolean)].map(
  (node) => [command(node, ['--version'], root).trim(), node] as const,
);

/** Of the same run, on each of them. */
const scores = new Set<string>();

test.each(nodes)('on Node %s an agent in TypeScript is compiled, run in threads and scored', (_, node) => {
  writeFileSync(
    join(home, 'walker.ts'),
    `import { DailyMobilityAgent } from 'itinera';
export default class Walker extends DailyMobilityAgent {
  async forward(): Promise<void> {
    this.goToAoi(this.status.get('work').aoiPosition.aoiId as number);
  }
}`,
  );
  const report = JSON.parse(asbenchOn(node, 'run', 'DailyMobility', '-a', 'walker.ts', '--people', '5', '--json'));
  expect(report).toMatchObject({ problems: 0, synthetic: true });
  scores.add(JSON.stringify(report.scores));
  expect(scores.size, 'the same scores on every Node').toBe(1);
});

test.skipIf(nodes.length === 1)('every Node makes the same city and the same people of a seed', () => {
  const [first, ...others] = nodes.map(([, node], i) => {
    // The same version may be among them twice.
    const made = join(home, `on-node-${i}`);
    const map = join(made, 'city.pb');
    mkdirSync(made);
    asbenchOn(node, 'map', 'synth', '--size', '600', '-o', map);
    asbenchOn(node, 'data', 'people', '--map', map, '-n', '40', '-o', join(made, 'people'));
    return filesIn(made);
  });
  expect(Object.keys(first!)).toContain('profiles.json');
  for (const other of others) expect(other).toEqual(first);
});

test('trajectories are measured in H3 cells', () => {
  const rows = Array.from({ length: 40 }, (_, i) => `${i % 4},${1_600_041_600 + i * 3600},${35 + (i % 3) / 50},139.7`);
  writeFileSync(join(home, 'people.csv'), `uid,time,lat,lon\n${rows.join('\n')}\n`);
  const printed = asbench('measure', 'people.csv', 'people.csv', '--places', 'h3:9');
  expect(printed).toContain('places: H3 cells of resolution 9');
});

test('HurricaneMobility runs on demo data, a HuMob sample is scored, and runs are listed', () => {
  const report = JSON.parse(asbench('run', 'HurricaneMobility', '--people', '10', '--seed', '1', '--json'));
  expect(report).toMatchObject({ problems: 0, synthetic: true });
  expect(asbench('humob', 'score', '--sample')).toContain('SYNTHETIC sample');
  expect(asbench('runs', 'leaderboard')).toContain('DailyMobility');
});

test('a published program brings the demo of the first command, with floor and ceiling, as it would make them', () => {
  const firstRun = (folder: string) => {
    const words = ['run', 'DailyMobility', '--home-dir', join(home, folder), '--json'];
    const { run, scores } = JSON.parse(asbench(...words));
    const prepared = readdirSync(join(home, folder, 'cache')).filter((name) => /\.(map|routing)$/.test(name));
    return { run, scores, prepared, demo: filesIn(join(home, folder, 'demo')) };
  };
  const ready = join(installed('asbench'), 'bundle/benchmarks/dist/demo/ready-home');
  rmSync(ready, { recursive: true, force: true });
  const made = firstRun('made');
  expect(existsSync(join(home, 'made', 'cache', 'floor-results'))).toBe(true);
  const script = join(root, 'scripts', 'build', 'ready-home.js');
  command(process.execPath, [script, installed('asbench'), join(home, 'made')], root);
  expect(firstRun('brought')).toEqual(made);
  expect(existsSync(join(home, 'brought', 'cache', 'floor-results'))).toBe(false);
});

const filesIn = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name)).toString('latin1')]),
  );

// The test of the project starts asbench with npx.
test('an agent in Python runs, and so does the project that asbench new writes, including its test', async () => {
  const project = join(home, 'deeper', 'agents');
  await withDemo(join(project, '.agentsociety-benchmark'), 'DailyMobility');
  cpSync(join(root, 'packages', 'engine', 'fixtures', 'python', 'document_daily.py'), join(project, 'mine.py'));
  const python = ['--agent', join(project, 'mine.py'), '--people', '5', '--demo', '--mode', 'inference'];
  expect(JSON.parse(asbench('run', 'DailyMobility', ...python, '--json'))).toMatchObject({ problems: 0 });
  asbench('new', 'agent', join('deeper', 'agents', 'my-agent'));
  expect(command(process.execPath, ['--test', join(project, 'my-agent.test.mjs')], project)).toContain('pass 1');
});

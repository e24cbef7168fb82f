/** A line to add after another one, and its import. */
export interface Line {
  readonly in: string;
  readonly after: string;
  readonly text: string;
  readonly import?: string;
}

/** A row of CONTRIBUTING.md: its smallest example, and how it appears in the program. */
export interface Recipe {
  readonly row: string;
  readonly file: string;
  /** The location of the file according to the row; by default its folder. */
  readonly folder?: string;
  readonly code: string;
  readonly line?: Line;
  readonly shows: { readonly code: string } | { readonly command: readonly string[] };
  readonly prints: string;
}

const asbench = (...words: string[]) => ({ command: ['packages/asbench/bin/asbench.js', ...words] });
const meta = `unit: '', range: [0, Infinity], better: 'lower', digits: 2, source: 'CONTRIBUTING.md'`;

export const recipes: readonly Recipe[] = [
  {
    row: 'a metric',
    file: 'packages/metrics/src/largest-difference.ts',
    code: `
import type { Metric } from './meta.js';

largestDifference.meta = { takes: 'bins', ${meta} } satisfies Metric['meta'];

export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Math.max(...Array.from(a, (value, i) => Math.abs(value - b[i]!)));
}`,
    line: {
      in: 'packages/metrics/src/metrics.ts',
      after: `export { cosineSimilarity } from './cosine-similarity.js';`,
      text: `export { largestDifference } from './largest-difference.js';`,
    },
    shows: { code: `import { metas } from '@itinera/metrics'; console.log(Object.keys(metas))` },
    prints: 'largestDifference',
  },
  {
    row: 'a measure of trajectories',
    file: 'packages/mobility/src/person/number-of-points.ts',
    folder: 'packages/mobility/src/<subject>',
    code: `
import type { MeasureMeta, SampleMeasure } from '../measure.js';
import { perPerson } from '../per-person.js';
import type { Trajectories } from '../trajectories.js';

const meta: MeasureMeta = { name: 'numberOfPoints', title: 'number of points', misses: 'places', ${meta} };

export function numberOfPoints(trajectories: Trajectories): Float64Array {
  return perPerson(trajectories, (from, to) => to - from);
}

numberOfPoints.measure = { meta, compare: 'sample', of: numberOfPoints } satisfies SampleMeasure;`,
    line: {
      in: 'packages/mobility/src/measure-functions.ts',
      after: `export { numberOfLocations } from './person/number-of-locations.js';`,
      text: `export { numberOfPoints } from './person/number-of-points.js';`,
    },
    shows: { code: `import { measures } from '@itinera/mobility'; console.log(measures.at(-1).meta.title)` },
    prints: 'number of points',
  },
  {
    row: 'a benchmark',
    file: 'packages/benchmarks/src/night-mobility/index.ts',
    folder: 'packages/benchmarks/src/<name>',
    code: `
import { dailyMobility } from '../daily-mobility/index.js';

export const nightMobility = { ...dailyMobility, name: 'NightMobility' };`,
    line: {
      in: 'packages/benchmarks/src/list/benchmarks.ts',
      import: `import { nightMobility } from '../night-mobility/index.js';\n`,
      after: `export const benchmarks: readonly Benchmark[] = [`,
      text: `  nightMobility,`,
    },
    shows: asbench('list-tasks'),
    prints: 'NightMobility',
  },
  {
    row: 'a built-in agent',
    file: 'packages/engine/src/agents/built-in/homebody.ts',
    code: `
import { MobilityAgent } from '../mobility-agent.js';

export class HomebodyAgent extends MobilityAgent {
  forward(): void {}
}`,
    line: {
      in: 'packages/engine/src/agents/built-in/index.ts',
      import: `import { HomebodyAgent } from './homebody.js';\n`,
      after: `> = {`,
      text: `  homebody: { agentClass: HomebodyAgent, description: 'stays at home' },`,
    },
    shows: { code: `import { builtInAgents } from '@itinera/engine'; console.log(builtInAgents)` },
    prints: 'homebody',
  },
  {
    row: 'a map source',
    file: 'packages/city-build/src/sources/one-street/one-street.ts',
    folder: 'packages/city-build/src/sources/<name>',
    code: `
import type { RoadNetwork } from '../../layout/network.js';

export function oneStreet(): RoadNetwork {
  throw new Error('no street yet');
}`,
    line: {
      in: 'packages/city-build/src/browser.ts',
      after: `export * from './layout/network.js';`,
      text: `export { oneStreet } from './sources/one-street/one-street.js';`,
    },
    shows: { code: `import * as build from '@itinera/city-build'; console.log(Object.keys(build))` },
    prints: 'oneStreet',
  },
  {
    row: 'a file format',
    file: 'packages/tables/src/alphabet/read-alphabet.ts',
    folder: 'packages/tables/src/<name>',
    code: `
import type { Format } from '../formats.js';
import { CellRow, takeCells } from '../row.js';

export const alphabet: Format = {
  name: 'Alphabet',
  endings: ['abc'],
  is: (head) => new TextDecoder().decode(head).startsWith('abc'),
  async *read(_, onStart) {
    const taker = onStart({ names: ['letter'], cells: ['letter'] });
    takeCells(taker, new CellRow(1), () => (row) => 'abc'[row], { first: 1, length: 3 });
    yield;
  },
};`,
    line: {
      in: 'packages/tables/src/formats.ts',
      import: `import { alphabet } from './alphabet/read-alphabet.js';\n`,
      after: `export const formats: readonly Format[] = [`,
      text: `  alphabet,`,
    },
    shows: {
      code: `
import { File } from 'node:buffer';
import { readRecords } from '@itinera/tables';

console.log(await readRecords(new File(['abc'], 'x.abc')));`,
    },
    prints: `{ letter: 'c' }`,
  },
  {
    row: 'a command',
    file: 'packages/asbench/src/commands/hello.ts',
    code: `
import type { Command } from 'commander';

export default function addHello(program: Command): void {
  program.command('hello').action(() => console.log('Hello, city.'));
}`,
    line: {
      in: 'packages/asbench/src/commands/command-list.ts',
      after: `    description: 'Synthetic people, travel surveys, check-ins, fitted models',
    commands: [`,
      text: `      ['hello', 'Greet the city', () => import('./hello.js')],`,
    },
    shows: asbench('data', 'hello'),
    prints: 'Hello, city.',
  },
  {
    row: 'a provider of language models',
    file: 'packages/engine/src/llm/providers/mute.ts',
    code: `
import type { ProviderKind } from './provider.js';

export const mute: ProviderKind = {
  baseUrl: '',
  isLocal: true,
  model: 'mute',
  create: () => ({
    label: 'mute',
    complete: async () => {
      throw new Error('says nothing');
    },
  }),
};`,
    line: {
      in: 'packages/engine/src/llm/providers/providers.ts',
      import: `import { mute } from './mute.js';\n`,
      after: `  Object.entries<ProviderKind>({`,
      text: `    mute,`,
    },
    shows: {
      code: `import { providers } from './packages/engine/dist/llm/providers/providers.js'; console.log(providers)`,
    },
    prints: 'mute',
  },
  {
    row: 'a page of the viewer',
    file: 'packages/viewer/src/app/pages/hello.tsx',
    code: `
import type { Page } from '../page.js';

export const helloPage: Page = { at: ['hello/:name'], View: ({ params }) => <h1>Hello, {params.name}</h1> };`,
    line: {
      in: 'packages/viewer/src/app/pages/index.ts',
      import: `import { helloPage } from './hello.js';\n`,
      after: `export const pages: readonly Page[] = [`,
      text: `  helloPage,`,
    },
    shows: {
      code: `import { readFileSync } from 'node:fs'; console.log(readFileSync('packages/viewer/dist/web/app.js', 'utf8'))`,
    },
    prints: 'hello/:name',
  },
  {
    row: 'a speed benchmark',
    file: 'packages/metrics/perf/nothing.bench.ts',
    folder: 'packages/<package>/perf',
    code: `
import type { Row } from '../../base/perf/row.js';

export default async function bench(): Promise<Row[]> {
  return [{ work: 'nothing', ours: 0, unit: 's', exponent: 'no size' }];
}`,
    shows: { command: ['build/lab/bench/bench.js', 'nothing'] },
    prints: "'nothing'",
  },
];

/** An option of a run: its entry, its option, and the line where it acts. */
export const optionOfRun: readonly Line[] = [
  {
    in: 'packages/run/src/plan.ts',
    after: `  official: { default: false as boolean, is: isFlag },`,
    text: `  retired: { default: false as boolean, is: isFlag, isNew: true },`,
  },
  {
    in: 'packages/asbench/src/commands/trial-options.ts',
    after: `    .option('--no-routes', 'record trips without routes')`,
    text: `    .option('--retired', 'nobody goes to work')`,
  },
  {
    in: 'packages/runner/src/trials/start-run.ts',
    after: `  const profiles = peopleOf(dataset, manifest.people);`,
    text: `  if (manifest.retired) for (const person of profiles) Object.assign(person, { work: null });`,
  },
];

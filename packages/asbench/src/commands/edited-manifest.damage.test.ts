import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeMap } from '@itinera/city';
import { synthesizeCity } from '@itinera/city-build';
import { synthesizePeople, writePeople } from '@itinera/people';
import { beforeAll, expect, test } from 'vitest';
import { some } from '../../../base/src/damage.fixture.js';
import { asbench, jsonOf, testFolder } from './asbench.fixture.js';

const folder = testFolder();
const run = join(folder, 'home/runs/edited');
const bench = (...args: string[]) => asbench(folder, '--home-dir', 'home', ...args);
/** Each field meets as many wrong values and commands; in all, every value meets every command. */
const VALUES_PER_FIELD = 2;
const WRONG: readonly unknown[] = [undefined, null, true, -1, 1e300, 0.5, 'x', '', [], [[]], {}, { x: 1 }];
let original: string;
let whole: object;

beforeAll(async () => {
  const map = synthesizeCity({ seed: 1, size: 500 });
  writeFileSync(join(folder, 'city.pb'), writeMap(map));
  await writePeople(join(folder, 'people'), synthesizePeople(map, { count: 2, seed: 1 }).people);
  const road = `road: ${map.roads.id[0]}`;
  const scenario = [
    `close: {${road}, from: "07:00", to: "08:00", days: weekdays}`,
    `speed: {road: [${map.roads.id[1]}], kmh: 30}`,
    'work-at-home: 0.5',
    'shift-departures: {minutes: 30, share: 0.5}',
  ];
  writeFileSync(join(folder, 's.yml'), scenario.join('\n'));
  const simulation =
    'simulate --map city.pb --profiles people --days 1 --step 43200 --scenario s.yml --threads 1 --json';
  original = jsonOf(await bench(...simulation.split(' '), '--speed-factor', '0.9')).folder;
  whole = JSON.parse(readFileSync(join(original, 'run.json'), 'utf8'));
});

/** All values in a value, each with its path. */
function* valuesIn(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    yield [...path, key];
    yield* valuesIn(part, [...path, key]);
  }
}

type Fields = Record<string, unknown>;

function withValue(path: readonly string[], value: unknown): object {
  const copy = structuredClone(whole);
  const last = path.at(-1)!;
  const target = path.slice(0, -1).reduce((part, key) => part[key] as Fields, copy as Fields);
  if (value === undefined && !Array.isArray(target)) delete target[last];
  else target[last] = value;
  return copy;
}

/** The commands that accept a run, in turn. */
const COMMANDS = [
  'explain RUN',
  'runs report RUN -o report.html',
  'runs verify RUN',
  'runs compare RUN ORIGINAL',
  'runs resume RUN --threads 1',
  'runs reproduce RUN --threads 1',
  'runs pack RUN -o run.zip',
  'runs submit-check RUN',
  'runs gather RUN',
  'runs export RUN --table stays -o stays.csv',
  'measure RUN RUN --threads 1',
];

test('any field of run.json with a value of another type causes at most one clear line', async () => {
  let turn = 0;
  const faults: string[] = [];
  for (const path of some(valuesIn(whole), 17))
    for (let count = 0; count < VALUES_PER_FIELD; count++) {
      const value = WRONG[(5 * turn) % WRONG.length];
      const line = COMMANDS[turn++ % COMMANDS.length]!;
      rmSync(run, { recursive: true, force: true });
      cpSync(original, run, { recursive: true });
      writeFileSync(join(run, 'run.json'), JSON.stringify(withValue(path, value)));
      const words = line.split(' ').map((word) => (word === 'RUN' ? run : word === 'ORIGINAL' ? original : word));
      const { status, stdout, stderr } = await bench(...words);
      const lines = stderr.split('\n').filter((one) => !/^(Warning: |SYNTHETIC |edited: |$)/.test(one));
      const isBug = ![0, 1].includes(status!) || /^ {4}at |TypeError|\[object |undefined/m.test(stderr);
      const most = status === 1 && stdout === '' ? 1 : 4;
      if (isBug || lines.length > most)
        faults.push(`${path.join('.')} = ${JSON.stringify(value)}, ${line}: ${status} ${stderr}`);
    }
  expect(faults).toEqual([]);
});

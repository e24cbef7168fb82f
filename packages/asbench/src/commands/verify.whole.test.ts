import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RunFolder, readManifest } from '@itinera/run';
import { editsOf, type Verification } from '@itinera/runner';
import { beforeAll, expect, test } from 'vitest';
import { withDemo } from '../../../benchmarks/src/demo.fixture.js';
import { asbench, jsonOf, makeDatasets, testFolder } from './asbench.fixture.js';

const folder = testFolder();
const bench = (...args: string[]) => asbench(folder, '--home-dir', 'home', ...args);
/** A run with calls of a model on demo data, and one in mode test on real data. */
let demo: string;
let real: string;
let copies = 0;

beforeAll(async () => {
  await withDemo(join(folder, 'home'), 'DailyMobility');
  writeFileSync(join(folder, 'c.yml'), 'llm: {provider: scripted, model: m, price: {input: 1, output: 2}}\n');
  const run = async (...args: string[]) => jsonOf(await bench('run', 'DailyMobility', '--json', ...args)).folder;
  demo = await run('--demo', '--people', '3', '-a', 'diarist', '-c', 'c.yml');
  real = await run('-d', makeDatasets(folder, 5), '-a', 'commuter');
});

/** A copy of a run, changed by a function that returns the text of a file. */
function edited(run: string, file: string, change: (text: string) => string): string {
  const path = join(folder, 'home', 'runs', `copy-${++copies}`);
  cpSync(run, path, { recursive: true });
  const before = readFileSync(join(path, file), 'latin1');
  writeFileSync(join(path, file), change(before), 'latin1');
  expect(readFileSync(join(path, file), 'latin1')).not.toBe(before);
  return path;
}

const editJson = (change: object) => (text: string) => {
  const merge = (one: Record<string, unknown>, other: object): object => ({
    ...one,
    ...Object.fromEntries(
      Object.entries(other).map(([key, value]) => [
        key,
        typeof value === 'object' && value !== null ? merge(one[key] as Record<string, unknown>, value) : value,
      ]),
    ),
  });
  return `${JSON.stringify(merge(JSON.parse(text), change), null, 2)}\n`;
};
const hello = (text: string) =>
  text.replace(/"request":.*?,"answer":/g, '"request":{"messages":[{"role":"user","content":"hello"}]},"answer":');
const costly = (text: string) => text.replaceAll(/"cost":[\d.e-]+/g, '"cost":0.001');
const words = async (path: string) =>
  (JSON.parse((await bench('runs', 'verify', path, '--json')).stdout) as { edited: string[] }).edited;

test('an unchanged run is verified, what cannot be checked is named, and docs show the output', async () => {
  const { stdout, stderr, status } = await bench('runs', 'verify', demo);
  expect(status, stdout + stderr).toBe(0);
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/runs.md'), 'utf8');
  const shown = /^\$ asbench .*runs verify .*\n([^`]*)/m.exec(page)![1]!;
  const paths = (text: string) =>
    text
      .replace(/^(ok +(?:dataset|map) +).*$/gm, '$1PATH')
      // The run of the page has no prices.
      .replace(/\$\d\.\d{4}/, 'COST');
  expect(paths(stdout)).toBe(paths(shown));
});

test.each([
  ['calls.ndjson', hello, ['prompts']],
  ['calls.ndjson', (text: string) => text.replaceAll(/"inputTokens":\d+/g, '"inputTokens":7'), ['tokens']],
  ['calls.ndjson', costly, ['costs']],
  ['calls.ndjson', (text: string) => text.replace(/"milliseconds":\d+/, '"milliseconds":77'), ['times of calls']],
  ['calls.ndjson', (text: string) => text.replace('scripted answer', 'wonderful answer'), ['answers']],
  ['calls.ndjson', (text: string) => text.slice(text.indexOf('\n') + 1), ['calls']],
  ['calls.ndjson', (text: string) => text.replaceAll('\n', '\r\n'), ['calls.ndjson']],
  ['scores.json', editJson({ final_score: 99 }), ['scores']],
  ['results.json', editJson({ metadata: { llm: 'gpt-9' } }), ['results']],
  ['results.pkl', (text: string) => text.replace('SYNTHETIC', 'AUTHENTIC'), ['results']],
  ['statuses/00000.arrow', (text: string) => `${text.slice(0, 3000)}x${text.slice(3001)}`, ['tables']],
  ['run.json', editJson({ dataset: { synthetic: false } }), ['the mark of synthetic data']],
  ['run.json', editJson({ people: 2 }), ['people in run.json']],
  ['run.json', editJson({ seconds: 1 }), ['seconds in run.json']],
])('an edit of %s is found: %#', async (file, change, expected) => {
  const folder = new RunFolder(edited(demo, file, change));
  expect(await editsOf(folder, readManifest(folder))).toEqual(expected);
});

test('a record of calls or a table that is added to a run is an edit; a note is not', async () => {
  const add = (name: string, text: string) => {
    const path = edited(real, 'checksums.json', (one) => `${one} `);
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
    return words(path);
  };
  const call = readFileSync(join(demo, 'calls.ndjson'), 'utf8').split('\n')[0]!;
  expect(await add('calls.ndjson', `${call}\n`)).toEqual(['calls.ndjson (added)']);
  expect(await add('statuses/00009.arrow', '')).toContain('statuses/00009.arrow (added)');
  expect(await add('agent/helper.py', '')).toEqual(['agent/helper.py (added)']);
  expect(await add('notes.txt', 'mine')).toEqual([]);
});

test('every check is listed once, whether results or only scores cannot be read', async () => {
  for (const file of ['scores.json', 'statuses/00000.arrow']) {
    const path = edited(demo, file, (text) => text.slice(0, text.length >> 1));
    const { checks } = JSON.parse((await bench('runs', 'verify', path, '--json')).stdout) as Verification;
    const names = checks.map(({ what }) => what);
    expect(names).toEqual([...new Set(names)]);
    expect(names).toEqual(expect.arrayContaining(['results', 'scores']));
  }
});

test('an edit of the notation of one file is found next to an edit of another', async () => {
  const path = edited(demo, 'scores.json', editJson({ final_score: 99 }));
  const folder = new RunFolder(path);
  writeFileSync(join(path, 'run.json'), readFileSync(join(path, 'run.json'), 'utf8').trimEnd());
  expect((await editsOf(folder, readManifest(folder))).toSorted()).toEqual(['run.json', 'scores']);
});

test('edits are found by other means if the checksums are missing, which is stated', async () => {
  const without = (file: string, change: (text: string) => string) => {
    const path = edited(demo, file, change);
    rmSync(join(path, 'checksums.json'));
    return path;
  };
  const plain = without('prints.log', () => 'x');
  const { stdout, status } = await bench('runs', 'verify', plain);
  expect([status, stdout]).toEqual([1, expect.stringMatching(/^– +files +no checksums/m)]);
  expect(stdout).toContain('not fully verified');
  expect(await words(without('calls.ndjson', hello))).toEqual(['prompts']);
  expect(await words(without('run.json', editJson({ dataset: { synthetic: false } })))).toEqual([
    'the mark of synthetic data',
  ]);
  expect(await words(without('run.json', editJson({ seed: 2 })))).toEqual(['settings in run.json']);
  expect(await words(without('scores.json', editJson({ final_score: 99 })))).toEqual(['scores']);
  const { stdout: alike } = await bench('runs', 'verify', without('scores.json', editJson({ people: 9 })));
  expect(alike).toContain('people differs from what the tables produce');
  expect(await words(without('results.json', editJson({ metadata: { llm: 'gpt-9' } })))).toEqual(['results']);
});

test('edits are found even if the checksums were edited with them', async () => {
  const path = edited(demo, 'calls.ndjson', hello);
  cpSync(join(path, 'calls.ndjson'), join(folder, 'calls.ndjson'));
  const { createHash } = await import('node:crypto');
  const file = join(path, 'checksums.json');
  const sums = JSON.parse(readFileSync(file, 'utf8'));
  sums.files['calls.ndjson'] = createHash('sha256')
    .update(readFileSync(join(path, 'calls.ndjson')))
    .digest('hex');
  writeFileSync(file, JSON.stringify(sums));
  expect(await words(path)).toEqual(['prompts']);
});

test('reproduce does not confirm a run, packed or not, whose prompts, tokens or costs were replaced', async () => {
  const path = edited(demo, 'calls.ndjson', (text) => costly(hello(text)));
  expect((await bench('runs', 'pack', path, '-o', 'edited.zip')).status).toBe(0);
  const { stdout, status } = await bench('runs', 'reproduce', 'edited.zip');
  expect([status, stdout]).toEqual([1, expect.stringMatching(/edited after the run: prompts, costs\./)]);
  expect(stdout).not.toContain('every byte is equal');
});

test('a changed number of people is reported by name', async () => {
  // Fewer are a row of the table above.
  const path = edited(demo, 'run.json', editJson({ people: 40 }));
  const outputs: string[] = [];
  for (const command of ['verify', 'reproduce', 'submit-check', 'report']) {
    const { stdout, stderr, status } = await bench(
      'runs',
      command,
      path,
      ...(command === 'report' ? ['-o', 'r.html'] : []),
    );
    expect(stderr + stdout, command).not.toMatch(/ENOENT/);
    if (command !== 'report') expect([command, status]).toEqual([command, 1]);
    outputs.push(stdout);
  }
  expect(outputs[0]).toContain('people in run.json');
});

test('submit-check finds edits, removed marks of synthetic data, and runs in mode test', async () => {
  const faults = async (path: string) =>
    [...(await bench('runs', 'submit-check', path)).stdout.matchAll(/^FAULT +(.*?) {2,}(.*)$/gm)].map(
      ([, what]) => what,
    );
  const isReal = 'real people in a real city';
  expect(await faults(demo)).toContain(isReal);
  const unmarked = edited(demo, 'run.json', editJson({ dataset: { synthetic: false } }));
  expect(await faults(unmarked)).toEqual(expect.arrayContaining([isReal, 'unchanged since the run ended']));
  rmSync(join(unmarked, 'checksums.json'));
  expect(await faults(unmarked)).toContain(isReal);
  expect(await faults(real)).toEqual(['results of inference mode', '100 people or more']);
  expect(await faults(edited(real, 'run.json', editJson({ mode: 'inference' })))).toContain(
    'unchanged since the run ended',
  );
});

test('report, leaderboard and the viewer mark edited runs', async () => {
  const path = edited(demo, 'scores.json', editJson({ final_score: 99 }));
  const mark = 'edited after the run: scores';
  const { stdout, status } = await bench('runs', 'verify', path);
  expect([status, stdout]).toEqual([1, expect.stringContaining(`${mark}.`)]);
  expect((await bench('runs', 'report', path, '-o', 'edited.html')).status).toBe(0);
  expect(readFileSync(join(folder, 'edited.html'), 'utf8')).toContain(mark);
  expect((await bench('explain', path)).stdout).toContain(mark);
  const board = (await bench('runs', 'leaderboard')).stdout;
  expect(board).toContain(mark);
});

test('scoring a run again keeps it verified', async () => {
  const path = edited(demo, 'scores.json', editJson({ final_score: 99 }));
  expect((await bench('evaluate', 'DailyMobility', path)).status).toBe(0);
  expect(await words(path)).toEqual([]);
});

test('a packed run is the same bytes each time, and is read like its folder', async () => {
  expect((await bench('runs', 'pack', demo, '-o', 'a.zip')).stderr).toBe('Wrote a.zip\n');
  expect((await bench('runs', 'pack', demo, '-o', 'b.zip')).status).toBe(0);
  expect(readFileSync(join(folder, 'a.zip')).equals(readFileSync(join(folder, 'b.zip')))).toBe(true);
  const zip = join(folder, 'a.zip');
  const { stdout } = await bench('runs', 'verify', zip, '--reproduce');
  expect(stdout).toMatch(/^ok +reproduced +every byte is equal$/m);
  expect(stdout).toMatch(/: verified\.$/m);
  expect((await bench('runs', 'report', zip, '-o', 'zip.html')).status).toBe(0);
  expect(readFileSync(join(folder, 'zip.html'), 'utf8')).not.toContain('edited after the run');
  expect((await bench('evaluate', 'DailyMobility', zip)).stdout).toContain('final_score');
  expect((await bench('runs', 'submit-check', zip)).stdout).toMatch(/^ok +unchanged since the run ended/m);
  expect(readdirSync(join(folder, 'home', 'runs')).some((name) => name.includes('zip'))).toBe(false);
  expect(existsSync(join(folder, 'run.json'))).toBe(false);
});

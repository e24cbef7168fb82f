import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_HOME } from '@itinera/run';
import { exportFormats } from '@itinera/studies';
import { tableFromIPC } from '@uwdata/flechette';
import { parquetMetadata } from 'hyparquet';
import { beforeAll, expect, test } from 'vitest';
import { withDemo } from '../../../benchmarks/src/demo.fixture.js';
import { asbench, jsonOf, testFolder } from './asbench.fixture.js';

const folder = testFolder();
let run = '';

beforeAll(async () => {
  await withDemo(join(folder, DEFAULT_HOME), 'DailyMobility');
  writeFileSync(join(folder, 'c.yml'), 'llm: [{provider: scripted}]\n');
  const args = ['run', 'DailyMobility', '--demo', '-c', 'c.yml', '-a', 'diarist', '--people', '4', '--json'];
  const ran = await asbench(folder, ...args);
  expect(ran.stderr).toContain('SYNTHETIC');
  expect(JSON.parse(ran.stdout)).toMatchObject({ synthetic: true });
  ({ run } = JSON.parse(ran.stdout));
});

/** Where the arguments stand. */
function places(): Readonly<Record<string, string>> {
  const home = join(folder, DEFAULT_HOME);
  const truth = join(folder, 'hidden');
  const [demo] = readdirSync(join(home, 'demo'));
  if (!existsSync(truth)) cpSync(join(home, 'demo', demo!, 'groundtruth'), truth, { recursive: true });
  return { RUN: run, RUNS: join(home, 'runs'), RESULTS: join(home, 'runs', run, 'results.pkl'), TRUTH: truth };
}

test.each([
  ['evaluate', 'DailyMobility', 'RUN'],
  ['runs', 'compare', 'RUN', 'RUN'],
  ['runs', 'calls', 'RUN'],
  ['explain', 'RUN'],
  ['runs', 'submit-check', 'RUN'],
  ['runs', 'reproduce', 'RUN'],
  ['runs', 'leaderboard'],
  ['runs', 'export', 'RUN'],
  ['runs', 'judge', 'DailyMobility', 'RESULTS', '--truth', 'TRUTH', '--audit', 'audit.jsonl', '--team', 'a'],
  ['runs', 'board', 'RUNS', '--audit', 'audit.jsonl', '--no-reports'],
  ['runs', 'compare', 'RUN', 'RUN', '--by-person'],
  ['study', 'figure', 'RUN', '--format', 'svg'],
  ['measure', 'RUN', 'RUN'],
  ['measure', 'TRUTH', 'RUN'],
  ['measure', 'RUN', '--suite'],
])('asbench %s %s %s says SYNTHETIC for synthetic data', async (...args) => {
  const { stdout, stderr } = await asbench(folder, ...args.map((arg) => places()[arg] ?? arg));
  expect(stdout + stderr).toContain('SYNTHETIC');
});

test('a comparison of synthetic people is marked wherever it is shown, also when only their files are known', async () => {
  await asbench(folder, 'runs', 'export', run, '--table', 'statuses', '--output', 'statuses.csv');
  const measured = await asbench(folder, 'measure', run, 'statuses.csv', '--json', '-o', 'measured');
  const said = 'SYNTHETIC people, who do not exist: real, generated.';
  expect(jsonOf(measured)).toMatchObject({
    synthetic: true,
    verdict: { says: expect.stringContaining(said) },
    warnings: expect.arrayContaining([
      `${run}: SYNTHETIC people, who do not exist.`,
      'statuses.csv: SYNTHETIC people, who do not exist.',
    ]),
  });
  for (const file of ['report.html', 'measures.svg', 'measures.json'])
    expect(readFileSync(join(folder, 'measured', file), 'utf8'), file).toContain(said);
  expect((await asbench(folder, 'study', 'cite', 'measured')).stdout).toContain(said);
  for (const format of ['markdown', 'latex'])
    expect((await asbench(folder, 'study', 'table', 'measured', '--format', format)).stdout).toContain(said);
  await asbench(folder, 'study', 'figure', 'measured', '--format', 'svg', '-o', 'figures');
  expect(readFileSync(join(folder, 'figures', 'measures.svg'), 'utf8')).toContain(said);
});

test('the JSON of calls is also marked', async () => {
  expect(jsonOf(await asbench(folder, 'runs', 'calls', run, '--json'))).toMatchObject({ synthetic: true });
});

test('each exported file is marked, CSV by a file next to it', async () => {
  const bytes: Record<string, Buffer> = {};
  for (const format of Object.keys(exportFormats)) {
    const { stderr } = await asbench(folder, 'runs', 'export', run, '--table', 'trips', '--format', format);
    expect(stderr).toContain('SYNTHETIC');
    bytes[format] = readFileSync(join(folder, /^Wrote (.+)$/m.exec(stderr)![1]!));
  }
  const { buffer, byteOffset, byteLength } = bytes.parquet!;
  const parquet = parquetMetadata(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer);
  expect(parquet.key_value_metadata).toContainEqual({
    key: 'description',
    value: expect.stringContaining('SYNTHETIC'),
  });
  const { schema, numRows } = tableFromIPC(bytes.arrow!);
  expect(numRows).toBe(Number(parquet.num_rows));
  expect(schema.metadata!.get('name')).toBe(`SYNTHETIC ${run} trips`);
  expect(JSON.parse(String(bytes.geojson))).toMatchObject({
    type: 'FeatureCollection',
    name: `SYNTHETIC ${run} trips`,
    description: expect.stringContaining('SYNTHETIC'),
  });
  expect(JSON.parse(String(bytes.kepler)).info).toMatchObject({ title: expect.stringContaining('SYNTHETIC') });
  expect(String(bytes.csv)).toMatch(/^id,trip,/);
  expect(String(bytes.csv)).not.toContain('SYNTHETIC');
  expect(JSON.parse(readFileSync(join(folder, `${run}-trips.csv-metadata.json`), 'utf8'))).toMatchObject({
    url: `${run}-trips.csv`,
    'dc:title': `SYNTHETIC ${run} trips`,
    'dc:description': expect.stringContaining('SYNTHETIC'),
  });
});

test('a call is sent again with --again, and both answers are printed', async () => {
  const lines = readFileSync(join(folder, DEFAULT_HOME, 'runs', run, 'calls.ndjson'), 'utf8').split('\n');
  const { stdout, stderr, status } = await asbench(folder, 'runs', 'calls', run, '--again', '1');
  expect([stderr, status]).toEqual(['', 0]);
  const { person, request, answer } = JSON.parse(lines[1]!);
  expect(stdout).toContain(`Call 1: person ${person}, day 0, 04:00, scripted`);
  expect(stdout).toContain(request.messages.at(-1).content);
  // The scripted model answers a prompt of one person always in the same way.
  expect(stdout).toContain(`── recorded answer\n${answer.content}\n\n── new answer\n${answer.content}\n`);
  const missing = await asbench(folder, 'runs', 'calls', run, '--again', '99');
  expect(missing.stderr).toContain('there is no call 99');
  expect(readFileSync(join(folder, DEFAULT_HOME, 'runs', run, 'calls.ndjson'), 'utf8').split('\n')).toEqual(lines);
});

import { cpSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readResults } from '@itinera/run';
import { beforeAll, expect, test } from 'vitest';
import { asbench, jsonOf, testFolder } from './asbench.fixture.js';
import { pathOf, programWithAll, withChildren } from './whole-program.fixture.js';

const folder = testFolder();
const at = (...path: string[]) => join(folder, ...path);
const words = (line: string) => asbench(folder, ...line.split(' '));

/** Every command that writes people, a line that writes SYNTHETIC ones, and the files or folders that must say so. */
const WRITERS = [
  ['map synth --size 500 -o city.pb', []],
  ['humob synth --users 3 --days 9 -o steps.csv.gz', ['steps.csv.gz']],
  ['humob split steps.csv.gz --from-day 7 -o split', ['split/train.csv.gz', 'split/truth.csv.gz']],
  ['humob baseline weekday-slot-mode --train split/train.csv.gz --target split/truth.csv.gz -o b.csv', ['b.csv']],
  ['humob synth --year 2026 --elsewhere 0 -o f.tsv --truth t.tsv', ['f.tsv', 't.tsv']],
  ['humob holdout f.tsv --only-days 20240501-20240502 -o held', ['held/known.tsv', 'held/truth.tsv']],
  ['humob baseline flat-mean --year 2026 --known held/known.tsv --only-days 20240501-20240502 -o p.tsv', ['p.tsv']],
  ['data next-place synth --users 5 --days 9 -o visits.csv', ['visits.csv']],
  ['data next-place split visits.csv --rule user-time -o parts', ['parts/train.csv', 'parts/test.csv']],
  ['data next-place baseline --method last --train parts/train.csv --test parts/test.csv -o l.jsonl', ['l.jsonl']],
  ['data generate markov --train steps.csv.gz --people 3 -o made.csv', ['made.csv']],
  ['data stays made.csv -o stays.csv', ['stays.csv']],
  ['data people --map city.pb -n 4 -o people', ['people']],
  ['simulate --map city.pb --profiles people --days 1', ['.agentsociety-benchmark/runs/simulation-1d-900s-1']],
  ['runs export newest --table stays --format csv -o stays-of-run.csv', ['stays-of-run.csv']],
  ['runs export newest --table statuses --format parquet -o statuses.parquet', ['statuses.parquet']],
  ['data stays statuses.parquet -o stays-of-table.csv', ['stays-of-table.csv']],
  ['runs export newest --table statuses --format arrow -o statuses.arrow', ['statuses.arrow']],
  ['runs export newest --table statuses --format geojson -o statuses.geojson', ['statuses.geojson']],
  ['runs publish newest --dry-run -o hub', ['hub/statuses.parquet']],
] as const;

/** The other commands that write a file or folder which a user names: none has people in it. */
const OTHERS = [
  ...['runs report', 'runs pack', 'runs board', 'study sweep', 'study robustness', 'study evolve', 'study table'],
  ...['study cite', 'study figure', 'traffic calibrate', 'traffic counts', 'traffic jams', 'traffic emissions'],
  ...['traffic reach', 'data diaries ask', 'data diaries fit', 'data next-place score', 'ui', 'evaluate', 'measure'],
  ...[
    'map draw',
    'map speeds',
    'map build',
    'humob score',
    'runs compare',
    'runs drift',
    'explain',
    'runs leaderboard',
  ],
];

/** Files that measure does not read as trajectories. */
const NOT_MEASURED = /\.tsv$|\.jsonl$|^people$|^parts|visits|truth\.csv/;

beforeAll(async () => {
  writeFileSync(at('real.csv'), 'uid,time,lat,lon\n');
  for (const [line] of WRITERS) {
    const { status, stderr } = await words(line);
    expect([line, status], stderr).toEqual([line, 0]);
  }
});

test('every command that writes people is among these', async () => {
  const outputs = withChildren(await programWithAll()).filter(({ options }) =>
    options.some(({ long, flags }) => long === '--output' || /<(csv|tsv|html)>/.test(flags)),
  );
  const diaries = ['data diaries read', 'data diaries prepare', 'data diaries draw', 'data diaries results'];
  const known = (path: string) => WRITERS.some(([line]) => line.startsWith(`${path} `));
  expect(outputs.map(pathOf).filter((path) => !known(path) && ![...OTHERS, ...diaries].includes(path))).toEqual([]);
});

const MEASURED = WRITERS.flatMap(([, files]) => files.filter((file) => !NOT_MEASURED.test(file)));
test.each(MEASURED)('measure says that the people of %s are SYNTHETIC, in JSON, too', async (file) => {
  const answer = jsonOf(await asbench(folder, 'measure', file, file, '--json'));
  expect(answer).toMatchObject({ synthetic: true, verdict: { says: expect.stringContaining('SYNTHETIC') } });
  expect(answer.warnings.join()).toContain('SYNTHETIC people');
});

test('scores of such people say so, in words, JSON, the page and asbench ui', async () => {
  const steps = 'humob score b.csv --rules giscup2025 --reference split/truth.csv.gz';
  const flows = 'humob score p.tsv --year 2026 --reference held/truth.tsv';
  const visits = 'data next-place score l.jsonl --test parts/test.csv --train parts/train.csv';
  for (const line of [steps, flows, visits]) {
    const { stdout, stderr } = await words(line);
    expect(stdout, line).toContain('SYNTHETIC');
    expect(stderr, line).toContain('SYNTHETIC people, who do not exist.');
    const answer = jsonOf(await words(`${line} --json`));
    expect(answer, line).toMatchObject({ synthetic: true });
    expect(answer.warnings.join(), line).toContain('SYNTHETIC');
  }
  for (const line of [steps, flows]) {
    await words(`${line} -o score.html --keep kept`);
    expect(readFileSync(at('score.html'), 'utf8')).toContain('"synthetic":true');
  }
  const many = jsonOf(await words('humob score b.csv b.csv --reference split/truth.csv.gz --json'));
  expect(many[0].figures).toMatchObject({ synthetic: true, warnings: [expect.any(String), expect.any(String)] });
});

test('a folder of such files is marked, and the notes in it are not read as people', async () => {
  const answer = jsonOf(await asbench(folder, 'measure', 'split', 'split', '--json'));
  expect(answer).toMatchObject({ synthetic: true });
});

test('a file of others loses the note of an earlier one', async () => {
  renameSync(at('steps.csv.gz-metadata.json'), at('aside'));
  await words('humob split steps.csv.gz --from-day 7 -o split-again');
  cpSync(at('split/train.csv.gz-metadata.json'), at('split-again/train.csv.gz-metadata.json'));
  await words('humob split steps.csv.gz --from-day 7 -o split-again');
  expect(existsSync(at('split-again/train.csv.gz-metadata.json'))).toBe(false);
  renameSync(at('aside'), at('steps.csv.gz-metadata.json'));
});

test('days made from the days of people who do not exist are marked as results and as datasets', async () => {
  const rows = Array.from({ length: 40 }, (_, i) => `p${i},h${i},1,f,18-24,student,1,0,home 0-1440`);
  const table = `person,household,weight,sex,age,status,hh_size,cars,sequence\n${rows.join('\n')}\n`;
  writeFileSync(at('days.csv'), table);
  cpSync(at('made.csv-metadata.json'), at('days.csv-metadata.json'));
  await words('data diaries prepare days.csv --map city.pb -o survey --truth hidden');
  for (const name of ['survey/train', 'survey/test', 'hidden']) expect(existsSync(at(name, 'SYNTHETIC.md'))).toBe(true);
  await words('data diaries draw days.csv --train days.csv -o drawn.json');
  await words('data diaries results days.csv -o results.json');
  for (const name of ['drawn.json', 'results.json'])
    expect((await readResults(at(name))).metadata).toMatchObject({ data: 'SYNTHETIC' });
});

test('a command that cannot write its file marks none, and names the file', async () => {
  writeFileSync(at('a-file'), '');
  const { status, stderr } = await words('data generate markov --train steps.csv.gz --people 3 -o a-file/made.csv');
  expect([status, stderr]).toEqual([1, expect.stringMatching(/a-file(\/made\.csv)?[^-]/)]);
  expect(stderr).not.toContain('metadata');
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Random } from '@itinera/base';
import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { asbench, testFolder } from '../../../asbench/src/commands/asbench.fixture.js';
import type { TabFiles, TabJobName, TabSettings } from './job.js';
import { shownName } from './job-files.js';
import { runTask } from './run-task.js';
import { sampleFiles } from './sample.js';

const folder = testFolder();
afterEach(() => void vi.unstubAllGlobals());
const path = (name: string) => join(folder, name);

/** A few people of the sample, so that the tests take little time. */
const FEW = 12;
const few = (text: string) =>
  text
    .split('\n')
    .filter((line) => !(Number(line.split(',')[0]) >= FEW))
    .join('\n');
const { submission, truth } = sampleFiles('score', false) as Record<'submission' | 'truth', File>;
const [SUBMISSION, TRUTH] = [few(await submission.text()), few(await truth.text())];

const run = (job: TabJobName, files: TabFiles, settings: TabSettings = {}, synthetic = false) =>
  runTask({ job, files, settings, synthetic }, () => undefined);

/** Files by role, which are also written for the command line. */
function filesOf(contents: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>): TabFiles {
  return Object.fromEntries(
    Object.entries(contents).map(([role, content]) => {
      writeFileSync(path(role), content);
      return [role, new File([content], role)];
    }),
  );
}

/** The same table as Parquet. */
function parquetOf(csv: string): ArrayBuffer {
  const [names, ...rows] = csv
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  return parquetWriteBuffer({
    columnData: names!.map((name, i) => ({ name, data: rows.map((row) => Number(row[i])), type: 'INT32' })),
  });
}

describe('the page computes what the command line prints', () => {
  const files = { submission: SUBMISSION, truth: TRUTH };

  test.each(['2023', '2024', '2025'])('scores by the rules of %s', async (year) => {
    const { saved } = await run('score', filesOf({ ...files, other: TRUTH }), { year, seed: '7' });
    const options = ['submission', '--year', year, '--seed', '7', '--reference', 'truth'];
    const printed = await asbench(
      folder,
      ...['humob', 'score', ...options, '--compare', 'other', '--per-user', 'by-user.csv', '--json'],
    );
    expect(printed.stderr).toMatch(/^(Wrote|Replaced) by-user\.csv\n$/);
    expect(saved.map(({ text }) => text)).toEqual([printed.stdout, readFileSync(path('by-user.csv'), 'utf8')]);
  });

  test('scores of gzip and Parquet', async () => {
    const packed = filesOf({
      submission: new Uint8Array(gzipSync(SUBMISSION)),
      truth: new Uint8Array(parquetOf(TRUTH)),
    });
    const [score] = (await run('score', packed)).saved;
    expect(score).toEqual((await run('score', filesOf(files))).saved[0]);
  });

  test('the sample in one click', async () => {
    const { saved, page, answer } = await run('score', { submission, truth }, {}, true);
    expect(saved[0]!.text).toBe((await asbench(folder, 'humob', 'score', '--sample', '--json')).stdout);
    expect(answer(page.join('/'))).toMatchObject({ synthetic: true, users: 200 });
  });

  test.each([
    ['2023/test', ['test', '--year', '2023']],
    ['2025/a', ['a', '--year', '2025']],
    [undefined, ['any']],
  ])('problems of a submission for the task %s', async (task, args) => {
    const damaged = SUBMISSION.replace('\n3,', '\n3x,')
      .replace(/\n5,60[^\n]*/, '')
      .replace(/\n(6,61[^\n]*)/, '\n$1\n$1');
    const given = filesOf({ submission: damaged, dataset: TRUTH });
    const { saved } = await run('validate', given, task === undefined ? {} : { task });
    const { stdout } = await asbench(folder, 'humob', 'validate', ...args, 'dataset', 'submission', '--json');
    expect(JSON.parse(stdout).problems.length).toBeGreaterThan(1);
    expect(saved[0]!.text).toBe(stdout);
  });

  test('flows: scores, simple baselines and the verdict of the organisers’ validator', async () => {
    vi.stubGlobal('FileReaderSync', SynchronousReader);
    const sample = sampleFiles('score', true) as Record<'submission' | 'truth', File>;
    const text = await sample.submission.text();
    const contents = { submission: text, truth: await sample.truth.text(), other: text.replaceAll('.5', '.6') };
    const files = inMemory(filesOf(contents), contents);
    const year = ['--year', '2026', '--json'];
    const { saved } = await run('score', files, { year: '2026', seed: '2' });
    const options = ['--reference', 'truth', '--seed', '2'];
    const printed = await asbench(folder, 'humob', 'score', 'submission', 'other', ...options, ...year);
    expect(saved[0]!.text).toBe(printed.stdout);
    const validated = await run('validate', { submission: files.truth! }, { task: '2026' });
    const verdict = await asbench(folder, 'humob', 'validate', 'truth', ...year);
    expect(validated.saved[0]!.text).toBe(verdict.stdout);
  });

  test('measures, with dropped rows, training and holdout people', async () => {
    const given = { real: people(1), generated: people(2), train: people(3), holdout: people(4) };
    const { saved } = await run('measure', filesOf(given), { places: 'grid:1000', seed: '3' });
    const options = ['--train', 'train', '--held-out', 'holdout', '--places', 'grid:1000', '--seed', '3'];
    for (const [role, content] of Object.entries(given)) writeFileSync(path(`${role}.csv`), content);
    const named = options.map((option) => (option in given ? `${option}.csv` : option));
    const printed = await asbench(folder, 'measure', 'real.csv', 'generated.csv', ...named, '-o', 'report', '--json');
    expect(saved.map(({ text }) => text)).toEqual([printed.stdout, readFileSync(path('report/measures.csv'), 'utf8')]);
  });
});

/** Reads files in memory without waiting, as only the workers of browsers can. */
class SynchronousReader {
  readAsArrayBuffer({ bytes }: { readonly bytes: Uint8Array }): ArrayBufferLike {
    return bytes.slice().buffer;
  }
}

function inMemory(files: TabFiles, contents: Readonly<Record<string, string>>): TabFiles {
  for (const [role, file] of Object.entries(files)) {
    const all = new TextEncoder().encode(contents[role]);
    Object.assign(file, { slice: (start: number, end: number) => ({ bytes: all.slice(start, end) }) });
  }
  return files;
}

/** Hourly positions of a few people, and a row without a time. */
function people(seed: number): string {
  const random = new Random(seed);
  const lines = ['uid,time,lat,lon', 'nobody,,35,139'];
  for (let uid = 0; uid < 8; uid++)
    for (let hour = 0; hour < 48; hour++) {
      const place = hour % 24 > 8 ? random.integer(12) : uid;
      lines.push(
        `${uid},${1_600_041_600 + hour * 3600},${35 + 0.01 * Math.floor(place / 4)},${139 + 0.01 * (place % 4)}`,
      );
    }
  return `${lines.join('\n')}\n`;
}

describe('files that cannot be used get one clear line', () => {
  const gz = new Uint8Array(gzipSync(TRUTH));
  const bad: Readonly<Record<string, BlobPart>> = {
    empty: '',
    'zero bytes': new Uint8Array(500),
    blanks: ' \n \n',
    binary: Uint8Array.from({ length: 3000 }, (_, i) => (i * 193) % 251),
    'half a gzip file': gz.slice(0, gz.length / 2),
    'a damaged gzip file': gz.map((byte, i) => (i > 99 ? 255 - byte : byte)),
    'a gzip bomb': new Uint8Array(gzipSync(Buffer.alloc(2 ** 27))),
    'half a Parquet file': `PAR1${'x'.repeat(400)}`,
    'a Parquet file of nothing': 'PAR1PAR1',
    'an Arrow file of nothing': 'ARROW1\0\0ARROW1',
    'a zip archive': 'PK\x03\x04 and more',
    'a SQLite file of nothing': 'SQLite format 3\0',
    'UTF-16': new Uint8Array([255, 254, 49, 0, 44, 0]),
    'a web page': '<!doctype html><title>Sign in</title>',
    JSON: '{"a": [1, 2',
    'deep JSON': '['.repeat(100_000),
    'another table': 'name,age\nAnn,7\n',
    'words in a column': 'uid,d,t,x,y\n1,60,1,north,5\n',
    'a cell beyond the grid': 'uid,d,t,x,y\n1,60,1,201,5\n',
    'a number without end': `uid,d,t,x,y\n1,60,1,${'9'.repeat(100_000)},5\n`,
    'other people': 'uid,d,t,x,y\n77777,60,1,5,5\n',
  };

  test.each(Object.entries(bad))('%s', async (name, content) => {
    const file = new File([content], `${name}.csv`);
    const good = new File([TRUTH], 'good.csv');
    const failures = await Promise.all(
      [
        run('score', { submission: file, truth: good }),
        run('score', { submission: good, truth: file }),
        run('validate', { submission: good, dataset: file }, { task: '2023/test' }),
        run('measure', { real: good, generated: file }),
      ].map((done) =>
        done.then(
          () => '',
          (error: Error) => error.message,
        ),
      ),
    );
    expect(failures[0]).not.toBe('');
    for (const failure of failures) {
      expect(failure).toMatch(/^[^\n]{0,600}$/u);
      expect(failure).not.toContain('fault of the playground');
    }
  });

  test('files with damaged bytes', async () => {
    const small = TRUTH.split('\n').slice(0, 60).join('\n');
    const whole = [
      new TextEncoder().encode(small),
      new Uint8Array(gzipSync(small)),
      new Uint8Array(parquetOf(small)),
      new TextEncoder().encode(JSON.stringify([{ uid: 1, d: 60, t: 1, x: 5, y: 5 }])),
    ];
    const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...whole), damage, fc.nat(), async (bytes, changes, cut) => {
        const copy = bytes.slice(0, cut % 3 === 0 ? cut % bytes.length : bytes.length);
        for (const [at, value] of changes) if (copy.length > 0) copy[at % copy.length] = value;
        const file = new File([copy], 'damaged.csv');
        const tasks = [
          run('score', { submission: file, truth: file }),
          run('measure', { real: file, generated: file }),
        ];
        for (const outcome of await Promise.allSettled(tasks))
          if (outcome.status === 'rejected') expect(outcome.reason.message).toMatch(/^(?!.*fault of)[^\n]{1,600}$/u);
      }),
      { numRuns: 30 },
    );
  });

  test.each([
    ['HTML', '<img src=x onerror=alert(1)>.csv'],
    ['marks that turn the direction of writing', 'abc\u202egnp.csv'],
    ['line ends', 'a\nb\r\u2028c.csv'],
    ['10,000 characters', `${'long '.repeat(2000)}.csv`],
    ['half a character', `\ud83d.csv`],
    ['nothing', '\u202e'],
  ])('a name with %s is shown on one line, from left to right', async (_, name) => {
    const shown = shownName(name);
    expect(shown).toMatch(/^[^\n\r\u2028\u202e\ud83d]{1,81}$/);
    const file = new File(['nothing'], name);
    await expect(run('score', { submission: file, truth })).rejects.toThrow(shown);
  });

  test('settings of an address that are not valid are named', async () => {
    const files = filesOf({ submission: SUBMISSION, truth: TRUTH });
    await expect(run('score', files, { year: '<b>' })).rejects.toThrow('Year <b>: expected 2023, 2024, 2025');
    await expect(run('score', files, { seed: '-1' })).rejects.toThrow('Seed -1: expected a whole number');
    await expect(run('validate', files, { task: '2023/9' })).rejects.toThrow('Task 2023/9 not found');
    await expect(run('validate', files)).rejects.toThrow('Add its file');
    await expect(run('measure', { real: truth, generated: truth }, { places: 'h3:9' })).rejects.toThrow('H3');
    await expect(run('measure', { real: truth, generated: truth }, { places: '5' })).rejects.toThrow('--places 5');
  });
});

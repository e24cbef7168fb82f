import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { slowTest } from '../../../base/src/slow.fixture.js';
import { compatValidateOd, flowFileAt, readOdTsv, validateOd } from '../on-disk.js';
import { useTempFolder } from '../temp-folder.fixture.js';
import { flowFileOf } from './flow-file.js';
import { odLines } from './lines.js';
import { FLOW, submission } from './submission.fixture.js';
import { checkOdSubmission } from './validate.js';

const temp = useTempFolder();
const verdictOf = (content: string | Uint8Array) => {
  const path = temp.write('submission.tsv', content);
  const { stdout, uncaught } = compatValidateOd([path]);
  return uncaught ?? stdout.replace(path, 'FILE').trimEnd();
};
const warningsOf = (content: string) =>
  Object.fromEntries(validateOd(temp.write('warned.tsv', content)).warnings.map(({ title, count }) => [title, count]));
const firstDay = (matrix: string) => submission({ 0: `20240201\t${matrix}` });

slowTest('matrices are accepted and rejected as Python and the organisers’ validator do', () => {
  const file = join(import.meta.dirname, '../../fixtures/humob/od/literals.json');
  const cases = JSON.parse(readFileSync(file, 'utf8')) as [string, true | string | { crash: string }][];
  const actual = cases.map(([text]) => [text, verdictOf(`20240201\t${text}\n`)]);
  const expected = cases.map(([text, outcome]) => [
    text,
    outcome === true
      ? expect.stringMatching(/^The submission is missing/)
      : typeof outcome === 'string'
        ? `Error at line 0: ${outcome}`
        : outcome.crash,
  ]);
  expect(actual).toEqual(expected);
});

test('lines after ten thousand faults cost next to nothing', () => {
  const path = temp.write('empty.tsv', '\n'.repeat(3_000_000));
  let lines = 0;
  for (const _ of odLines(flowFileAt(path), () => lines > 10_000)) lines++;
  expect(lines).toBeLessThan(10_010);
});

describe('the organisers’ verdict', () => {
  test.each([
    ['a valid file', submission(), 'Validation passed!'],
    ['CRLF', submission().replaceAll('\n', '\r\n'), 'Validation passed!'],
    ['CR only', submission().replaceAll('\n', '\r'), 'Validation passed!'],
    ['two million CR', '\r'.repeat(2_000_000), 'Error at line 0: Expected 2 tab-delimited columns.'],
    ['wide blanks at line ends', submission().replaceAll('\n', '\u3000\u00a0 \n'), 'Validation passed!'],
    ['a day that is not evaluated', `20240202\trubbish\n${submission()}`, 'Validation passed!'],
    ['an impossible date', `20240299\t-\n${submission()}`, 'Validation passed!'],
    ['a fullwidth digit in a date', `2024020１\t-\n${submission()}`, 'Validation passed!'],
    ['an empty file', '', 'The file FILE is empty.'],
    ['one blank line', ' \n', 'The file FILE is empty.'],
    ['two empty lines', '\n\n', 'Error at line 0: Expected 2 tab-delimited columns.'],
    ['a missing day', submission({ 3: null }), "The submission is missing required dates: ['20240205']"],
    ['a byte-order mark', `\ufeff${submission()}`, 'Error at line 0: The date must be in the format YYYYMMDD.'],
    [
      'a day of January',
      submission({ 2: `20240131\t${FLOW}` }),
      'Error at line 2: The date must be within the evaluation period 20240201 - 20240331.',
    ],
    ['a repeated day', `${submission()}20240201\tNA`, 'Error at line 58: The date is duplicated.'],
    ['a third column', submission({ 5: `20240207\t${FLOW}\tx` }), 'Error at line 5: Expected 2 tab-delimited columns.'],
    ['not UTF-8', Buffer.concat([Buffer.from('x\n'), Buffer.of(0xe9, 10)]), 'File could not be read.'],
    ['not UTF-8 after a million faults', Buffer.from(`${'\r\n'.repeat(1e6)}é`, 'latin1'), 'File could not be read.'],
    [
      'a surrogate in UTF-8',
      Buffer.concat([Buffer.from(submission()), Buffer.of(0xed, 0xa0, 0x80)]),
      'File could not be read.',
    ],
    ['gzip', gzipSync(submission()), 'File could not be read.'],
  ])('%s', (_, content, expected) => {
    expect(verdictOf(content)).toBe(expected);
  });

  test('reports a command line without a file, and a missing file', () => {
    expect(compatValidateOd([]).stdout).toBe('Usage: python humob2026_validator.py <submission_file_path>\n');
    expect(compatValidateOd([temp.path('missing')])).toEqual({ stdout: 'File could not be read.\n', exitCode: 1 });
  });

  test('does not depend on the chunks in which the file is read', () => {
    const long = `{'50_50': {${Array.from({ length: 60 }, (_, i) => `'${1 + i}_1': ${i}.25`).join(', ')}}}`;
    const day = `20240201\t${long}`;
    // A line ends exactly where a piece of one MiB does, before and after its CR.
    for (const length of [2 ** 20 - day.length - 2, 2 ** 20 - day.length - 1]) {
      const comment = ` #${'x'.repeat(length - 2)}`;
      expect(verdictOf(submission({ 0: `${day}${comment}` }).replaceAll('\n', '\r\n'))).toBe('Validation passed!');
    }
  });
});

test('every rejected line is reported, not only the first, from a disk and from memory', () => {
  const path = temp.write('two.tsv', submission({ 1: '20240203\t{}', 4: '2024', 9: null }));
  const bytes = readFileSync(path);
  const { accepted, verdict, problems, days } = validateOd(path);
  expect(checkOdSubmission(flowFileOf(path, (start, end) => bytes.subarray(start, end)))).toEqual(validateOd(path));
  expect({ accepted, verdict, days }).toMatchObject({
    accepted: false,
    verdict: 'Error at line 1: The OD matrix is empty.',
    days: 56,
  });
  expect(problems).toEqual([
    {
      title: 'line rejected',
      count: 2,
      examples: ['line 2: The OD matrix is empty.', 'line 5: Expected 2 tab-delimited columns.'],
    },
    { title: 'day missing', count: 2, examples: ['20240206', '20240211'] },
  ]);
});

describe('suspicious input that the organisers accept causes warnings', () => {
  const accepted = (what: string) => `${what}, which the organisers accept`;
  test.each([
    ['a valid file', submission(), {}],
    ['NaN as text', firstDay("{'50_50': {'50_50': 'nan'}}"), { [accepted('NaN')]: 1, [accepted('number as text')]: 1 }],
    ['infinity', firstDay("{'50_50': {'50_50': 1e999}}"), { [accepted('infinite value')]: 1 }],
    ['True', firstDay("{'50_50': {'50_50': True}}"), { [accepted('True or False as a number')]: 1 }],
    ['a repeated key', firstDay("{'50_50': {'50_50': 1, '50_50': 2}}"), { [accepted('repeated key')]: 1 }],
    ['an unusual cell', firstDay("{'050_50': {'50_50': 1}}"), { [accepted('unusual spelling of a cell')]: 1 }],
    [
      'days too many',
      `20240202\tNA\n20240230\t\u2026\n${submission()}`,
      {
        'day that is not evaluated, ignored': 1,
        'impossible date, ignored': 1,
      },
    ],
    [
      'a box turned by its diagonal',
      submission().replaceAll('50_50', '32_60'),
      {
        'x and y are probably swapped': 1,
        'no pair is in the box of the evaluation': 1,
      },
    ],
    ['a grid turned by its diagonal', firstDay("{'90_50': {'90_50': 1}}"), { 'x and y are probably swapped': 1 }],
  ])('%s', (_, content, expected) => {
    expect(warningsOf(content)).toEqual(expected);
  });

  test('a packed file', () => {
    const { verdict, warnings } = validateOd(temp.write('packed.tsv.gz', gzipSync(submission())));
    expect(verdict).toBe('File could not be read.');
    expect(warnings[0]).toMatchObject({ title: 'packed file', examples: [expect.stringContaining('gzip')] });
  });
});

describe('a hostile file costs one message and little memory', () => {
  const PARSE = 'Error at line 0: Could not parse the OD matrix in the second column.';
  test.each([
    ['code', "__import__('os').kill(0, 9)", PARSE],
    ['code as a value', "{'50_50': {'50_50': __import__('os').kill(0, 9)}}", PARSE],
    ['deep brackets', '['.repeat(1e6), PARSE],
    ['an integer of a million digits', `{'50_50': {'50_50': ${'1'.repeat(1e6)}}}`, PARSE],
    ['a million signs', `${'-'.repeat(1e6)}1`, PARSE],
    ['a coordinate of a million digits', `{'${'1'.repeat(1e6)}_1': 1}`, expect.stringMatching(/^ValueError: Exceeds/)],
    [
      'a hexadecimal number',
      `{'50_50': {'50_50': 0x${'f'.repeat(1e6)}}}`,
      expect.stringMatching(/^ValueError: Exceeds/),
    ],
  ])('%s', (_, matrix, expected) => {
    expect(verdictOf(`20240201\t${matrix}\n`)).toEqual(expected);
  });

  slowTest('numbers as long as Python accepts are read', () => {
    const digits = '1'.repeat(1e6);
    for (const number of [`1.${digits}`, `'${digits}'`, `'1${'_1'.repeat(2e6)}'`, `1${'_1'.repeat(300)}`])
      expect(verdictOf(submission({ 0: `20240201\t{'50_50': {'50_50': ${number}}}` }))).toMatch(/passed/);
  });

  test('limits on values, lines and flows can be raised', () => {
    vi.stubEnv('ITINERA_LIMITS', '0.001');
    const many = Array.from({ length: 300 }, (_, i) => `'1_1': ${i}`).join(', ');
    expect(() => verdictOf(`20240201\t{'1_1': {${many}}}`)).toThrow(/more than 500 values .* set ITINERA_LIMITS/);
    expect(() => verdictOf('x'.repeat(2e6))).toThrow(/a line of more than 33 KiB/);
    vi.stubEnv('ITINERA_LIMITS', '0.00000005');
    expect(() => readOdTsv(temp.write('flows.tsv', submission()))).toThrow(/more than 1 flows/);
    vi.unstubAllEnvs();
  });
});

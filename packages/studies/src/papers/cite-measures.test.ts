import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { citeMeasures, measuresIn } from './cite-measures.js';

const folder = mkdtempSync(join(tmpdir(), 'cite '));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'measures.json');

test('a report of measures is cited with its verdict, and each paper once, with a key of its own', () => {
  expect(measuresIn(folder)).toBeNull();
  const report = {
    verdict: { measures: 4, different: 1, same: 2, unknown: 1 },
    compared: {
      real: { people: 1200, rows: 5000 },
      generated: { people: 1, rows: 7 },
      places: 'squares of 500 m',
      notes: ['1 % is missing.'],
    },
    measures: [
      { name: 'stayDurations', title: 'stay durations' },
      { name: 'waitingTimes', title: 'waiting times' },
      { name: 'realEntropy', title: 'real entropy', differs: null },
      { name: 'radiusOfGyration', title: 'radius of gyration' },
    ],
  };
  writeFileSync(path, JSON.stringify(report));
  expect([measuresIn(folder), measuresIn(path)]).toEqual([path, path]);
  const text = citeMeasures(path);
  expect(text).toContain('We compared 1 generated person (7 records) with 1,200 real people (5,000 records)');
  expect(text).toContain('Of 4 measures, 1 differs at');
  expect(text).toContain(
    '2 show no difference at a power of 80\\,\\%, and for 1 the sample is too small to tell (real entropy).',
  );
  expect(text).toMatch(/^1.*\\% is missing\.$/m);
  expect(text).toContain(
    'stay durations \\cite{song2010}; waiting times \\cite{song2010}; real entropy \\cite{song2010b}; radius of gyration \\cite{gonzalez2008}.',
  );
  const keys = [...text.matchAll(/^@\w+\{(\w+),/gm)].map(([, key]) => key);
  expect(keys).toEqual(['itinera', 'song2010', 'song2010b', 'gonzalez2008']);
  expect(text).toContain(
    '@article{gonzalez2008,\n  author = {González, M. C. and Hidalgo, C. A. and Barabási, A.-L.},\n  title = {Understanding individual human mobility patterns},\n  volume = {453},\n  number = {7196},\n  pages = {779--782},\n  journal = {Nature},\n  year = {2008},\n  doi = {10.1038/nature06958}\n}',
  );
  expect(text.replaceAll('\\%', '').split('% BibTeX')[0]!.slice('% Methods'.length)).not.toContain('%');
});

test('a file that is not a report is rejected with the command that writes one', () => {
  writeFileSync(path, '{"measures": 3}');
  expect(() => citeMeasures(path)).toThrow('Write one with: asbench measure REAL GENERATED -o FOLDER');
});

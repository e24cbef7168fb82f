import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { packMeasureCells } from '../data/day-cells.js';
import { beyondChance, WHOLE_DAY } from '../wire/cells.js';
import { readDayCells } from '../wire/day-cells.js';
import type { MeasureData } from '../wire/measures.js';
import { MeasureReports } from './measure-reports.js';
import { measureReport } from './set-reports.js';

const folder = mkdtempSync(join(tmpdir(), 'itinera measures '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HOUR = 3600;
/** People with one point each, two days after the first of January 1970 at an hour, around Honolulu. */
function peopleAt(...points: readonly (readonly [hour: number, lon: number, lat: number])[]) {
  return {
    people: points.map((_, i) => String(i)),
    starts: Uint32Array.from({ length: points.length + 1 }, (_, i) => i),
    times: Float64Array.from(points, ([hour]) => (48 + hour) * HOUR + 60),
    lons: Float64Array.from(points, ([, lon]) => lon),
    lats: Float64Array.from(points, ([, , lat]) => lat),
  };
}
const [HOME, BEACH] = [
  [-157.85, 21.3],
  [-157.7, 21.28],
] as const;
const at = (hour: number, place: readonly [number, number]) => [hour, ...place] as const;

test('people of two sets are counted by cell, for each hour and the whole day', () => {
  const real = peopleAt(...Array.from({ length: 30 }, () => at(8, HOME)), at(20, BEACH));
  const generated = peopleAt(...Array.from({ length: 30 }, () => at(8, BEACH)), at(20, BEACH));
  const { parts, shape } = readDayCells(packMeasureCells(real, generated).buffer);
  expect([shape, parts.length, parts[8]!.people, parts[9]!.cells]).toEqual(['hexagon', 25, [30, 30], []]);
  expect(parts[8]!.cells.map(({ first, second, only }) => [first, second, only])).toEqual([
    [30, 0, null],
    [0, 30, null],
  ]);
  const { people, cells } = parts[WHOLE_DAY]!;
  expect(people).toEqual([31, 31]);
  expect(cells.map((cell) => Math.sign(beyondChance(cell, people)))).toEqual([-1, 1]);
});

test('a stay counts in each of its hours, also past midnight', () => {
  const one = peopleAt(at(23, HOME));
  const stays = { ...one, ends: Float64Array.of(one.times[0]! + 2 * HOUR) };
  const { parts } = readDayCells(packMeasureCells(stays, peopleAt(at(0, HOME))).buffer);
  expect(parts.flatMap(({ cells }, part) => (cells.some(({ first }) => first > 0) ? [part] : []))).toEqual([
    ...[0, 1, 23, WHOLE_DAY],
  ]);
});

test('reports in a folder are listed with the names of their sets, and damaged ones with the reason', () => {
  const cells = packMeasureCells(peopleAt(at(8, HOME)), peopleAt(at(8, BEACH)));
  const measures = [
    { jsd: 0.2, ceiling: 0.1 },
    { jsd: 0.1, ceiling: 0.2 },
    { jsd: null, ceiling: null },
  ];
  const verdict = { measures: 3, different: 1 };
  const report = { verdict, measures, firstScreen: [], compared: { generated: { people: 7 } } };
  const data = { real: '<b>', generated: 'g.csv', notes: [], report } as unknown as MeasureData;
  for (const [name, page] of Object.entries({ good: measureReport(data, cells), old: '<html>', other: '' })) {
    mkdirSync(join(folder, name));
    if (page) writeFileSync(join(folder, name, 'report.html'), page);
    if (page) writeFileSync(join(folder, name, 'measures.json'), '{}');
  }
  const reports = new MeasureReports([folder, join(folder, 'missing')]);
  expect(reports.list()).toEqual([
    { name: 'good', trouble: null, real: '<b>', generated: 'g.csv', people: 7, measures: 3, different: 1 },
    expect.objectContaining({ name: 'old', trouble: expect.stringContaining('not a report of this version') }),
  ]);
  expect(reports.data('good')).toEqual(data);
  expect(gunzipSync(reports.file('good', 'measureCells')!.bytes)).toEqual(Buffer.from(cells));
  expect([reports.data('nothing'), reports.file('..', 'measureCity')]).toEqual([null, null]);
});

import { bytesSource } from '@itinera/tables';
import { expect, test } from 'vitest';
import { readTrajectories } from '../read/read-trajectories.js';
import { measuredOnStays, notesOfFiles, reportAsJson, withFiles } from './measured-files.js';
import type { Report } from './report.js';

const START = 1_683_000_000;
/** A person at one place, then at another: fixes every 30 s. */
const fixes = Array.from(
  { length: 240 },
  (_, i) => `a,${START + 30 * i},${i < 120 ? 35.5 : 35.6},139.${500 + (i % 3)}`,
);
const read = (lines: readonly string[]) =>
  readTrajectories(bytesSource('x.csv', new TextEncoder().encode(`uid,time,lat,lon\n${lines.join('\n')}\n`)));

test('tracks are measured on stays, and the report keeps what was read and what does not fit', async () => {
  const files = {
    real: await read(fixes),
    generated: await read(['08', '09', '10'].map((hour) => `b,2023-05-01 ${hour}:00:00,35.5,139.5`)),
  };
  const measured = measuredOnStays(files, undefined);
  expect(measured.real!.trajectories.ends).toHaveLength(2);
  expect(measured.real!.reading).toMatchObject({ records: 240, medianInterval: 30, stays: false });
  const notes = notesOfFiles(measured);
  expect(notes[0]).toContain('real: 1 person, 240 records');
  expect(notes.join('\n')).toMatch(
    /240 fixes are measured as 2 stays.*--stays none[\s\S]*clocks of the two sides differ/,
  );
  const compared = { real: {}, generated: {}, train: null, holdout: null, notes: ['Few people.'] };
  const report = { verdict: { says: 'The sets differ.' }, compared } as unknown as Report;
  expect(withFiles(report, measured).verdict.says).toMatch(/^The sets differ\. The clocks of the two sides differ, /);
  expect(withFiles(report, { ...measured, generated: measured.real! })).toBe(report);
  const json = reportAsJson(report, measured);
  expect(json.notes).toEqual(notes);
  expect(json.warnings).toEqual([...notes.slice(-2), 'Few people.']);
  expect(json.synthetic).toBe(false);
  const marked = withFiles(report, { ...measured, generated: { ...measured.real!, synthetic: true } });
  expect(marked.verdict.says).toBe('The sets differ. SYNTHETIC people, who do not exist: generated.');
  expect(reportAsJson(marked, measured).synthetic).toBe(true);
  expect(measuredOnStays(files, 'none').real!.trajectories.times).toHaveLength(240);
  expect(() => measuredOnStays({ real: files.real }, { radius: 1, minimum: 86_400 })).toThrow('--stays none');
});

test('the verdict names a side that lost many of its rows', async () => {
  const lost = (count: number) => fixes.map((line, i) => (i < count ? line.replace(/,35.*/, ',,') : line));
  const report = {
    verdict: { says: 'The sets differ.' },
    compared: { real: {}, generated: {}, notes: [] },
  } as unknown as Report;
  const files = { real: await read(fixes), generated: await read(lost(120)) };
  expect(withFiles(report, files).verdict.says).toBe(
    'The sets differ. 120 of 240 generated rows (50 %) were dropped: what is missing may be all that differs.',
  );
  expect(withFiles(report, { ...files, generated: await read(lost(2)) })).toBe(report);
  // Nothing is missing.
  expect(withFiles(report, { ...files, generated: await read([...fixes, ...fixes]) })).toBe(report);
});

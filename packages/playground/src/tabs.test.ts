import { expect, test } from 'vitest';
import { settingsInAddress, TABS } from './tabs.js';

const [score, validate, measure] = TABS as [(typeof TABS)[0], (typeof TABS)[0], (typeof TABS)[0]];
const required = (tab: typeof score, settings = {}) =>
  tab.slots(settings).flatMap(({ role, optional }) => (optional ? [] : [role]));

test('an address sets the settings of a tab, and values that are not offered are left out', () => {
  const settings = (tab: typeof score, query: string) => settingsInAddress(tab, new URLSearchParams(query));
  expect(settings(score, 'year=2026&seed=5&other=1')).toEqual({ year: '2026', seed: '5' });
  expect(settings(score, 'year=1999&seed=')).toEqual({});
  expect(settings(validate, 'task=2023/1')).toEqual({ task: '2023/1' });
  expect(settings(measure, 'places=grid:250')).toEqual({ places: 'grid:250' });
});

test('a tab asks for the files that its settings need', () => {
  expect(required(score)).toEqual(['submission', 'truth']);
  expect(score.slots({ year: '2026' }).map(({ role }) => role)).toContain('known');
  expect(required(validate)).toEqual(['submission', 'dataset']);
  expect(required(validate, { task: '2025/a' })).toEqual(['submission']);
  expect(validate.slots({ task: '2026' })).toHaveLength(1);
  expect(required(measure)).toEqual(['real', 'generated']);
});

test.each([
  [score, {}, 'asbench humob score --year 2025 submission.csv --reference truth.csv'],
  [score, { year: '2026', seed: '3' }, 'asbench humob score --year 2026 submission.tsv --reference truth.tsv --seed 3'],
  [validate, {}, 'asbench humob validate any data.csv submission.csv'],
  [validate, { task: '2024/b' }, 'asbench humob validate b --year 2024 submission.csv'],
  [validate, { task: '2026' }, 'asbench humob validate --year 2026 submission.tsv'],
  [measure, { places: 'exact' }, 'asbench measure real.csv generated.csv --places exact'],
])('$0.job with $1 shows the command that does the same', (tab, settings, command) => {
  expect(tab.command(settings)).toBe(command);
});

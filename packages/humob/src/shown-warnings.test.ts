import { expect, test } from 'vitest';
import { shownWarnings, withoutFolder } from './shown-warnings.js';

test('warnings of a page name files without their folders, and each stands once', () => {
  const paths = ['/secret/a.csv', '/secret/a.csv.gz'];
  const names = new Map(paths.map((path) => [path, withoutFolder(path)]));
  const warnings = ['/secret/a.csv: x and y are swapped.', '/secret/a.csv.gz has day 3.', 'A note.', 'A note.'];
  expect(shownWarnings(warnings, names)).toEqual(['a.csv: x and y are swapped.', 'a.csv.gz has day 3.', 'A note.']);
});

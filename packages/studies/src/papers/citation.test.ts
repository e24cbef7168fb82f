import { measures } from '@itinera/mobility';
import { expect, test } from 'vitest';
import { entriesOf } from './citation.js';

test('every paper of a measure has its journal or conference, and a key of its first author', () => {
  const entries = entriesOf(measures.map(({ meta }) => meta.source));
  expect(entries.length).toBeGreaterThan(10);
  expect(entries.filter(({ text }) => !/^ {2}(journal|booktitle) = /m.test(text)).map(({ source }) => source)).toEqual(
    [],
  );
  expect(entries.map(({ key }) => key)).toContain('canzian2015');
});

test('a paper that is not known has what its source says', () => {
  const [entry] = entriesOf(['L. Chen, R. Ng (2004), On the marriage of Lp-norms & edit distance, doi:10.1016/B978']);
  expect(entry!.text).toBe(
    '@misc{chen2004,\n  author = {L. Chen and R. Ng},\n  title = {On the marriage of Lp-norms \\& edit distance},\n  year = {2004},\n  doi = {10.1016/B978}\n}',
  );
  const [lin] = entriesOf(['J. Lin (1991), Divergence measures based on the Shannon entropy, doi:10.1109/18.61115']);
  expect(lin!.text).toMatch(/^@article\{lin1991,/);
  expect(lin!.text).toContain('volume = {37},\n  number = {1},\n  pages = {145--151},');
});

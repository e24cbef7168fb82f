import { expect, test } from 'vitest';
import { boardPage } from './board-page.js';
import type { HandedInRun } from './handed-in.js';

const run = (place: string, change: Partial<HandedInRun>): HandedInRun => ({
  ...{ team: 'anna', place, folder: null, state: 'reproduced', reason: '', edited: [], results: 'same', sameAs: [] },
  ...{ scored: null },
  ...change,
});

test('a team is ranked by the run that passes, also if an edited copy with the same results comes first', () => {
  const runs = [run('anna/edited', { state: 'edited' }), run('anna/walk', {})];
  const standings = [{ team: 'anna', best: 56.5, judgements: 1, results: 'same', synthetic: true }];
  const page = boardPage({ title: 'Walks', runs, standings, reports: new Map() });
  expect(page).toMatch(/<td class="number">1<\/td><td>anna<\/td>.*<td>anna\/walk<\/td><td[^>]*>.*reproduced/);
});

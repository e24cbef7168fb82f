import type { Evolution } from '@itinera/studies';
import { expect, test } from 'vitest';
import { describeEvolution } from './evolve-table.js';

const own = { agent: '/a/keeper.ts', params: { start: 6 } };
const best = {
  agent: '/a/best/keeper-3.ts',
  params: { start: 6, prompt: 'Plan the whole day of this person, hour by hour.' },
};
const evolution = {
  rungs: [
    {
      people: 60,
      candidates: [
        { variant: best, score: 60, failure: null, run: 'a' },
        { variant: own, score: 50, failure: null, run: 'b' },
        { variant: { ...own, params: { start: 7 } }, score: null, failure: 'took longer than 8 s', run: null },
      ],
    },
  ],
  best,
  lead: 10,
  gain: null,
  heldOut: null,
  rejected: 2,
  calls: 0,
  cost: 0,
  stopped: null,
} satisfies Evolution;
const places = { datasets: '/data/train', heldOut: '/data/validation' };
const lines = (changes: object, place = {}) =>
  describeEvolution('DiaryDay', own, { ...evolution, ...changes }, place).split('\n');
const gain = (low: number, high: number) => ({ gain: { mean: 2, low, high } });

test('the lead of the search is shown next to the gain on held-out data, which is claimed only above 0', () => {
  const shown = lines(gain(-1, 5), places);
  expect(shown[1]).toMatch(/^1 +60 +3 +keeper-3\.ts prompt="Plan the whole day of this pers… +60\.00$/);
  expect(shown).toContain('1 candidate failed, such as start=7: took longer than 8 s');
  expect(shown).toContain('2 proposals without a usable new text.');
  expect(shown.find((line) => line.startsWith('Lead on train: +10.00 points.'))).toContain('biased upwards');
  expect(shown).toContain('Gain on validation: +2.00 points (95 % −1.00 to +5.00): not significant.');
  expect(lines(gain(1, 3), places)).toContain('Gain on validation: +2.00 points (95 % +1.00 to +3.00).');
});

test('without held-out data, without scores and when it stopped, no gain is claimed', () => {
  expect(lines({}).at(-2)).toContain('The gain is unknown.');
  expect(lines({}, places)).toContain('validation has no scores, so the gain is unknown.');
  expect(lines({ best: null })).toContain('No candidate was better than the unchanged agent.');
  expect(lines({ stopped: 'Stopped at --max-calls 5.' }, places).join()).not.toContain('Gain');
});

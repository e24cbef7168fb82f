import { expect, test } from 'vitest';
import { differenceInWords } from './difference-in-words.js';
import { distributionOf, spreadAround } from './noise.js';
import { noiseOverPeople } from './over-people.js';

test('draws that depend on the same are made once per seed, and draws that do not say on what, every time', () => {
  let drawn = 0;
  const means = (same?: string, seed = 1) => {
    const draw = (random: { next(): number }) => {
      drawn++;
      return { documented: { x: random.next() }, reference: {} };
    };
    const draws = { method: 'some', work: 1, draw, ...(same !== undefined && { same }) };
    return distributionOf(draws as Parameters<typeof distributionOf>[0], { seed, resamples: 10 }).documented.x!.value;
  };
  const [first, again, other] = [means('truth of 5 people'), means('truth of 5 people'), means('truth of 5 people', 2)];
  expect([again, drawn]).toEqual([first, 20]);
  expect(other).not.toBe(first);
  means('truth of 6 people');
  expect(drawn).toBe(30);
  expect([means(), means(), drawn]).toEqual([first, first, 50]);
});

test('a difference is a sentence with its interval, and the parts of the score that made it', () => {
  const benchmark = {
    metrics: { final_score: { better: 'higher' }, jsd: { better: 'lower' }, rate: { better: 'higher' } },
    parts: { jsd: { words: 'where they go', of: 50 }, rate: { words: 'how often', of: 50 } },
  } as unknown as Parameters<typeof differenceInWords>[0];
  const one = (value: number | null, low = -1, high = 1, pValue = 0.5) => ({ value, low, high, pValue });
  const words = (final: ReturnType<typeof one>, jsd: number, rate: number) =>
    differenceInWords(benchmark, { level: 0.95, documented: { final_score: final, jsd: one(jsd), rate: one(rate) } }, [
      'a',
      'b',
    ]);
  expect(words(one(27.8, 24.5, 31.1, 0.00001), -0.5, 5.6)).toEqual([
    'a is better than b by 27.8 points (95 % interval 24.5 to 31.1), p < 0.0001.',
    'Its points by part: where they go +25.0, how often +2.8.',
  ]);
  expect(words(one(-2, -3, -1, 0.02), 0.06, 2)).toEqual([
    'b is better than a by 2.0 points (95 % interval 1.0 to 3.0), p = 0.0200.',
    'Its points by part: where they go +3.0, how often −1.0.',
  ]);
  expect(words(one(0.4), 0, 0)).toEqual([
    'a and b cannot be told apart: a has 0.4 points more (95 % interval -1.0 to 1.0), p = 0.5000.',
  ]);
  expect(words(one(0, 0, 0, 1), 0, 0)).toEqual(['a and b have the same score.']);
  expect(words(one(null), 0, 0)[0]).toBe('a and b cannot be compared: one of them has no score.');
});

test('the score of one person has no interval, and the method says why', () => {
  const score = { documented: { x: 5 }, reference: {} };
  const { method, documented } = spreadAround(
    score,
    noiseOverPeople([1], () => score, 1),
    {},
    {},
  );
  expect(method).toBe('none, as the spread between people is unknown with one person');
  expect(documented.x).toEqual({ value: 5, low: null, high: null });
  expect(noiseOverPeople([1, 2], () => score, 1).method).toBe('bootstrap over 2 people');
});

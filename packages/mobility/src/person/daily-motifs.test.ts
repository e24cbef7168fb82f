import { expect, test } from 'vitest';
import { fromRows } from '../trajectories.js';
import { dailyMotifs, motifInWords, motifName } from './daily-motifs.js';

const HOUR = 3600;
const places = (names: string) =>
  fromRows([...names].map((name, i) => ({ uid: 1, time: i * HOUR, lon: name.charCodeAt(0) / 100, lat: 0 })));
const motifOf = (names: string) => dailyMotifs(places(names)).motifs[0]!;

test('a motif has a number of its own and is named in words', () => {
  expect(motifName(motifOf('aba'))).toBe('2:0110');
  expect(['a', 'ab', 'aba', 'abca', 'abcdefg'].map((names) => motifInWords(motifOf(names)))).toEqual([
    '1 place',
    '2 places, 1 link (A→B)',
    '2 places, 2 links (A→B, B→A)',
    '3 places, 3 links (A→B, B→C, C→A)',
    'more than 6 places',
  ]);
});

import { expect, test } from 'vitest';
import { kindOfFile, whereItBelongs } from './where-it-belongs.js';

test.each([
  ['a.csv', 'uid,d,t,x,y\n1,2,3,4,5', 'steps'],
  ['a.csv', '1,60,0,5,5\n', 'steps'],
  ['a.csv', '60,0,5,5', 'steps'],
  ['a.csv', 'uid;time;"lat";lon', 'trajectories'],
  ['a.tsv', "20240201\t{'50_50': {'50_50': 1.5}}", 'flows'],
  ['a.pb', '', 'map'],
  ['run.zip', '', 'run'],
  ['agent.py', 'import x', 'code'],
  ['page.html', '<p>uid,d,t,x,y', 'other'],
  ['a.csv', '<!DOCTYPE html><html>', 'other'],
  ['letter.txt', 'Dear all\n', 'other'],
  ['track.gpx', '<?xml version="1.0"?><gpx>', null],
  ['a.parquet', 'PAR1', null],
  ['a.csv.gz', '\u001f', null],
  ['a.csv', '', null],
] as const)('%s with %j is of the kind %s', (name, head, kind) => {
  expect(kindOfFile(name, head)).toBe(kind);
});

test.each([
  ['flows.tsv', '20240201\t{}', 'score', {}, 'flows.tsv contains daily flows: choose 2026 as the year.'],
  ['flows.tsv', '20240201\t{}', 'validate', { task: '2026' }, null],
  [
    'steps.csv',
    'uid,d,t,x,y',
    'score',
    { year: '2026' },
    'steps.csv contains steps of people, not daily flows: choose the year 2023 to 2025.',
  ],
  ['steps.csv', 'uid,d,t,x,y', 'measure', {}, null],
  [
    'gps.csv',
    'uid,time,lat,lon',
    'score',
    {},
    'gps.csv contains positions in degrees, not cells of the challenge. Open it in Measure.',
  ],
] as const)('%s is told its place', async (name, text, job, settings, place) => {
  expect(await whereItBelongs(new File([text], name), job, settings)).toBe(place);
});

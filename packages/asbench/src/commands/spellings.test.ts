import { expect, test } from 'vitest';
import { asbench, testFolder } from './asbench.fixture.js';
import { commandsFor } from './command-list.js';
import { oldCommands, respelt } from './spellings.js';

const spell = (line: string) => respelt(line.split(' ')).words.join(' ');

test.each([
  ['compare a b', 'runs compare a b'],
  ['--home-dir compare compare a b', '--home-dir compare runs compare a b'],
  ['help compare', 'help runs compare'],
  ['calibrate DailyMobility', 'study calibrate DailyMobility'],
  ['calibrate-traffic times.csv', 'traffic calibrate times.csv'],
  ['people synth --map city.pb', 'data people --map city.pb'],
  ['score DailyMobility results.pkl', 'evaluate DailyMobility results.pkl'],
])('asbench %s is understood as asbench %s', (old, now) => {
  expect(spell(old)).toBe(now);
  expect(respelt(old.split(' ')).notes.length).toBe(1);
});

test.each([
  ['run DailyMobility --profile both --repeat 2', 'run DailyMobility --formulas both --seeds 2'],
  ['measure a b --profile movesim --holdout=c.csv', 'measure a b --paper movesim --held-out=c.csv'],
  ['simulate --people town.json -n 5 --from 2024-03-01', 'simulate --profiles town.json --draw 5 --date 2024-03-01'],
  ['simulate --number=5', 'simulate --draw=5'],
  ['simulate -n20 -b', 'simulate --draw=20 -b'],
  ['simulate -ntown.json -oout', 'simulate --profiles=town.json -oout'],
  ['people synth --number 5 --grid a.csv', 'data people --people 5 --population a.csv'],
  ['reach --from 0,0 --mode pt --window 0', 'traffic reach --origin 0,0 --travel-mode pt --departures 0'],
  ['compare-counts a b --days weekdays', 'traffic counts a b --only-days weekdays'],
  ['compare a b --people', 'runs compare a b --by-person'],
  ['humob score --generated a.csv --reference b.csv', 'humob score a.csv --reference b.csv'],
  ['humob score --generated=- --processes 2', 'humob score - --threads 2'],
  ['humob split a.csv --out parts', 'humob split a.csv --output parts'],
  ['generate markov --days 3', 'data generate markov --days 3'],
])('the old options of asbench %s become %s', (old, now) => {
  expect(spell(old)).toBe(now);
});

test('a word that is not the command keeps its spelling', () => {
  for (const line of ['run compare', 'runs compare', 'explain table', '', '--version', 'run x -- compare'])
    expect(respelt(line.split(' '))).toEqual({ words: line.split(' '), notes: [], typed: new Map() });
});

test('every old command leads to one that exists', () => {
  for (const old of oldCommands) expect(commandsFor(spell(old).split(' ')), old).toHaveLength(1);
});

test('an old spelling works and states the new one once on stderr, so that JSON stays clean', async () => {
  const folder = testFolder();
  const { stdout, stderr, status } = await asbench(folder, 'leaderboard', '--json');
  expect([status, JSON.parse(stdout), stderr]).toEqual([
    0,
    [],
    'asbench leaderboard is now: asbench runs leaderboard\n',
  ]);
});

test('errors also name an option as it was typed, and the year of an option that only flows have', async () => {
  const folder = testFolder();
  const fault = async (line: string) => (await asbench(folder, ...line.split(' '))).stderr;
  expect(await fault('leaderboard --out x')).toContain("unknown option '--output' (typed as --out)");
  expect(await fault('run DailyMobility --processes no')).toContain("'--threads <number>' (typed as --processes)");
  const days = await fault('humob score a.csv --days 20-29');
  expect(days).toContain("unknown option '--only-days' (typed as --days)");
  expect(days).toContain('--only-days is for the daily flows of 2026: add --year 2026.');
  expect(await fault('humob score a.csv --no-such')).not.toContain('add --year');
});

import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, test as anyTest, beforeAll, expect } from 'vitest';
import { Library } from '../server/library.js';
import { serve, type Viewer } from '../server/serve.js';
import { type Browser, openBrowser } from './chromium.fixture.js';
import { HOSTILE, HOSTILE_NAME, makeHome } from './home.fixture.js';

// Minutes of two cores in a real browser: ITINERA_TEST_CHROMIUM=1 runs them, else they are counted as skipped.
const test = anyTest.skipIf(!process.env.ITINERA_TEST_CHROMIUM);

// What scripts inside the page see.
declare const innerWidth: number;
declare const document: {
  readonly documentElement: { readonly scrollWidth: number };
  querySelector(selector: string): { readonly textContent: string | null } | null;
  querySelectorAll(selector: string): { readonly length: number };
};
interface Canvas {
  getContext(...all: unknown[]): unknown;
}
declare const HTMLCanvasElement: { readonly prototype: Canvas };

let made: ReturnType<typeof makeHome>;
let viewer: Viewer;
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
  made = makeHome();
  viewer = await serve(new Library({ runs: made.runs, home: made.home }));
});
afterAll(async () => {
  await browser?.close();
  await viewer?.close();
  if (made) rmSync(dirname(made.home), { recursive: true, force: true });
});
afterEach(async () => {
  expect(browser.faults()).toEqual([]);
  for (const page of browser.context.pages().slice(1)) await page.close();
});

const see = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const fits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
const scoresOf = (run: string) => JSON.parse(readFileSync(join(made.runs, run, 'scores.json'), 'utf8'));
const click = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();

test('the list opens on runs, scorings and folders that are none, and says what is wrong with which', async () => {
  const page = await browser.open(viewer.address);
  await see(page, 'DailyMobility 1.0.0 · synthetic data');
  await see(page, 'HurricaneMobility 1.0.0 · synthetic data');
  await see(page, 'HuMob scorings');
  await see(page, 'No run: it has no run.json. It may be a folder of something else.');
  await see(page, /scores\.json is no valid JSON/);
  await see(page, /running, \d+ of 40 people/);
  await page.getByRole('searchbox', { name: 'Search' }).fill('hurricane');
  await page.getByRole('link', { name: 'daily-mobility-1', exact: true }).waitFor({ state: 'detached' });
  expect(page.url()).toContain('q=hurricane');
});

test('runs are filtered, grouped and sorted by what they are, and the address says how', async () => {
  const page = await browser.open(viewer.address);
  const choice = (name: string) => page.getByRole('combobox', { name, exact: true });
  const names = () => page.locator('td.col-name a').allTextContents();
  await choice('agent').selectOption('diarist');
  await page.getByRole('link', { name: 'daily-mobility-1', exact: true }).waitFor({ state: 'detached' });
  expect((await names()).filter((name) => name.startsWith('daily'))).toEqual(['daily-mobility-2']);
  await choice('agent').selectOption('');
  await choice('group by').selectOption('version');
  await see(page, '1.0.0 · synthetic data');
  await see(page, /cannot be held against each other/);
  await choice('sort by').selectOption('agent');
  await see(page, /DailyMobility 1\.0\.0 · diarist/);
  const sorted = await page.locator('td.col-name .sub bdi:first-of-type').allTextContents();
  expect(sorted.length).toBeGreaterThan(3);
  expect(sorted.slice(0, sorted.indexOf('diarist')).every((agent) => agent === 'day-pattern')).toBe(true);
  expect(page.url()).toContain('group=version&sort=agent');
});

test('a run of DailyMobility: the headline and every quantity are those of scores.json', async () => {
  const page = await browser.open(viewer.address);
  await click(page, 'daily-mobility-1');
  const scores = scoresOf('daily-mobility-1');
  await see(page, 'People who cost most');
  expect(await page.locator('.big').textContent()).toBe(scores.documented.final_score.toFixed(1));
  for (const key of ['gyration_radius', 'daily_location_numbers', 'intention_sequences', 'intention_proportions']) {
    const card = page.locator(`#jsd_${key}`);
    expect(await card.textContent()).toContain(scores.documented[`jsd_${key}`].toFixed(4));
    expect(await card.locator('.cost-number').textContent()).toContain(
      (25 * (1 - scores.documented[`jsd_${key}`])).toFixed(1),
    );
    expect(await card.locator('svg.plot').count()).toBeGreaterThan(0);
  }
  await page.locator('#jsd_gyration_radius').getByRole('button', { name: 'Table' }).click();
  expect(await page.locator('#jsd_gyration_radius tbody tr').count()).toBe(50);
});

test('a figure is saved as SVG that stands alone, and as PNG', async () => {
  const page = await browser.open(`${viewer.address}#/run/daily-mobility-1`);
  for (const [kind, begin] of [
    ['SVG', '<svg'],
    ['PNG', '\u0089PNG'],
  ] as const) {
    const waits = page.waitForEvent('download');
    await page.getByRole('button', { name: new RegExp(`Save as ${kind}: How far`) }).click();
    const path = await (await waits).path();
    expect(readFileSync(path, 'latin1').slice(0, 4)).toBe(begin.slice(0, 4));
  }
});

test('a run of HurricaneMobility: rates and hours', async () => {
  const page = await browser.open(viewer.address);
  await click(page, 'hurricane-mobility-1');
  const scores = scoresOf('hurricane-mobility-1');
  await see(page, 'Change of trips against the day before');
  await see(page, 'People who cost most');
  expect(await page.locator('.costly li').count()).toBeGreaterThan(0);
  const rates = await page.locator('#change_rate_score').textContent();
  expect(rates).toContain(scores.documented.change_rate_score?.toFixed(2) ?? 'Has no value');
  expect(await page.locator('#distribution_score svg.plot').count()).toBe(
    scores.documented.distribution_score === null ? 0 : 3,
  );
});

test.each([
  ...[1, 2, 3, 4].map((number) => `daily-mobility-${number}`),
  ...[1, 2, 3].map((number) => `hurricane-mobility-${number}`),
])('what the charts of %s show adds up to what scores.json says', async (run) => {
  const { documented } = scoresOf(run);
  const page = await browser.open(`${viewer.address}#/run/${run}`);
  await page.locator('.quantity').first().waitFor();
  expect(await page.locator('.big').textContent()).toBe(documented.final_score?.toFixed(1) ?? '–');
  for (const card of await page.locator('.quantity').all()) {
    const key = (await card.getAttribute('id'))!;
    const of = key.startsWith('jsd') ? 25 : key === 'change_rate_score' ? 60 : 40;
    const value: number | null = documented[key];
    const got = value === null ? null : key.startsWith('jsd') ? of * (1 - value) : (of * value) / 100;
    expect(await card.locator('.cost-number').textContent()).toBe(
      `${got === null ? '–' : got.toFixed(1)} of ${of} points`,
    );
    if (got === null) continue;
    expect(await card.textContent()).toContain(value!.toFixed(key.startsWith('jsd') ? 4 : 2));
    let [lost, rows] = [0, 0];
    for (const figure of await card.locator('.figure').all()) {
      await figure.getByRole('button', { name: 'Table' }).click();
      const last = figure.locator('thead th').last();
      // Later figures of a divergence show the same points in another way.
      if ((await last.textContent()) !== 'points lost' || (key.startsWith('jsd') && rows > 0)) continue;
      const cells = await figure.locator('tbody td:last-child').allTextContents();
      lost += cells.reduce((sum, text) => sum + Number(text), 0);
      rows += cells.length;
    }
    expect(rows).toBeGreaterThan(0);
    // Rates that are off by more than all cost no more than all.
    expect(Math.abs(Math.max(0, of - lost) - got)).toBeLessThan(0.05 * Math.max(2, rows / 40));
  }
});

test('the replay moves people, jumps, colours, filters, follows, and its address can be sent', async () => {
  const page = await browser.open(viewer.address);
  await click(page, 'daily-mobility-1');
  await click(page, 'Replay');
  await page.locator('.stage canvas').first().waitFor();
  await page.locator('.stage[data-layer]').waitFor();
  await page.getByRole('slider', { name: 'Time' }).fill('43200');
  await see(page, '12:00');
  expect(page.url()).toContain('t=43200');
  await page.getByRole('button', { name: 'Play' }).click();
  await page.waitForFunction(() => document.querySelector('.time')?.textContent?.includes('12:00') === false);
  await page.getByRole('button', { name: 'Pause' }).click();
  const counted = await page.locator('.entries .num').allTextContents();
  expect(counted.reduce((sum, text) => sum + Number(text), 0)).toBe(40);
  await page.getByLabel('colour by').selectOption('intention');
  await page.getByRole('button', { name: /^sleep/ }).click();
  expect(page.url()).toContain('hide=0');
  for (const [layer, note] of [
    ['heat', /people a hectare/],
    ['flows', /Trips between cells of \d+ m|Nobody sets out/],
    ['traffic', /Cars that enter a road|No car is on its way/],
  ] as const) {
    await page.getByLabel('over the city').selectOption(layer);
    await see(page, note);
  }
  await page.getByLabel('colour by').selectOption('gender');
  await page.getByLabel('follow person').fill('3');
  await click(page, 'Day of person 3');
  await see(page, 'Stays, trips and intentions');
  const again = await browser.open(
    `${viewer.address}#/run/daily-mobility-1/replay?t=64800&colour=intention&layer=heat`,
  );
  await see(again, '18:00');
  expect(await again.getByLabel('over the city').inputValue()).toBe('heat');
});

test('by keyboard alone: past the head of the page, into a run, its replay, over the map', async () => {
  const page = await browser.open(viewer.address);
  await page.getByRole('link', { name: 'daily-mobility-1', exact: true }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('#main:focus').waitFor();
  await page.getByRole('link', { name: 'daily-mobility-1', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Replay', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.stage[data-shown]').focus();
  const scale = await page.locator('.map-scale').textContent();
  for (let press = 0; press < 6; press++) await page.keyboard.press('+');
  expect(await page.locator('.map-scale').textContent()).not.toBe(scale);
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
});

test('whatever can be used has a name for those who hear the page, and every picture says what it shows', async () => {
  for (const place of [
    '',
    'run/daily-mobility-2',
    'run/daily-mobility-2/replay',
    'run/daily-mobility-2/people',
    'run/daily-mobility-2/person/3',
    'run/daily-mobility-2/calls',
    'compare/daily-mobility-1/daily-mobility-2',
    'humob/pair/3',
  ]) {
    const page = await browser.open(`${viewer.address}#/${place}`);
    await page.locator('h1').waitFor();
    await page.locator('.loading').first().waitFor({ state: 'detached' });
    const heard = await page.locator('body').ariaSnapshot();
    expect(heard).toMatch(/- heading .*\[level=1\]/);
    const nameless = heard
      .split('\n')
      .filter((line) =>
        /^\s*- (button|link|combobox|textbox|searchbox|checkbox|slider|img|region|table)\b(?! ")/.test(line),
      );
    expect(nameless).toEqual([]);
    await page.close();
  }
});

test('a replay whose server has ended says so, and does not ask again and again', async () => {
  const other = await serve(new Library({ runs: made.runs, home: made.home }));
  const page = await browser.open(`${other.address}#/run/daily-mobility-1/replay?t=30000`);
  await page.locator('.stage[data-shown]').waitFor();
  await other.close();
  await page.getByRole('slider', { name: 'Time' }).fill('72000');
  await see(page, 'The server does not answer. Is asbench ui still running?');
  await page.waitForTimeout(500);
  const refused = browser.faults();
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(4);
});

test('without WebGL people are drawn on a canvas', async () => {
  const page = await browser.open(viewer.address);
  await page.addInitScript(() => {
    const open = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (this: Canvas, ...all: unknown[]) {
      return all[0] === 'webgl2' ? null : open.apply(this, all);
    };
  });
  await page.goto(`${viewer.address}#/run/daily-mobility-1/replay?t=43200`);
  await page.reload();
  await page.locator('.stage[data-layer="canvas"]').waitFor();
});

test('people are listed in any order; a person has days, a map, calls and what came of them', async () => {
  const page = await browser.open(viewer.address);
  await click(page, 'daily-mobility-2');
  await click(page, 'People');
  await page.getByRole('button', { name: 'way', exact: true }).click();
  await page.locator('tbody tr').nth(39).waitFor();
  const ways = await page.locator('td[data-name="way"]').allTextContents();
  const numbers = ways.map((text) => Number.parseFloat(text));
  expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
  await page.locator('td.col-name a').first().click();
  await see(page, 'calls of the language model');
  await page.locator('.person-map canvas').first().waitFor();
  await page.locator('.call-head').first().click();
  await see(page, 'What the agent did next');
});

test('calls are searched by text, person and step', async () => {
  const page = await browser.open(`${viewer.address}#/run/daily-mobility-2`);
  await click(page, 'Calls');
  await see(page, /80 calls, 0 failed/);
  await page.getByRole('searchbox', { name: 'text of prompts and answers' }).fill('Write the diary');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.locator('.excerpt').first().waitFor();
  expect(await page.locator('.call-head').count()).toBe(40);
  await page.getByLabel('step, time of day').fill('04:00');
  await page.waitForFunction(() => document.querySelectorAll('.call-head').length === 40);
  await page.getByRole('searchbox', { name: 'person' }).fill('7');
  await page.waitForFunction(() => document.querySelectorAll('.call-head').length === 1);
  expect(await page.locator('.call-head').textContent()).toContain('person 7');
  await page.locator('.call-head').click();
  await see(page, 'Settings:');
  const again = await browser.open(page.url());
  await see(again, 'Settings:');
});

test('names and texts that would be code, or turn the page round, are text; a megabyte of one line leaves the page usable', async () => {
  const page = await browser.open(viewer.address);
  await page.getByRole('link', { name: HOSTILE_NAME }).click();
  await click(page, 'Calls');
  await page.getByRole('searchbox', { name: 'text of prompts and answers' }).fill('alert(1)');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.locator('.excerpt').first().waitFor();
  await page.locator('.call-head').first().click();
  await page.locator('.message.accent pre').waitFor();
  expect(await page.locator('.message.accent pre').textContent()).toBe(HOSTILE);
  expect(await page.locator('main script, main img, main b').count()).toBe(0);
  await page.getByRole('searchbox', { name: 'text of prompts and answers' }).fill('mmmm');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.call-head').length === 1);
  await page.locator('.call-head').first().click();
  await see(page, /signs are cut here/);
  await fits(page);
});

test('a run under way shows who is done, and can be watched', async () => {
  const page = await browser.open(viewer.address);
  await page.getByRole('link', { name: 'live', exact: true }).click();
  await see(page, /of 40 people are done/);
  await see(page, 'No scores yet');
  await click(page, 'Replay');
  await page.locator('.stage[data-layer]').waitFor();
});

test('a run is followed from under way to its score without loading the page again', async () => {
  const running = made.beginSlow();
  const name = await running.name;
  const page = await browser.open(`${viewer.address}#/run/${name}`);
  await see(page, /of 40 people are done.*This page follows the run/);
  await click(page, 'People');
  await page.locator('table.people tbody tr').first().waitFor({ timeout: 60_000 });
  await click(page, 'Replay');
  await page.locator('.stage[data-shown]').waitFor({ timeout: 60_000 });
  running.goAhead();
  await running.ended;
  await page.getByRole('button', { name: 'Show them' }).click();
  await page.locator('.stage[data-shown]').waitFor({ timeout: 60_000 });
  await page.getByText('running', { exact: true }).waitFor({ state: 'detached' });
  await page.getByText('This page follows the run').waitFor({ state: 'detached' });
  await click(page, 'Scores');
  expect(await page.locator('.big').textContent()).toBe(scoresOf(name).documented.final_score.toFixed(1));
});

test('a run whose files are damaged says so on its pages', async () => {
  const page = await browser.open(`${viewer.address}#/run/half`);
  await see(page, /scores\.json is no valid JSON/);
  await click(page, 'Replay');
  await see(page, /There is nothing to replay|cannot be made/);
});

test('two runs are chosen and compared, person by person and side by side', async () => {
  const page = await browser.open(viewer.address);
  await page.getByRole('checkbox', { name: 'Compare daily-mobility-1' }).check();
  await page.getByRole('checkbox', { name: 'Compare daily-mobility-2' }).check();
  await click(page, 'Compare');
  await see(page, /First minus second, 40 people in pairs/);
  const difference = scoresOf('daily-mobility-1').final_score - scoresOf('daily-mobility-2').final_score;
  await see(page, difference.toFixed(2).replace('-', '−'));
  await click(page, 'People');
  await page.locator('tbody tr').first().waitFor();
  await page.getByRole('link', { name: 'replay', exact: true }).first().click();
  await page.locator('.stage[data-layer]').nth(1).waitFor();
});

test('more than two runs are chosen and compared; the choice is in the address', async () => {
  const page = await browser.open(`${viewer.address}#/?chosen=daily-mobility-1/daily-mobility-2`);
  await page.getByRole('checkbox', { name: `Compare ${HOSTILE_NAME}` }).check();
  await click(page, 'Compare');
  await see(page, '3 runs');
  await see(page, 'Which differences are more than chance');
  const scores = ['daily-mobility-1', 'daily-mobility-2'].map((run) => scoresOf(run).final_score as number);
  const difference = Math.abs(scores[0]! - scores[1]!).toFixed(1);
  await page
    .getByRole('link', { name: new RegExp(`^.${difference.replace('.', '\\.')}`) })
    .first()
    .waitFor();
  const points = await page.locator('.numbers').first().locator('tbody tr').count();
  expect(points).toBe(3);
  await fits(page);
});

test('two HuMob submissions stand beside each other, and a step of a day has an address', async () => {
  const page = await browser.open(viewer.address);
  await click(page, 'pair');
  await see(page, /weekday-slot-mode\.csv minus bigram\.csv, user by user/);
  await page.locator('td.col-name a').first().click();
  await see(page, /bigram\.csv, day/);
  await page.getByRole('slider', { name: 'Step' }).first().fill('2');
  expect(page.url()).toContain('step=2');
  expect(await page.getByRole('slider', { name: 'Step' }).nth(1).inputValue()).toBe('2');
});

test('a HuMob scoring: where it fails, and a user step by step', async () => {
  const page = await browser.open(viewer.address);
  await click(page, 'sample');
  await see(page, 'Worst users');
  await page.locator('td.col-name a').first().click();
  await see(page, 'matched n-grams of');
  await page.getByRole('slider', { name: 'Step' }).fill('3');
  await page.getByRole('button', { name: '2', exact: true }).click();
  await page.locator('.grid-day').waitFor();
});

test('a report opens from the disk, alone, with charts and replay, and has prompts only when asked', async () => {
  const path = join(made.home, 'report.html');
  made.asbench('report', 'daily-mobility-2', '-o', path);
  const text = readFileSync(path, 'utf8');
  expect(text).not.toContain('Write the diary of this day');
  expect(text).not.toContain(made.home);
  const page = await browser.open(`file://${path}`);
  await see(page, 'Radius of gyration');
  await click(page, 'Replay');
  await page.locator('.stage[data-layer]').waitFor();
  await click(page, 'People');
  await page.locator('td.col-name a').first().click();
  await see(page, 'Stays, trips and intentions');
  made.asbench('report', 'daily-mobility-2', '--with-calls', '-o', path);
  await page.goto(`file://${path}`);
  await page.reload();
  await click(page, 'Calls');
  await page.locator('.call-head').first().click();
  await page.locator('.message pre').first().waitFor();
});

test('a report whose names and texts would be code shows them as text', async () => {
  const path = join(made.home, 'hostile.html');
  made.asbench('report', HOSTILE_NAME, '--with-calls', '-o', path);
  const page = await browser.open(`file://${path}`);
  await page.getByRole('heading', { name: HOSTILE_NAME }).waitFor();
  await click(page, 'Calls');
  await page.locator('.call-head').first().waitFor();
  expect(await page.locator('main script, main img, main b').count()).toBe(0);
});

test.each([
  [390, false],
  [390, true],
  [1280, true],
])('every page fits a screen of %i pixels (dark: %s)', async (width, dark) => {
  for (const place of [
    '',
    'run/daily-mobility-2',
    'run/daily-mobility-2/replay',
    'run/daily-mobility-2/people',
    'run/daily-mobility-2/person/3',
    'run/daily-mobility-2/calls',
    'run/hurricane-mobility-1',
    'compare/daily-mobility-1/daily-mobility-2',
    'compare?runs=daily-mobility-1/daily-mobility-2/hurricane-mobility-1',
    '?group=agent&chosen=daily-mobility-1',
    'run/torn',
    'humob/pair/3',
    'humob/sample',
    'humob/sample/3',
  ]) {
    const page = await browser.open(`${viewer.address}#/${place}`, { width, dark });
    await page.locator('h1, .state').first().waitFor();
    await page.waitForTimeout(150);
    await fits(page);
    await page.close();
  }
});

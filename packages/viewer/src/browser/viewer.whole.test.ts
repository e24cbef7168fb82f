import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, test as anyTest, beforeAll, expect } from 'vitest';
import { fill, PAGES } from '../wire/addresses.js';
import { count, fixed, sentence, signed, typeset } from '../wire/format.js';
import { pack, unpack } from '../wire/packed.js';
import { type Browser, leavesOutChromium, openBrowser } from './chromium.fixture.js';
import {
  CHINESE_NAME,
  COPIED_SIMULATIONS,
  HOSTILE,
  HOSTILE_NAME,
  type Home,
  INVALID,
  makeHome,
  PEOPLE,
  serveFiles,
} from './home.fixture.js';
import { axeFaults, cutTexts } from './page-checks.fixture.js';

// The pages of `asbench ui` and `asbench runs report`, as shipped in the bundle.
const test = anyTest.skipIf(leavesOutChromium);

// The globals of scripts inside the page.
declare const innerWidth: number;
declare const scrollTo: (x: number, y: number) => void;
declare const requestAnimationFrame: (draw: (time: number) => void) => void;
declare const location: { readonly hash: string };
declare const document: {
  readonly fullscreenElement: object | null;
  readonly documentElement: { readonly scrollWidth: number; readonly scrollHeight: number };
  querySelector(selector: string): { readonly textContent: string | null } | null;
  querySelectorAll(selector: string): { readonly length: number };
};
declare const Path2D: { readonly prototype: { closePath(): void; lineTo(x: number, y: number): void } };

const [DAILY, DIARIST, HURRICANE] = ['daily-mobility-1', 'daily-mobility-2', 'hurricane-mobility-1'];
const QUANTITIES = [
  'jsd_gyration_radius',
  'jsd_daily_location_numbers',
  'jsd_intention_sequences',
  'jsd_intention_proportions',
];

let made: Home;
let viewer: Awaited<ReturnType<Home['serve']>>;
let browser: Browser;

beforeAll(async () => {
  if (leavesOutChromium) return;
  [browser, made] = await Promise.all([openBrowser(), makeHome()]);
  viewer = await made.serve();
  // Stays open, and with it the process for files from the disk: each report would start one of its own.
  const blank = join(made.folder, 'blank.html');
  writeFileSync(blank, '');
  await browser.open(`file://${blank}`);
});
afterAll(async () => {
  await browser?.close();
  await viewer?.close();
  if (made) rmSync(made.folder, { recursive: true, force: true });
});
afterEach(async () => {
  if (leavesOutChromium) return;
  expect(browser.faults()).toEqual([]);
  for (const page of browser.context.pages().slice(2)) await page.close();
});

/** Opens an address of the viewer in the first page: one more would be a process more. */
const open = async (hash = '') => {
  const [page] = browser.context.pages() as [Page];
  await page.goto('about:blank');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${viewer.address}${hash}`);
  return page;
};
/** Leads an open page to another place, and waits for all of it: two frames later the page has heard of it and is loading. */
const goTo = async (page: Page, place: string, site = viewer.address) => {
  await page.goto(`${site}#/${place}`);
  await page.evaluate(
    () => new Promise<void>((heard) => requestAnimationFrame(() => requestAnimationFrame(() => heard()))),
  );
  await page.waitForFunction(() => document.querySelectorAll('.loading').length === 0, undefined, { polling: 50 });
};
const runHref = (run: string, view = '') => `#/${fill(PAGES.run, { run })}${view && `/${view}`}`;
const see = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
/** Figures adapt to the available width in a later frame. */
const fits = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
/**
 * Requires that no text is cut on a wide and on a narrow screen, one of them dark, and that axe finds no fault on one of them;
 * `npm run walk` has it look at every page on both, dark and light.
 */
const isUncut = async (page: Page, place: string, i = 0, faultsOf = async (_: Page): Promise<string[]> => []) => {
  const sizes = [...[1440, 390].entries()];
  // A page loaded after another begins with the width of that one: each layout takes time.
  if (i % 2 === 1) sizes.reverse();
  for (const [k, width] of sizes) {
    await page.emulateMedia({ colorScheme: (i + k) % 2 === 0 ? 'dark' : 'light' });
    await page.setViewportSize({ width, height: 800 });
    await fits(page);
    const faults = k === (i >> 1) % 2 ? await faultsOf(page) : [];
    expect([...faults, ...(await cutTexts(page))], `${place} at ${width}`).toEqual([]);
  }
};
const isAccessible = (page: Page, place: string, i = 0) => isUncut(page, place, i, axeFaults);
const scoresOf = (run: string) => JSON.parse(readFileSync(join(made.runs, run, 'scores.json'), 'utf8'));
let measured: Promise<string> | undefined;
/** Measures two runs, once, into the report `town`. @returns what the command prints as JSON */
const town = () =>
  (measured ??= made.asbench('measure', DAILY!, DIARIST!, '-o', join(made.home, 'measures', 'town'), '--json'));
const click = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();
const shown = (page: Page) => page.locator('.stage[data-shown]').first().waitFor();

test('the list shows runs, scorings and other folders, with the reason why a folder cannot be shown', async () => {
  const page = await open();
  await see(page, 'DailyMobility 1.0.0 · 20 people · synthetic data');
  await see(page, 'HurricaneMobility 1.0.0 · 20 people · synthetic data');
  await see(page, 'HuMob scorings');
  await see(page, 'Not a run folder: run.json is missing.');
  await see(page, /scores\.json is not valid JSON/);
  await see(page, `running, 16 of ${PEOPLE} people`);
  await page.getByRole('combobox', { name: 'agent', exact: true }).selectOption('diarist');
  await page.getByRole('link', { name: DAILY!, exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('searchbox', { name: 'Search' }).fill('hurricane');
  await page.getByRole('link', { name: DIARIST!, exact: true }).waitFor({ state: 'detached' });
  expect(page.url()).toContain('agent=diarist&q=hurricane');
});

test('the scores of a run and of every quantity match scores.json', async () => {
  const page = await open();
  await click(page, DAILY!);
  const { documented } = scoresOf(DAILY!);
  await see(page, 'People who lose the most points');
  expect(await page.locator('.big').textContent()).toBe(documented.final_score.toFixed(1));
  for (const key of QUANTITIES) {
    const card = page.locator(`#${key}`);
    expect(await card.textContent()).toContain(documented[key].toFixed(4));
    expect(await card.locator('.cost-number').textContent()).toBe(
      `${(25 * (1 - documented[key])).toFixed(1)} of 25 points`,
    );
    expect(await card.locator('svg.plot').count()).toBeGreaterThan(0);
  }
  const table = page.locator('#jsd_gyration_radius').getByRole('button', { name: 'Table' });
  await table.press('Space');
  expect(await table.evaluate((button) => button.matches(':focus'))).toBe(true);
  expect(await page.locator('#jsd_gyration_radius tbody tr').count()).toBe(50);
});

test('a run of HurricaneMobility shows change rates and departures by hour', async () => {
  const page = await open(runHref(HURRICANE!));
  const { documented } = scoresOf(HURRICANE!);
  await page.locator('#change_rate_score .figure').first().waitFor();
  await see(page, 'People who lose the most points');
  expect(await page.locator('.costly li').count()).toBeGreaterThan(0);
  expect(await page.locator('.big').textContent()).toBe(documented.final_score?.toFixed(1) ?? '–');
  const points = await page.locator('#change_rate_score .cost-number').textContent();
  expect(points).toContain(
    documented.change_rate_score === null ? '–' : (0.6 * documented.change_rate_score).toFixed(1),
  );
  expect(await page.locator('#distribution_score svg.plot').count()).toBe(
    documented.distribution_score === null ? 0 : 3,
  );
});

test('a simulation opens with its trips in charts and its busiest roads on the map, and so does its report', async () => {
  const [run] = readdirSync(made.runs).filter((name) => name.startsWith('simulation'));
  const path = join(made.folder, 'simulation.html');
  await made.asbench('runs', 'report', run!, '-o', path);
  for (const page of [await open(runHref(run!)), await browser.open(`file://${path}`)]) {
    await page.getByRole('application', { name: /^Cars by road from/ }).waitFor();
    for (const title of ['Trips per person and day', 'Modes', 'Departures by hour', 'Stays between trips, hours'])
      await page.getByRole('img', { name: title, exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Scores', exact: true }).count()).toBe(0);
    // Printed, a canvas hides those below it.
    await page.waitForFunction(`
      dispatchEvent(new Event('beforeprint'));
      document.querySelectorAll('.flow-map .stage canvas')[1].getContext('2d').getImageData(0, 0, 1, 1).data[3] > 0
    `);
    expect(await page.locator('.facts dd').nth(1).textContent()).toBe('2');
    if (page.url().startsWith('file:')) await isAccessible(page, 'the report of a simulation');
  }
});

test('a figure is saved as a standalone SVG and as PNG', async () => {
  const page = await open(runHref(DAILY!));
  for (const [kind, begin] of [
    ['SVG', '<svg'],
    ['PNG', '\u0089PNG'],
  ] as const) {
    const waits = page.waitForEvent('download');
    await page
      .getByRole('button', { name: `Save as ${kind}` })
      .first()
      .click();
    const path = await (await waits).path();
    expect(readFileSync(path, 'latin1').slice(0, 4)).toBe(begin);
  }
});

test('the replay plays, jumps, colours, filters and follows, and its address restores the view', async () => {
  const page = await open(runHref(DAILY!));
  await click(page, 'Replay');
  await shown(page);
  await page.getByRole('slider', { name: 'Time' }).fill('43200');
  await see(page, '12:00');
  await expect.poll(() => page.url()).toContain('t=43200');
  await page.getByRole('button', { name: 'Play' }).click();
  await page.waitForFunction(() => document.querySelector('.time')?.textContent?.includes('12:00') === false);
  await page.getByRole('button', { name: 'Pause' }).click();
  const counted = await page.locator('.entries .num').allTextContents();
  expect(counted.reduce((sum, text) => sum + Number(text), 0)).toBe(PEOPLE);
  await page.getByLabel('colour by').selectOption('intention');
  await page.getByRole('button', { name: /^sleep/ }).click();
  expect(page.url()).toContain('hide=0');
  for (const [layer, note] of [
    ['heat', 'People per km²'],
    ['flows', /^Trips, \d\d:00–\d\d:00/],
    ['traffic', /^Cars, \d\d:00–\d\d:00/],
  ] as const) {
    await page.getByLabel('overlay').selectOption(layer);
    await see(page, note);
  }
  await page.goBack();
  await expect.poll(() => page.getByLabel('overlay').inputValue()).toBe('flows');
  await page.getByLabel('colour by').selectOption('gender');
  await page.getByLabel('follow person').fill('3');
  await click(page, 'Day of person 3');
  await see(page, 'Stays, trips and intentions');
  const again = await open(`${runHref(DAILY!, 'replay')}?t=64800&colour=intention&layer=heat`);
  await see(again, '18:00');
  expect(await again.getByLabel('overlay').inputValue()).toBe('heat');
});

test('an area and hours select people and trips, and the address restores the camera and the selection', async () => {
  const page = await open(`${runHref(DAILY!, 'replay')}?t=30600`);
  await shown(page);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.keyboard.press('a');
  const box = (await page.locator('.stage').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x - 250, y - 180);
  await page.mouse.down();
  for (const [dx, dy] of [
    [250, -180],
    [250, 180],
    [-250, 180],
  ] as const)
    await page.mouse.move(x + dx, y + dy, { steps: 3 });
  await page.mouse.up();
  const panel = page.getByRole('region', { name: 'Selection' });
  await panel.getByText(/^whole run: [\d,]+ departures, [\d,]+ arrivals$/).waitFor();
  await page.keyboard.press('[');
  await panel.getByText(/08:30–.*: [\d,]+ departures/).waitFor();
  await page.waitForFunction(() => /[?&]at=/.test(location.hash) && /[?&]area=/.test(location.hash));
  const scale = await page.locator('.map-scale').textContent();
  const again = await browser.open(page.url());
  await again
    .getByRole('region', { name: 'Selection' })
    .getByText(/08:30–.*: [\d,]+ departures/)
    .waitFor();
  expect(await again.locator('.map-scale').textContent()).toBe(scale);
  await again.keyboard.press('Escape');
  await again.getByRole('region', { name: 'Selection' }).waitFor({ state: 'detached' });
});

test('city at night fills the screen, plays, and is saved as picture and film', async () => {
  const page = await open(`${runHref(DAILY!, 'replay')}?t=30600`);
  await shown(page);
  await page.getByRole('button', { name: 'City at night' }).click();
  await page.waitForFunction(() => document.fullscreenElement !== null);
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  expect(page.url()).toContain('night=on');
  const saved = async (name: string) => {
    const waits = page.waitForEvent('download');
    await page.getByRole('button', { name, exact: true }).click();
    const download = await waits;
    return [download.suggestedFilename(), readFileSync(await download.path()).toString('latin1')] as const;
  };
  await page.getByRole('button', { name: 'Record 15 s' }).click();
  await see(page, /^Recording, \d+ s left/);
  await page.waitForTimeout(500);
  const [film, webm] = await saved('Stop recording');
  expect([film.endsWith('.webm'), webm.slice(0, 4), webm.includes('webm')]).toEqual([
    true,
    '\x1a\u0045\u00df\u00a3',
    true,
  ]);
  const [picture, png] = await saved('Save a picture');
  expect([picture.endsWith('.png'), png.slice(1, 4)]).toEqual([true, 'PNG']);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('f');
  await page.waitForFunction(() => document.fullscreenElement === null);
});

test('the keyboard alone reaches a run, its replay and the map', async () => {
  const page = await open();
  await page.getByRole('link', { name: DAILY!, exact: true }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('#main:focus').waitFor();
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await page.keyboard.press('?');
  await keys.getByText('next or previous row', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  await page.locator('input[type=search]:focus').waitFor();
  await page.keyboard.type('daily-mobility-');
  const rows = page.locator('.runs tbody .col-name a');
  await expect.poll(() => rows.allTextContents()).toContain(DAILY);
  const before = (await rows.allTextContents()).indexOf(DAILY!);
  await page.locator('#main').focus();
  await page.keyboard.press('j');
  for (let row = 0; row < before; row++) await page.keyboard.press('ArrowDown');
  await page.locator('a:focus', { hasText: DAILY! }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Scores', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('a:focus', { hasText: 'Replay' }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.stage[data-shown]').focus();
  const scale = await page.locator('.map-scale').textContent();
  for (let press = 0; press < 6; press++) await page.keyboard.press('+');
  expect(await page.locator('.map-scale').textContent()).not.toBe(scale);
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
});

test('a map of 40,000 shapes is drawn without closePath, which takes quadratic time in Chromium', async () => {
  const page = await browser.context.newPage();
  await page.addInitScript(() => {
    const calls = { closePath: 0, lineTo: 0 };
    for (const name of ['closePath', 'lineTo'] as const) {
      const original = Path2D.prototype[name] as (...all: number[]) => void;
      Path2D.prototype[name] = function (this: object, ...all: number[]) {
        calls[name]++;
        original.apply(this, all);
      };
    }
    Object.assign(globalThis, { calls });
  });
  await page.route('**/runs/*/city', async (route) => {
    const city = unpack(new Uint8Array(await (await route.fetch()).body()).buffer);
    const rings = 40_000;
    const corners = (values: number[], at: (ring: number) => number) =>
      Uint16Array.from({ length: 4 * rings }, (_, i) => (i % 4 === 0 ? at(i >> 2) : values[i % 4]!) & 0xffff);
    const arrays = {
      ...city.arrays,
      ringPoints: new Uint16Array(rings).fill(4),
      ringKind: new Uint8Array(rings),
      ringX: corners([0, 20, 0, -20], (ring) => 40 * (ring % 200)),
      ringY: corners([0, 0, 20, 0], (ring) => 40 * Math.floor(ring / 200)),
    };
    await route.fulfill({ body: Buffer.from(pack({ head: city.head, arrays })) });
  });
  await page.goto(`${viewer.address}${runHref(DAILY!, 'replay')}`);
  await shown(page);
  const calls = await page.evaluate(() => (globalThis as unknown as { calls: Record<string, number> }).calls);
  expect(calls.lineTo).toBeGreaterThan(4 * 40_000);
  expect(calls.closePath).toBe(0);
});

test('every control and picture has a name for screen readers, and every page fits narrow and wide screens', async () => {
  const page = await open();
  for (const [i, place] of [
    '',
    '?group=agent&chosen=daily-mobility-1',
    fill(PAGES.run, { run: DIARIST! }),
    fill(PAGES.replay, { run: DIARIST! }),
    `${fill(PAGES.run, { run: DIARIST! })}/people`,
    fill(PAGES.person, { run: DIARIST!, person: 3 }),
    fill(PAGES.calls, { run: DIARIST! }),
    fill(PAGES.run, { run: HURRICANE! }),
    fill(PAGES.run, { run: CHINESE_NAME }),
    fill(PAGES.run, { run: readdirSync(made.runs).find((name) => name.startsWith('simulation'))! }),
    fill(PAGES.comparison, { a: CHINESE_NAME, b: DIARIST! }),
    fill(`${PAGES.comparison}/map`, { a: CHINESE_NAME, b: DIARIST! }),
    fill(PAGES.comparedSetup, { a: CHINESE_NAME, b: DIARIST! }),
    `${PAGES.several}?runs=${DAILY}/${DIARIST}/${HURRICANE}`,
    `${PAGES.several}?runs=${CHINESE_NAME}/${DIARIST}/${HOSTILE_NAME}`,
    `${PAGES.several}?runs=${COPIED_SIMULATIONS.join('/')}`,
    fill(PAGES.comparison, { a: COPIED_SIMULATIONS[0]!, b: COPIED_SIMULATIONS[1]! }),
    `${fill('run/:run/traffic', { run: COPIED_SIMULATIONS[0]! })}?hour=99&road=999999`,
    fill(PAGES.run, { run: 'torn' }),
    fill(PAGES.scoring, { scoring: 'sample' }),
    fill(PAGES.scoringUser, { scoring: 'pair', user: 3 }),
    'no/such/page',
  ].entries()) {
    // As `isUncut` begins.
    await page.emulateMedia({ colorScheme: 'dark' });
    await goTo(page, place);
    const heard = await page.locator('body').ariaSnapshot();
    expect(heard).toMatch(/- heading .*\[level=[12]\]/);
    const nameless = heard
      .split('\n')
      .filter((line) =>
        /^\s*- (button|link|combobox|textbox|searchbox|checkbox|slider|img|region|table)\b(?! ")/.test(line),
      );
    expect(nameless, place).toEqual([]);
    await isAccessible(page, place, i);
  }
});

test('a bundle is a site that works under any path, with names that look like markup as text', async () => {
  const site = join(made.folder, 'www', 'sub path', 'site');
  const [simulation] = readdirSync(made.runs).filter((name) => name.startsWith('simulation'));
  // Copies of DAILY and DIARIST: each run of a bundle takes seconds.
  const [a, b] = [CHINESE_NAME, HOSTILE_NAME];
  await made.asbench('ui', '--bundle', site, simulation!, a, b, 'pair');
  const server = await serveFiles(join(made.folder, 'www'));
  try {
    const page = await browser.open(`${server.address}sub%20path/site/`);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await click(page, HOSTILE_NAME);
    await page.getByRole('heading', { name: HOSTILE_NAME }).waitFor();
    expect(await page.locator('main script, main img, main b').count()).toBe(0);
    await click(page, 'People');
    await page.getByRole('searchbox', { name: 'search' }).fill('work homes');
    await page.waitForFunction(() => location.hash.includes('q='));
    await page.getByRole('button', { name: 'distance', exact: true }).click();
    await page.waitForFunction(() => document.querySelector('[aria-sort=descending]') !== null);
    await page.locator('td.col-name a').first().press('Enter');
    await see(page, 'Stays, trips and intentions');
    await page.goto(`${server.address}sub%20path/site/${runHref(CHINESE_NAME)}`);
    await page.locator('#jsd_gyration_radius svg.plot').first().waitFor();
    expect(await page.locator('.big').textContent()).toBe(scoresOf(DAILY!).documented.final_score.toFixed(1));
    await click(page, 'Replay');
    await shown(page);
    for (const [place, selector] of [
      [fill(PAGES.comparison, { a, b }), '.main-row'],
      // The bundle has each pair once, so it shows this one in the other order.
      [fill(`${PAGES.comparison}/map`, { a: b, b: a }), '.cell-map .stage[data-shown=map]'],
      [fill(PAGES.run, { run: simulation! }), '.cell-map .stage[data-shown=map]'],
      [fill(PAGES.scoring, { scoring: 'pair' }), '.cell-map .stage[data-shown]'],
    ] as const) {
      await goTo(page, place, `${server.address}sub%20path/site/`);
      await page.locator(selector).first().waitFor();
    }
    await isAccessible(page, 'a scoring in a bundle');
    expect(requests.filter((address) => !address.startsWith(`${server.address}sub%20path/site/`))).toEqual([]);
  } finally {
    server.close();
  }
  expect(browser.faults()).toEqual([]);
  const page = await browser.open(`file://${join(site, 'index.html')}`);
  await see(page, /this page was opened from the disk, where browsers load no scripts/);
  // The scripts and the sheet that were not loaded.
  browser.faults();
});

test('a lost server is a strip over the last picture, and the replay continues when the server is back', async () => {
  const token = ['--token', 'a'.repeat(24)];
  const other = await made.serve(...token);
  const page = await browser.open(`${other.address}${runHref(DAILY!, 'replay')}?t=30000`);
  const refused: string[] = [];
  page.on('requestfailed', (request) => {
    // The page asks for the head of a file until the server is back.
    if (request.method() !== 'HEAD') refused.push(request.url());
  });
  await shown(page);
  await other.close();
  await page.getByRole('slider', { name: 'Time' }).fill('72000');
  await see(page, 'The server does not answer. Is asbench ui still running?');
  // Frames are drawn meanwhile; none of them may repeat a request.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
  });
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBe(new Set(refused).size);
  expect(await page.locator('.stage canvas').count()).toBeGreaterThan(0);
  const back = await made.serve(...token, '--port', new URL(other.address).port);
  await page.locator('.stage[data-shown="72000"]').waitFor();
  await page.locator('.lost').waitFor({ state: 'detached' });
  // Closed first: a page whose server is gone keeps asking for it.
  await page.close();
  await back.close();
  browser.faults();
});

test('people are sorted by any column; a person has days, a map, calls and what followed them', async () => {
  const page = await open(runHref(DIARIST!));
  await click(page, 'People');
  await page.getByRole('button', { name: 'distance', exact: true }).click();
  await page
    .locator('tbody tr')
    .nth(PEOPLE - 1)
    .waitFor();
  // The rows of the last order stay until those of the next one are there.
  await expect
    .poll(async () => {
      const distances = (await page.locator('td[data-name="distance"]').allTextContents()).map(Number.parseFloat);
      return distances.length > 1 && distances.every((distance, i) => i === 0 || distance <= distances[i - 1]!);
    })
    .toBe(true);
  await page.locator('td.col-name a').first().press('Enter');
  await see(page, 'calls of the language model');
  await page.locator('.person-map canvas').first().waitFor();
  await page.locator('.stretches .trip').first().click();
  await see(page, /^Why: the last call before/);
  await page.locator('.call-head').first().click();
  await see(page, 'Next, the agent');
});

test('calls are found by text, time and person, and the address restores the open call', async () => {
  const page = await open(runHref(DIARIST!));
  await click(page, 'Calls');
  await see(page, `${2 * PEOPLE} calls, 0 failed`);
  const calls = (count: number) =>
    page.waitForFunction((expected) => document.querySelectorAll('.call-head').length === expected, count);
  await page.getByRole('searchbox', { name: 'text in prompts and answers' }).fill('Write the diary');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.locator('.excerpt').first().waitFor();
  await calls(PEOPLE);
  expect(await page.locator('.call-step').first().textContent()).toContain('The person: ');
  await page.locator('.figure-body').first().focus();
  await page.keyboard.press('ArrowRight');
  await see(page, /calls\n0 failed/);
  expect((await page.locator('.call-answer').first().textContent())?.length).toBeGreaterThan(0);
  await page.getByLabel('time of day').fill('04:00');
  await page.getByRole('searchbox', { name: 'person' }).fill('7');
  await calls(1);
  expect(await page.locator('.call-head').textContent()).toContain('person 7');
  await page.locator('.call-head').click();
  await see(page, 'Settings:');
  const again = await browser.open(page.url());
  await see(again, 'Settings:');
});

test('names and texts that look like markup or reverse the text direction are shown as plain text, and a one-megabyte line is cut', async () => {
  const page = await open();
  await page.getByRole('link', { name: HOSTILE_NAME }).click();
  await click(page, 'Calls');
  // The rows of the last search stay until those of the next one are there, and some of them have its words too.
  const search = async (text: string) => {
    await page.getByRole('searchbox', { name: 'text in prompts and answers' }).fill(text);
    await page.getByRole('button', { name: 'Search' }).click();
    await expect
      .poll(async () => {
        const excerpts = await page.locator('.excerpt').allTextContents();
        return excerpts.length > 0 && excerpts.every((excerpt) => excerpt.includes(text));
      })
      .toBe(true);
  };
  await search('alert(1)');
  await page.locator('.call-head').first().click();
  await page.locator('.message.accent pre').waitFor();
  expect(await page.locator('.message.accent pre').textContent()).toBe(HOSTILE);
  expect(await page.locator('main script, main img, main b').count()).toBe(0);
  await search('mmmm');
  expect(await page.locator('.call-head').count()).toBe(1);
  await page.locator('.call-head').first().click();
  await see(page, /characters are cut here/);
  await fits(page);
  await search('没有空格');
  expect(await page.locator('.call-head').count()).toBe(1);
  await page.locator('.call-head').first().click();
  await page.locator('.message.accent pre').waitFor();
  await isAccessible(page, 'a long call');
  const path = join(made.folder, 'hostile.html');
  await made.asbench('runs', 'report', HOSTILE_NAME, '--with-calls', '-o', path);
  const report = await browser.open(`file://${path}`);
  await report.getByRole('heading', { name: HOSTILE_NAME }).waitFor();
  await click(report, 'Calls');
  await report.locator('.call-head').first().waitFor();
  expect(await report.locator('main script, main img, main b').count()).toBe(0);
});

test('the page of a run in progress updates itself until the score is available', async () => {
  const running = made.beginSlow();
  const name = await running.name;
  const page = await open(runHref(name));
  await see(page, new RegExp(`of ${PEOPLE} people have finished.*This page updates itself`));
  await see(page, 'No scores yet');
  await click(page, 'People');
  await page.locator('table.people tbody tr').first().waitFor();
  await click(page, 'Replay');
  await shown(page);
  running.goAhead();
  await running.ended;
  await page.getByRole('button', { name: 'Show all' }).click();
  await shown(page);
  await page.getByText('running', { exact: true }).waitFor({ state: 'detached' });
  await click(page, 'Scores');
  expect(await page.locator('.big').textContent()).toBe(scoresOf(name).documented.final_score.toFixed(1));
  await isAccessible(await open(runHref(name, 'about')), 'about');
  for (const view of ['replay', 'person/2']) await isUncut(await open(runHref(name, view)), view);
  await isUncut(await open(), 'the list with a long name of an agent');
});

test('the page of a run in parts has the command that starts a missing part', async () => {
  const part = ['run', 'DailyMobility', '--people', String(PEOPLE), '--demo', '--mode', 'inference', '--part', '1/2'];
  await made.asbench(...part, '--agent', 'diarist', '--config', join(made.folder, 'llm.yml'));
  const run = readdirSync(made.runs).find((name) => name.includes('-id-'))!;
  const page = await open(runHref(run));
  await see(page, '1 of 2 parts have finished');
  await see(page, 'no part is running');
  await see(page, 'Part 2 of 2: not started.');
  const command = (await page.locator('.command code').first().textContent())!;
  const words = execFileSync('sh', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8' })
    .trim()
    .split('\n');
  expect(words.slice(0, 3)).toEqual(['asbench', '--home-dir', made.home]);
  await made.asbench(...words.slice(3));
  await see(page, '2 of 2 parts have finished');
  await see(page, 'To merge them:');
  rmSync(join(made.runs, run), { recursive: true });
});

test('a run with damaged files shows the damaged parts', async () => {
  const page = await open(runHref('half'));
  await see(page, /scores\.json is not valid JSON/);
  await click(page, 'Replay');
  await see(page, 'No replay');
  await see(await open(runHref('damaged')), /statuses.00000\.arrow/);
});

test('an invalid score is struck through in the list, on its page and in its report, with the reason', async () => {
  const page = await open();
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'invalid', exact: true }) });
  await row.locator('s').waitFor();
  for (const text of ['Invalid result: ', INVALID]) expect(await row.textContent()).toContain(text);
  await click(page, 'invalid');
  const path = join(made.folder, 'invalid.html');
  await made.asbench('runs', 'report', 'invalid', '-o', path);
  for (const one of [page, await browser.open(`file://${path}`)]) {
    await one.locator('s.big').waitFor();
    await see(one, INVALID);
  }
});

test('two runs are compared by score, person by person and side by side', async () => {
  const page = await open();
  await page.getByRole('checkbox', { name: `Compare ${DAILY}` }).check();
  await page.getByRole('checkbox', { name: `Compare ${DIARIST}` }).check();
  await click(page, 'Compare');
  await see(page, new RegExp(`First minus second, ${PEOPLE} people in pairs`));
  const difference = scoresOf(DAILY!).final_score - scoresOf(DIARIST!).final_score;
  await see(page, difference.toFixed(2).replace('-', '−'));
  await click(page, 'Map');
  await page.locator('.cell-map .stage[data-shown=map]').waitFor();
  const facts = page.getByRole('region', { name: 'Selected area' });
  expect(await facts.getByRole('row', { name: 'departures' }).locator('td').allTextContents()).toEqual(
    [DAILY, DIARIST].map((run) => String(scoresOf(run!).run.trips)),
  );
  await page.getByRole('slider', { name: 'Hour' }).fill('9');
  await see(page, 'Everywhere, 09:00–10:00');
  await page.getByRole('button', { name: 'Draw' }).click();
  const { x, y, width, height } = (await page.locator('.cell-map .stage').boundingBox())!;
  await page.mouse.move(x + width / 4, y + height / 4);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 4);
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.up();
  await see(page, 'In the area, 09:00–10:00');
  expect(page.url()).toMatch(/hour=9&area=[-\w.]+/);
  await page.getByRole('button', { name: 'Swipe' }).click();
  await page.getByRole('slider', { name: 'Boundary between both sides' }).fill('0.3');
  await click(page, 'Setup');
  await see(page, 'The agents are different code');
  await page.getByRole('row', { name: /^agent day-pattern diarist$/ }).waitFor();
  await click(page, 'People');
  await page.locator('tbody tr').first().waitFor();
  await page
    .getByRole('link', { name: /^person \d+$/ })
    .first()
    .click();
  await see(page, 'Call 1: ');
  await see(page, 'You write the diary of an ordinary inhabitant');
  await page.goBack();
  await page.getByRole('link', { name: 'replay', exact: true }).first().click();
  await page.locator('.stage[data-shown]').nth(1).waitFor();
});

test('several runs are compared in pairs, and the address keeps the selection', async () => {
  const page = await open(`#/?chosen=${DAILY}/${DIARIST}`);
  await page.getByRole('checkbox', { name: `Compare ${HOSTILE_NAME}` }).check();
  await click(page, 'Compare');
  await see(page, '3 runs');
  await see(page, 'Differences between runs');
  await see(page, 'seed 1');
  const [one, other] = [DAILY, DIARIST].map((run) => scoresOf(run!).final_score as number);
  const difference = Math.abs(one! - other!).toFixed(1);
  await page
    .getByRole('link', { name: new RegExp(`^.${difference.replace('.', '\\.')}`) })
    .first()
    .waitFor();
  expect(
    await page.getByRole('table', { name: 'Points out of 100 by run and quantity' }).locator('tbody tr').count(),
  ).toBe(3);
});

test('several simulations are compared by their trips, with intervals and charts side by side', async () => {
  const [first, second] = COPIED_SIMULATIONS as [string, string];
  const simulation = readdirSync(made.runs).find((name) => name.startsWith('simulation'))!;
  const page = await open(`#/${PAGES.several}?runs=${[simulation, first, second].join('/')}`);
  await see(page, '3 simulations');
  const row = page
    .getByRole('table', { name: `Differences from ${simulation}` })
    .getByRole('row', { name: /^trips \d/ });
  // Nobody changes, so there is no interval.
  await row
    .getByText(/, 0\.00$/)
    .nth(1)
    .waitFor();
  const mean = (await row.locator('td').first().textContent())!;
  expect(await row.locator('td').nth(2).textContent()).toContain(`${mean}, 0.00`);
  await expect.poll(() => page.getByRole('img', { name: second }).count()).toBe(5);
  await page.goto(`${viewer.address}#/${fill(PAGES.comparison, { a: simulation, b: second })}`);
  await page.getByRole('application', { name: /^Difference of cars per day by road/ }).waitFor();
  await see(page, /^None of \d+ people gains or loses a minute of travel per day\./);
  // Whatever the command prints as JSON stands somewhere on the page.
  const address = fill('api/compare/:a/:b/differences', { a: simulation, b: second });
  const { answer } = JSON.parse(await page.evaluate(async (at) => (await fetch(at)).text(), address)).value.change;
  const shown = await page
    .locator('[data-of]')
    .evaluateAll((parts) =>
      parts.filter((part) => part.textContent !== '').flatMap((part) => part.getAttribute('data-of')!.split(' ')),
    );
  expect(Object.keys(answer).filter((key) => !shown.includes(key))).toEqual([]);
  const travel = answer.totals['travel time, min'];
  await page
    .getByRole('row', { name: new RegExp(`^Travel time, min ${travel.a.toFixed(2)} ${travel.b.toFixed(2)} 0.00 –`) })
    .waitFor();
});

test('a list of any length scrolls to its end with the elements of a few screens, and the address keeps the place', async () => {
  const many = join(made.folder, 'many');
  const files = ['run.json', 'scores.json'].map((name) => [name, readFileSync(join(made.runs, DAILY!, name))] as const);
  for (let i = 0; i < 1000; i++) {
    const run = join(many, `run-${i}`);
    mkdirSync(run, { recursive: true });
    for (const [name, bytes] of files) writeFileSync(join(run, name), bytes);
  }
  const { address, close } = await made.serve(many);
  try {
    const page = await open();
    await page.goto(`${address}#/?sort=name`);
    const link = (name: string) => page.getByRole('link', { name, exact: true });
    await link('run-0').waitFor();
    const elements = () => page.evaluate(() => document.querySelectorAll('*').length);
    const few = await elements();
    for (const [place, name] of [
      [1, 'run-999'],
      [0.5, 'run-500'],
    ] as const) {
      await page.evaluate((share) => scrollTo(0, share * document.documentElement.scrollHeight), place);
      await link(name).waitFor();
      expect(await elements()).toBeLessThan(1.2 * few);
    }
    expect(page.url()).toMatch(/offset=[345][05]0/);
    await page.reload();
    await link('run-500').waitFor();
    // Also without the browser's memory of where the page was.
    const at = page.url();
    await page.goto('about:blank');
    await page.goto(at);
    await link('run-500').waitFor();
    expect(page.url()).toBe(at);
    // Ends what the page still asks for.
    await page.goto('about:blank');
  } finally {
    await close();
  }
});

test('an address of something that does not exist gets a page that says so, and the console stays empty', async () => {
  const page = await open('#/run/missing/people');
  await see(page, 'missing cannot be shown');
  for (const [at, said] of [
    [`run/${DAILY}/person/999`, 'Person 999 cannot be shown'],
    [`run/${DAILY}/calls?call=9`, 'Calls cannot be shown'],
    [`compare/${DAILY}/other`, 'other: not found.'],
    [`compare?runs=missing/${DAILY}`, 'missing: not found.'],
    ['humob/missing', 'This scoring cannot be shown'],
    ['humob/pair/999', 'User 999 cannot be shown'],
    ['measures/missing', 'The report cannot be shown'],
    ['flows/missing', 'The report cannot be shown'],
    ['nothing', 'Page not found'],
  ]) {
    await goTo(page, at!);
    await see(page, said!);
  }
});

/** A page, the command that prints the same as JSON, and what of it the page shows where. */
interface SameNumbers {
  readonly place: string;
  readonly command: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: JSON of several commands
  readonly shown: (json: any) => readonly (readonly [where: string, text: string])[];
}

const range = ({ low, high }: { low: number; high: number }) => `${fixed(low)} – ${fixed(high)}`;
/** The parts of an explanation on the page of scores. */
const explained: SameNumbers['shown'] = ({ score, summary, quantities, costliest_people }) => [
  ['.big', fixed(score.value)],
  ['.scale dd', range(score)],
  ...summary.map((text: string) => ['.headline-words p', typeset(text)]),
  ...quantities.flatMap(
    ({ key, points, verdict }: { key: string; points: { got: number; of: number }; verdict: string }) => [
      [`#${key} .cost-number`, `${fixed(points.got)} of ${points.of} points`],
      [`#${key} p`, typeset(verdict)],
    ],
  ),
  ...costliest_people
    .slice(0, 3)
    .map(({ id, points }: { id: number; points: number }) => [
      `.costly li:has-text("person ${id}") .num`,
      `−${fixed(points, 2)}`,
    ]),
];
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
const cellsOf = (where: string, texts: readonly string[]) => texts.map((text) => [`${where} td`, text] as const);

test('the numbers of a page are those of its command with --json', async () => {
  const simulations = () => readdirSync(made.runs).filter((name) => name.startsWith('simulation'));
  const demo = join(made.home, 'demo', readdirSync(join(made.home, 'demo')).find((name) => name.startsWith('Daily'))!);
  const data = ['--profiles', join(demo, 'profiles.json'), '--map', join(demo, 'map.pb')];
  const scenario = join(made.folder, 'at-home.yml');
  writeFileSync(scenario, 'work-at-home: 0.5\n');
  await made.asbench('simulate', ...data, '--people', String(PEOPLE), '--days', '2', '--scenario', scenario);
  const [a, b] = simulations() as [string, string];
  const plan = join(made.folder, 'sweep.json');
  writeFileSync(
    plan,
    JSON.stringify({ task: 'DiaryDay', demo: true, people: PEOPLE, agents: ['day-pattern'], seeds: 2 }),
  );
  const sweep = ['study', 'sweep', plan];
  const before = new Set(readdirSync(made.runs));
  // Each command is called once.
  const printed = new Map<string, string>();
  const jsonOf = async (command: readonly string[]) => {
    const key = command.join(' ');
    printed.set(key, printed.get(key) ?? (await made.asbench(...command, '--json')));
    return JSON.parse(printed.get(key)!);
  };
  await jsonOf(sweep);
  const swept = readdirSync(made.runs).filter((name) => !before.has(name));
  const measure = ['measure', 'town'];
  printed.set(measure.join(' '), await town());
  const checks: readonly SameNumbers[] = [
    { place: fill(PAGES.run, { run: DIARIST! }), command: ['explain', DIARIST!], shown: explained },
    { place: fill(PAGES.run, { run: swept[0]! }), command: ['explain', swept[0]!], shown: explained },
    {
      place: fill(PAGES.calls, { run: DIARIST! }),
      command: ['runs', 'calls', DIARIST!],
      shown: ({ total: { calls, failed, inputTokens, outputTokens } }) => [
        ['p.soft', `${count(calls)} calls, ${count(failed)} failed`],
        ['p.soft', `${count(inputTokens + outputTokens)} tokens`],
      ],
    },
    {
      place: fill('run/:run/traffic', { run: a }),
      command: ['traffic', 'jams', a],
      shown: ({ says, method }) => [...says, ...method].map((text) => ['.card p', text]),
    },
    {
      place: fill(PAGES.comparison, { a, b }),
      command: ['runs', 'compare', a, b],
      shown: ({ says, warnings, verdicts, cutOff, totals, groups }) => [
        ...[...says, ...warnings].map((text: string) => ['.change p', typeset(text)] as const),
        ...[verdicts.loses, verdicts.wins, verdicts.similar, verdicts.same, cutOff.people].map(
          (value: number) => ['.change .facts dd', count(value)] as const,
        ),
        // biome-ignore lint/suspicious/noExplicitAny: JSON of the command
        ...Object.entries<any>(totals).flatMap(([name, value]) =>
          cellsOf(`tr:has(th:text-is("${sentence(name)}"))`, [
            fixed(value.a, 2),
            fixed(value.b, 2),
            signed(value.difference, 2),
          ]),
        ),
        ...groups
          .slice(0, 3)
          .flatMap((one: { group: string; value: string; people: number; a: number }) =>
            cellsOf(`tr:has-text("${sentence(one.group)}: ${one.value}")`, [count(one.people), fixed(one.a, 2)]),
          ),
      ],
    },
    {
      place: '?group=agent',
      command: sweep,
      shown: ({ rows: [{ score }] }) => [
        ['.board tr', fixed(score.mean)],
        ['.board tr', range(score)],
      ],
    },
    {
      place: `${fill(PAGES.run, { run: DIARIST! })}/people?sort=cost&order=down`,
      command: ['explain', DIARIST!],
      shown: ({ costliest_people }) =>
        costliest_people
          .slice(0, 8)
          .map(({ id, points }: { id: number; points: number }) => [
            `tr:has(a:text-is("person ${id}")) td`,
            fixed(points, 2),
          ]),
    },
    {
      place: fill(PAGES.scoring, { scoring: 'pair' }),
      command: ['humob', 'score', '--generated', 'generated.csv', '--reference', 'reference.csv'],
      shown: ({ geobleu, dtw, intervals }) => [
        ['.scale dd', fixed(geobleu, 4)],
        ['.scale dd', `${fixed(intervals.geobleu[0], 3)} to ${fixed(intervals.geobleu[1], 3)}`],
        ['.scale dd', `${fixed(dtw, 2)} km`],
        ['.scale dd', `${fixed(intervals.dtw[0], 1)} to ${fixed(intervals.dtw[1], 1)} km`],
      ],
    },
    {
      place: fill(PAGES.measures, { report: 'town' }),
      command: measure,
      // biome-ignore lint/suspicious/noExplicitAny: JSON of the command
      shown: ({ measures }: { measures: readonly any[] }) =>
        measures
          .slice(0, 10)
          .flatMap((row) =>
            cellsOf(`table:has(caption:text-is("Jensen–Shannon divergences")) tr:has(th:text-is("${row.title}"))`, [
              fixed(row.jsd, 3),
              fixed(row.ceiling, 3),
              `${fixed(row.low, 3)} – ${fixed(row.high, 3)}`,
            ]),
          ),
    },
  ];
  const page = await open();
  for (const { place, command, shown: of } of checks) {
    const facts = of(await jsonOf(command));
    expect(facts.length, place).toBeGreaterThan(0);
    await goTo(page, place);
    const missing = async () => {
      const texts = new Map<string, string[]>();
      for (const [where] of facts)
        if (!texts.has(where)) texts.set(where, (await page.locator(where).allTextContents()).map(oneLine));
      return facts.filter(([where, text]) => !texts.get(where)!.some((one) => one.includes(oneLine(text))));
    };
    await expect.poll(missing, { message: place }).toEqual([]);
  }
  // Who loses is one click away from the list, and two by the page of the run.
  await page.goto(viewer.address);
  await click(page, b);
  await page.getByRole('link', { name: 'What the scenario changes' }).waitFor();
  await page.goBack();
  await click(page, 'what it changes');
  await page.waitForURL(new RegExp(`compare/.+/${b}$`));
  await see(page, /of \d+ people/);
  // Ends what the page still asks for.
  await page.goto('about:blank');
  for (const name of [b, ...swept]) rmSync(join(made.runs, name), { recursive: true });
});

test('two HuMob submissions are shown side by side, and the address keeps the step', async () => {
  const page = await open();
  await click(page, 'pair');
  await see(page, /generated\.csv minus compared\.csv, paired by user/);
  // Back leads to the place of the list where the link is, at its end.
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await page.waitForFunction(() => scrollY > 0);
  await page.goForward();
  await page.locator('td.col-name a').first().press('Enter');
  await see(page, /compared\.csv, day/);
  await page.getByRole('slider', { name: 'Step' }).first().fill('2');
  expect(page.url()).toContain('step=2');
  expect(await page.getByRole('slider', { name: 'Step' }).nth(1).inputValue()).toBe('2');
});

test('a HuMob scoring lists its worst users, and shows a user step by step', async () => {
  const page = await open(`#/${fill(PAGES.scoring, { scoring: 'sample' })}`);
  await see(page, 'Worst users');
  await page.locator('td.col-name a').first().press('Enter');
  await see(page, 'matched n-grams of');
  await page.getByRole('slider', { name: 'Step' }).fill('3');
  await page.getByRole('button', { name: '2', exact: true }).click();
  await page.locator('.grid-day').waitFor();
});

test('the page of a scoring has its warnings on top, and the parts of GEO-BLEU', async () => {
  const [truth, swapped, path] = ['truth.csv', 'sw.csv', 'scoring.html'].map((name) => join(made.folder, name)) as [
    string,
    string,
    string,
  ];
  const rows = Array.from({ length: 20 }, (_, i) => [i + 1, [20 + i, 150 - i]] as const);
  writeFileSync(truth, ['uid,d,t,x,y', ...rows.map(([uid, [x, y]]) => [uid, 60, 1, x, y].join()), ''].join('\n'));
  writeFileSync(swapped, ['uid,d,t,x,y', ...rows.map(([uid, [x, y]]) => [uid, 60, 1, y, x].join()), ''].join('\n'));
  await made.asbench('humob', 'score', swapped, '--reference', truth, '-o', path);
  expect(readFileSync(path, 'utf8')).not.toContain(made.folder);
  const page = await browser.open(`file://${path}`);
  await see(page, /^Warning: sw\.csv: x and y are probably swapped\./);
  await see(page, 'Parts of GEO-BLEU');
  await isAccessible(page, 'the page of a scoring');
});

test('a report opens from the disk without a server, and contains prompts only if they were requested', async () => {
  const path = join(made.folder, 'report.html');
  await made.asbench('runs', 'report', DIARIST!, '-o', path);
  const text = readFileSync(path, 'utf8');
  expect(text).not.toContain('Write the diary of this day');
  expect(text).not.toContain(made.folder);
  const page = await browser.open(`file://${path}`);
  await page.locator('#jsd_gyration_radius svg.plot').first().waitFor();
  await click(page, 'Replay');
  await shown(page);
  await click(page, 'People');
  await page.locator('td.col-name a').first().press('Enter');
  await see(page, 'Stays, trips and intentions');
  await made.asbench('runs', 'report', DIARIST!, '--with-calls', '-o', path);
  await page.goto(`file://${path}`);
  await page.reload();
  await page.locator('#jsd_gyration_radius svg.plot').first().waitFor();
  await isAccessible(page, 'the report of a run');
  await page.goto(`file://${path}#/${fill(PAGES.calls, { run: DIARIST! })}`);
  await page.locator('.call-head').first().click();
  await page.locator('.message pre').first().waitFor();
});

test('the page of predicted flows opens from the disk, with curves, maps and arcs side by side', async () => {
  const file = (name: string, flows: number[]) => {
    const days = flows.map((flow, i) => `2024020${i + 1}\t{'40_40': {'40_40': 9, '60_60': ${flow}}}\n`);
    writeFileSync(join(made.folder, name), days.join(''));
    return join(made.folder, name);
  };
  const [truth, first, second] = [file('truth.tsv', [3, 4]), file('<b>.tsv', [3, 5]), file('x\u202e.tsv', [1, 1e308])];
  const page = join(made.folder, 'flows.html');
  await made.asbench(
    'humob',
    'score',
    '--year',
    '2026',
    first,
    second,
    '--reference',
    truth,
    '-o',
    page,
    '--keep',
    'od',
  );
  const shownPage = await browser.open(`file://${page}`, { dark: true });
  await see(shownPage, 'against truth.tsv');
  expect(await shownPage.locator('svg.plot').count()).toBe(7);
  expect(await shownPage.locator('h1').textContent()).toContain('<b>.tsv');
  expect(await shownPage.locator('.arc').count()).toBe(2);
  await shownPage.getByRole('combobox', { name: 'flows' }).selectOption('into');
  await shownPage.getByRole('img', { name: 'error to a cell from others' }).first().waitFor();
  await shownPage.getByRole('table', { name: 'Scores by weekday and phase' }).waitFor();
  await isAccessible(shownPage, 'the report of flows');
  const listed = await open();
  await click(listed, 'od');
  await see(listed, 'against truth.tsv');
  const scores = (of: Page) => of.getByRole('table', { name: 'Combined NRMSE' }).textContent();
  expect(await scores(listed)).toBe(await scores(shownPage));
});

test('the report of measures opens from the disk with a chart for each main measure and fits narrow screens', async () => {
  await town();
  const folder = join(made.home, 'measures', 'town');
  const report = JSON.parse(readFileSync(join(folder, 'measures.json'), 'utf8'));
  const listed = await open();
  await click(listed, 'town');
  await listed.locator('.cell-map .stage[data-shown]').waitFor();
  await listed.goto(`${viewer.address}${runHref(DIARIST!)}`);
  await click(listed, 'town');
  const page = await browser.open(`file://${join(folder, 'report.html')}`);
  await see(page, `How realistic ${DIARIST} looks compared with ${DAILY}`);
  expect(await page.title()).toBe(`${DIARIST} and ${DAILY} · Itinera`);
  for (const { title } of report.notMeasured) await see(page, `${title}: not measured`);
  expect(await page.locator('.cards svg.plot').count()).toBe(report.firstScreen.length);
  const rows = page.getByRole('table', { name: 'All measures' }).locator('tbody tr');
  expect(await rows.count()).toBe(report.measures.length);
  for (const text of ['SYNTHETIC people, who do not exist', 'no training set']) await see(page, text);
  await isAccessible(page, 'the report of measures');
});

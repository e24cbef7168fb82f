import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '@itinera/base';
import { writeMap } from '@itinera/city';
import { synthesizeCity } from '@itinera/city-build';
import { Library, serve } from '@itinera/viewer';
import type { Page, Request } from 'playwright-core';
import { exponent } from '../../base/perf/exponent.js';
import { processorSeconds } from '../../base/perf/processor-seconds.js';
import type { Row } from '../../base/perf/row.js';
import { type Browser, openBrowser } from '../src/browser/chromium.fixture.js';

const program = join(process.cwd(), 'packages/asbench/bin/asbench.js');
/** Population sizes; `VIEWER_PEOPLE=1000,10000,100000` overrides them. */
const SIZES = (process.env.VIEWER_PEOPLE ?? '1000,3000,10000').split(',').map(Number);
/** People of a run that is shown first and not measured: the server and the browser load their programs then. */
const WARM_UP = 10;
/** Real cities, below `ITINERA_DATA`: extract, people and days. */
const CITIES = [
  { name: 'Honolulu', extract: 'osm-honolulu/honolulu.osm.pbf', people: 5000, days: 1 },
  { name: 'Newport', extract: 'osm-gtfs-newport/newport-2023-06-13.osm.pbf', people: 1000, days: 7 },
] as const;
const JUMPS = 20;
const PLAYED_SECONDS = 4;
const CALLS = 1_000_000;

declare const document: {
  querySelector(selector: string): {
    value: string;
    dataset: Record<string, string>;
    dispatchEvent(event: object): void;
  };
};
declare const requestAnimationFrame: (call: (now: number) => void) => number;
declare const Event: new (type: string, init: object) => object;

/** A replay in Chromium without a graphics card: time to open, jumps of the time bar, frames while playing. */
export default async function bench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'viewer-bench-'));
  const browser = await openBrowser();
  const home = join(folder, 'home');
  const runs = join(home, 'runs');
  try {
    writeDataset(join(folder, 'DailyMobility'), Math.max(...SIZES));
    for (const people of [WARM_UP, ...SIZES]) {
      const common = ['--home-dir', home, 'run', 'DailyMobility', '-d', folder, '--mode', 'inference'];
      execFileSync(process.execPath, [program, ...common, '--people', String(people)], { stdio: 'ignore' });
    }
    writeCalls(join(runs, 'daily-mobility-1', 'calls.ndjson'));
    const data = process.env.ITINERA_DATA;
    if (!data) console.log('Real cities are skipped: set ITINERA_DATA to the folder of real data.');
    else for (const city of CITIES) simulateCity(folder, home, data, city);
    const viewer = await serve(new Library({ runs, home }));
    try {
      await replay(browser, `${viewer.address}#/run/daily-mobility-1`, 'first');
      const runs: Row[][] = [];
      for (const [i, people] of SIZES.entries())
        runs.push(await replay(browser, `${viewer.address}#/run/daily-mobility-${i + 2}`, `${people} people`));
      const rows = runs.at(-1)!.map((row, i): Row => {
        const costs = runs.map((run) => run[i]!.ours);
        return { ...row, exponent: exponent(SIZES, costs) };
      });
      for (const { name, people, days } of data ? CITIES : []) {
        const address = `${viewer.address}#/run/simulation-${days}d-900s-1`;
        rows.push(...(await replay(browser, address, `${people} people × ${days} d in ${name}`)));
      }
      return [...rows, ...(await calls(browser, `${viewer.address}#/run/daily-mobility-1/calls`))];
    } finally {
      await viewer.close();
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function simulateCity(
  folder: string,
  home: string,
  data: string,
  { name, extract, people, days }: (typeof CITIES)[number],
) {
  const [map, profiles] = [join(folder, `${name}.pb`), join(folder, `${name}.json`)];
  const count = ['-n', String(people)];
  for (const words of [
    ['map', 'build', join(data, extract), '--name', name, '-o', map],
    ['data', 'people', '--map', map, ...count, '-o', profiles],
    ['simulate', '--map', map, '--profiles', profiles, ...count, '--days', String(days)],
  ])
    execFileSync(process.execPath, [program, '--home-dir', home, ...words], { stdio: 'ignore' });
}

async function replay(browser: Browser, address: string, what: string): Promise<Row[]> {
  const shown = (page: Page) => page.locator('.stage[data-shown]').waitFor({ timeout: 600_000 });
  let bytes = 0;
  const count = async (request: Request) => {
    bytes += (await request.sizes().catch(() => null))?.responseBodySize ?? 0;
  };
  browser.context.on('requestfinished', count);
  const start = processorSeconds();
  const first = await browser.open(`${address}/replay?t=30000`);
  await shown(first);
  const prepared = processorSeconds() - start;
  // The browser says sizes a little later.
  await first.waitForTimeout(100);
  browser.context.off('requestfinished', count);
  await first.close();

  const page = await browser.open(address);
  await page.getByRole('link', { name: 'Replay', exact: true }).first().waitFor();
  const clicked = performance.now();
  await page.getByRole('link', { name: 'Replay', exact: true }).first().click();
  await shown(page);
  const opening = performance.now() - clicked;
  const jumps = await page.evaluate(jump, JUMPS);
  await page.getByRole('button', { name: 'Play' }).click();
  const frames = await page.evaluate(countFrames, PLAYED_SECONDS * 1000);
  await page.close();
  const work = `replay of ${what}`;
  return [
    { work: `${work} prepared by the server`, ours: prepared, unit: 's' },
    { work: `${work}: click to people, by the clock`, ours: opening / 1000, unit: 's' },
    { work: `${work}: bytes with the app`, ours: bytes / 1e6, unit: 'MB' },
    { work: `${work}: jump, by the clock`, ours: median(jumps), unit: 'ms' },
    { work: `${work}: a frame, by the clock`, ours: (1000 * PLAYED_SECONDS) / frames, unit: 'ms' },
  ];
}

/** Milliseconds from a change of the time bar to the frame of that time. Runs in the page. */
async function jump(times: number): Promise<number[]> {
  const taken: number[] = [];
  for (let i = 0; i < times; i++) {
    const slider = document.querySelector('input[type=range]');
    const begin = performance.now();
    slider.value = String(((i * 37) % 90) * 900 + 450);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    while (document.querySelector('.stage').dataset.shown !== slider.value && performance.now() < begin + 5000)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    taken.push(performance.now() - begin);
  }
  return taken;
}

/** Runs in the page. */
async function countFrames(milliseconds: number): Promise<number> {
  const begin = performance.now();
  let frames = 0;
  while (performance.now() - begin < milliseconds) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    frames++;
  }
  return frames;
}

async function calls(browser: Browser, address: string): Promise<Row[]> {
  const begin = performance.now();
  const page = await browser.open(address);
  await page.locator('.call-head').first().waitFor({ timeout: 600_000 });
  const indexed = performance.now() - begin;
  const taken: number[] = [];
  for (const person of [3, 5, 8]) {
    const asked = performance.now();
    const answer = page.waitForResponse((response) => response.url().includes(`person=${person}`));
    await page
      .getByLabel(/person/i)
      .first()
      .fill(String(person));
    await answer;
    taken.push(performance.now() - asked);
  }
  await page.close();
  const work = `${CALLS} calls`;
  return [
    { work: `${work} opened, by the clock`, ours: indexed / 1000, unit: 's' },
    { work: `${work} searched by person, by the clock`, ours: median(taken), unit: 'ms' },
  ];
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

function writeDataset(folder: string, people: number): void {
  mkdirSync(folder, { recursive: true });
  const map = synthesizeCity({ seed: 1, size: 'city' });
  const random = new Random(1);
  const place = () => map.aois.id[Math.floor(random.next() * map.aois.count)]!;
  const profiles = Array.from({ length: people }, (_, n) => ({ id: n + 1, home: place(), work: place() }));
  writeFileSync(join(folder, 'map.pb'), writeMap(map));
  writeFileSync(join(folder, 'profiles.json'), JSON.stringify(profiles));
}

/** Writes a record of calls, a thousand per person. */
function writeCalls(path: string): void {
  for (let from = 0; from < CALLS; from += 10_000) {
    let text = '';
    for (let n = from; n < from + 10_000; n++) text += callLine(n);
    appendFileSync(path, text);
  }
}

function callLine(n: number): string {
  const messages = [{ role: 'user', content: `The person of call ${n}, what do you do next?` }];
  return `${JSON.stringify({
    person: (n % 1000) + 1,
    sequence: Math.floor(n / 1000),
    hash: n.toString(16).padStart(32, '0'),
    day: 0,
    t: 14_401 + (n % 96) * 900,
    at: 0,
    model: 'model',
    source: 'provider',
    inputTokens: 20,
    outputTokens: 5,
    cost: 0,
    milliseconds: 500,
    retries: 0,
    failed: false,
    request: { messages, temperature: 1 },
    answer: { content: 'I go home.', toolCalls: [], finishReason: 'stop' },
  })}\n`;
}

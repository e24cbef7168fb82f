import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Library, serve } from '@itinera/viewer';
import type { CDPSession } from 'playwright-core';
import { type Browser, openBrowser } from '../../packages/viewer/src/browser/chromium.fixture.js';
import { animatedWebp } from './animated-webp.js';
import { CITIES, type CityPicture, simulateCity } from './cities.js';
import { drawDiaryCalls } from './draw-diary-calls.js';
import { drawGeobleu } from './draw-geobleu.js';
import { drawMap } from './draw-map.js';
import { closedBridge, HONOLULU, MONACO, recordPicture, YJMOB } from './picture-sources.js';

// Takes the pictures of the pages, in docs/images: npm run pictures, or npm run pictures -- tutorial for those whose names
// start with "tutorial". Records what each shows, so that a test can report stale ones. Needs Chromium, Python, and
// real data under ITINERA_DATA for six of them.
const root = process.cwd();
const program = join(root, 'packages', 'asbench', 'bin', 'asbench.js');
const QUALITY = 82;
/** People of City at night. */
const PEOPLE = 20_000;
/** Runs of DailyMobility before the tutorial's. */
const DAILY_RUNS = 2;
const MOVING = {
  quality: 42,
  frames: 64,
  from: 4.5 * 3600,
  to: 22.5 * 3600,
  milliseconds: 130,
  width: 800,
  height: 500,
};
/** Bytes of the moving picture, the largest of a page. */
const MOST_MOVING_BYTES = 2e6;
const MOST_BYTES = 4e6;

/** Pictures of pages: name, address, colours, and the element to wait for. */
const STILLS = [
  { name: 'viewer-scores', place: 'run/daily-mobility-2', dark: false, seen: '.quantity svg.plot' },
  { name: 'viewer-storm', place: 'run/hurricane-mobility-1', dark: true, seen: '.costly' },
  { name: 'viewer-person', place: 'run/daily-mobility-2/person/1', dark: false, seen: '.person-map canvas' },
] as const;

/** Pictures of the tutorial: the chart of one quantity in the run of one step. */
const FIGURES = [
  { name: 'tutorial-1', step: 1, quantity: '#jsd_intention_sequences' },
  { name: 'tutorial-2', step: 2, quantity: '#jsd_intention_proportions' },
  { name: 'tutorial-3', step: 3, quantity: '#jsd_daily_location_numbers' },
] as const;

/** Pictures of maps: name, and the command that creates the map; null without its data. */
const MAPS: Readonly<Record<string, readonly string[] | null>> = {
  'synthetic-town': ['synth', '--seed', '1', '--size', 'town'],
  monaco: MONACO === null ? null : ['build', MONACO, '--name', 'Monaco'],
};

interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Pixels of the picture per pixel of the page. */
  readonly scale: number;
}

const made: string[] = [];
const wanted = (name: string) => name.startsWith(process.argv[2] ?? '');
const folder = mkdtempSync(join(tmpdir(), 'itinera pictures '));
const home = join(folder, 'home');
const browser = await openBrowser();
try {
  writeFileSync(join(folder, 'llm.yml'), 'llm: [{provider: scripted}]\n');
  for (const [name, make] of Object.entries(MAPS)) {
    if (!wanted(name)) continue;
    if (make === null)
      process.stdout.write(`docs/images/${name}.png is unchanged: it needs real data under ITINERA_DATA.\n`);
    else keep(`docs/images/${name}.png`, drawMap(program, folder, name, make));
  }
  if (wanted('geobleu')) keep('docs/geobleu.svg', Buffer.from(drawGeobleu()));
  if (wanted('diary-calls'))
    keep('docs/images/diary-calls.svg', Buffer.from(drawDiaryCalls(readFileSync('lab/tables/diary.md', 'utf8'))));
  if (wanted('measures-ditras')) measureDitras();
  if (wanted('close-a-bridge')) closeBridge();
  for (const city of CITIES) if (wanted(city.name)) await takeCity(browser, city);
  const ofViewer = STILLS.some(({ name }) => wanted(name));
  if (ofViewer) makeRuns();
  const night = wanted('viewer-replay') ? makeNight() : null;
  for (const { step, name } of FIGURES)
    if (wanted(name))
      asbench('DailyMobility', '--agent', join(root, 'examples', 'tutorial', `step_${step}.py`), '--demo');
  const viewer = await serve(new Library({ runs: join(home, 'runs'), home }));
  try {
    let bytes = 0;
    if (night) bytes += await takeNight(browser, `${viewer.address}#/run/${night}/replay`);
    for (const still of STILLS) if (wanted(still.name)) bytes += await takeStill(browser, viewer.address, still);
    const before = ofViewer ? DAILY_RUNS : 0;
    for (const figure of FIGURES)
      if (wanted(figure.name))
        bytes += await takeFigure(browser, `${viewer.address}#/run/daily-mobility-${before + figure.step}`, figure);
    if (bytes > MOST_BYTES) throw new Error(`The pictures have ${bytes} bytes; keep them under ${MOST_BYTES}.`);
  } finally {
    await viewer.close();
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
for (const file of made) await recordPicture(file);

function asbench(...args: string[]): void {
  execFileSync(process.execPath, [program, '--home-dir', home, 'run', ...args], { cwd: folder, stdio: 'ignore' });
}

/** The example of docs/measures.md: people with odd and even ids of a sample. */
function measureDitras(): void {
  const file = 'docs/measures-ditras.svg';
  if (YJMOB === null) {
    process.stdout.write(`${file} is unchanged: it needs real data under ITINERA_DATA.\n`);
    return;
  }
  const [head, ...rows] = gunzipSync(readFileSync(YJMOB)).toString().trimEnd().split('\n');
  const half = (rest: number) => [head, ...rows.filter((row) => Number.parseInt(row, 10) % 2 === rest)].join('\n');
  writeFileSync(join(folder, 'a.csv'), half(0));
  writeFileSync(join(folder, 'b.csv'), half(1));
  for (const words of [
    ['data', 'generate', 'ditras', '--train', 'b.csv', '--people', '500', '--days', '40', '-o', 'ditras.csv'],
    ['measure', 'a.csv', 'ditras.csv', '--train', 'b.csv', '-o', 'report'],
  ])
    execFileSync(process.execPath, [program, ...words], { cwd: folder, stdio: 'ignore' });
  keep(file, readFileSync(join(folder, 'report', 'measures.svg')));
}

/** The example of docs/what-if.md. */
function closeBridge(): void {
  writeFileSync(join(folder, 'bridge.yml'), closedBridge());
  const simulate = ['simulate', '--map', 'city.pb', '--profiles', 'people', '--days', '1'];
  for (const words of [
    ['map', 'synth', '--size', 'village', '-o', 'city.pb'],
    ['data', 'people', '--map', 'city.pb', '-n', '200', '-o', 'people'],
    simulate,
    [...simulate, '--scenario', 'bridge.yml'],
    ['runs', 'compare', 'simulation-1d-900s-1', 'simulation-1d-900s-2', '-o', 'difference.svg'],
  ])
    execFileSync(process.execPath, [program, '--home-dir', join(folder, 'bridge'), ...words], {
      cwd: folder,
      stdio: 'ignore',
    });
  keep('docs/images/close-a-bridge.svg', readFileSync(join(folder, 'difference.svg')));
}

function makeRuns(): void {
  asbench('DailyMobility');
  asbench('DailyMobility', '--agent', 'diarist', '--demo', '-c', join(folder, 'llm.yml'));
  asbench('HurricaneMobility', '--people', '300');
}

/** Takes one card of a page, as wide as a page of text. */
async function takeFigure(
  { open }: Browser,
  address: string,
  { name, quantity }: (typeof FIGURES)[number],
): Promise<number> {
  const page = await open(address, { width: 760 });
  await page.locator(`${quantity} svg.plot`).first().waitFor();
  await page.waitForTimeout(500);
  const { x, y, width, height } = (await page.locator(quantity).boundingBox())!;
  const session = await page.context().newCDPSession(page);
  const picture = await capture(session, { quality: QUALITY, clip: { x, y, width, height, scale: 1 } });
  await page.close();
  return keep(`docs/images/${name}.webp`, picture);
}

async function takeStill(
  { open }: Browser,
  address: string,
  { name, place, dark, seen }: (typeof STILLS)[number],
): Promise<number> {
  const page = await open(`${address}#/${place}`, { dark });
  await page.locator(seen).first().waitFor();
  await page.locator('.loading').waitFor({ state: 'detached' });
  await page.waitForTimeout(500);
  const picture = await capture(await page.context().newCDPSession(page), { quality: QUALITY });
  await page.close();
  return keep(`docs/images/${name}.webp`, picture);
}

/** Takes a page about a simulated city. */
async function takeCity({ open }: Browser, city: CityPicture): Promise<void> {
  const file = `docs/images/${city.name}.webp`;
  const made = simulateCity(program, folder, city);
  if (made === null) {
    process.stdout.write(`${file} is unchanged: it needs real data under ITINERA_DATA.\n`);
    return;
  }
  const viewer = await serve(new Library({ runs: join(made.home, 'runs'), home: made.home }));
  try {
    const page = await open(`${viewer.address}#/${city.at(made.runs)}`, { dark: city.dark });
    await page.locator(city.seen).first().waitFor({ timeout: 600_000 });
    if (city.click) await page.getByRole('button', { name: city.click }).first().click();
    await page.waitForTimeout(2500);
    const clip = { x: 0, y: 0, width: 1280, height: city.height, scale: 0.75 };
    const picture = await capture(await page.context().newCDPSession(page), { quality: QUALITY, clip });
    await page.close();
    keep(file, picture);
  } finally {
    await viewer.close();
  }
}

/** Simulates a day of Honolulu. @returns the name of the run; null without its map */
function makeNight(): string | null {
  if (HONOLULU === null) {
    process.stdout.write('docs/images/viewer-replay.webp is unchanged: it needs real data under ITINERA_DATA.\n');
    return null;
  }
  const people = ['-n', String(PEOPLE)];
  for (const words of [
    ['map', 'build', HONOLULU, '--name', 'Honolulu', '-o', 'honolulu.pb'],
    ['data', 'people', '--map', 'honolulu.pb', ...people, '-o', 'profiles.json'],
    [
      'simulate',
      '--map',
      'honolulu.pb',
      '--profiles',
      'profiles.json',
      ...people,
      '--days',
      '1',
      '--congestion',
      'off',
    ],
  ])
    execFileSync(process.execPath, [program, '--home-dir', home, ...words], { cwd: folder, stdio: 'ignore' });
  return readdirSync(join(home, 'runs')).find((name) => name.startsWith('simulation'))!;
}

/** City at night: pictures that the page saves, with title, clock and the credit of the map, one after the other. */
async function takeNight({ open }: Browser, address: string): Promise<number> {
  const { width, height, from, to } = MOVING;
  const page = await open(`${address}?t=${from}&night=on`);
  await page.locator('.stage[data-shown]').waitFor({ timeout: 600_000 });
  await page.locator('.stage-box').evaluate(resize, [`${width}px`, `${height}px`] as const);
  await page.waitForTimeout(1000);
  const frame = await open('about:blank');
  await frame.setViewportSize({ width, height });
  const session = await frame.context().newCDPSession(frame);
  const frames: Buffer[] = [];
  for (let n = 0; n < MOVING.frames; n++) {
    const time = Math.round((from + ((to - from) * n) / MOVING.frames) / 60) * 60;
    await page.getByRole('slider', { name: 'Time' }).evaluate(moveTo, String(time));
    await page.locator(`.stage[data-shown="${time}"]`).waitFor();
    await page.waitForTimeout(400);
    const waits = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save a picture' }).click();
    const png = readFileSync(await (await waits).path()).toString('base64');
    await frame.setContent(
      `<body style="margin:0"><img width=${width} height=${height} src="data:image/png;base64,${png}">`,
    );
    frames.push(await capture(session, { quality: MOVING.quality, clip: { x: 0, y: 0, width, height, scale: 1 } }));
  }
  await page.close();
  const picture = animatedWebp({ frames, millisecondsAFrame: MOVING.milliseconds });
  if (picture.length > MOST_MOVING_BYTES)
    throw new Error(`City at night has ${picture.length} bytes; use fewer frames.`);
  return keep('docs/images/viewer-replay.webp', picture);
}

/** Runs in the page. */
function resize(box: object, [width, height]: readonly [string, string]): void {
  Object.assign((box as { style: object }).style, { width, height });
}

/** Moves a slider without focusing it. Runs in the page. */
function moveTo(slider: object, value: string): void {
  Object.assign(slider, { value });
  (slider as EventTarget).dispatchEvent(new Event('input', { bubbles: true }));
}

/** Takes a screenshot as WebP. */
async function capture(session: CDPSession, options: { quality: number; clip?: Clip }): Promise<Buffer> {
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    captureBeyondViewport: true,
    ...options,
  });
  return Buffer.from(data, 'base64');
}

/** @returns its size in bytes */
function keep(file: string, picture: Buffer): number {
  writeFileSync(join(root, file), picture);
  made.push(file);
  process.stdout.write(`${file}: ${Math.round(picture.length / 1000)} kB\n`);
  return picture.length;
}

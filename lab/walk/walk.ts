import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Library, serve } from '@itinera/viewer';
import type { Page } from 'playwright-core';
import { openBrowser } from '../../packages/viewer/src/browser/chromium.fixture.js';
import { axeFaults, cutTexts } from '../../packages/viewer/src/browser/page-checks.fixture.js';
import { API, fill, PAGES } from '../../packages/viewer/src/wire/addresses.js';
import type { Listing, RunItem } from '../../packages/viewer/src/wire/runs.js';

// Opens every page and state of the viewer for the runs of a home, light and dark, wide and narrow; takes a picture of each, and
// prints what axe finds and which texts are cut: npm run walk -- HOME FOLDER [text in the names of the pages].
const [home, folder, wanted = ''] = process.argv.slice(2);
if (home === undefined || folder === undefined) throw new Error('Usage: npm run walk -- HOME FOLDER [page]');
const MOST_HEIGHT = 4000;
const LOOKS = [
  { width: 1440, dark: false },
  { width: 1440, dark: true },
  { width: 390, dark: false },
  { width: 390, dark: true },
] as const;

/** A page or state: its name, its address after `#/`, and the change of the server's answers that causes the state. */
interface Place {
  readonly name: string;
  readonly at: string;
  readonly change?: (page: Page) => Promise<unknown>;
  /** Whether data never arrive. */
  readonly isLoading?: boolean;
}

mkdirSync(folder, { recursive: true });
const viewer = await serve(new Library({ runs: join(home, 'runs'), home }));
const browser = await openBrowser();
let faults = 0;
try {
  const listing = (await (await fetch(`${viewer.address}api/${API.runs.at({})}`)).json()) as Listing;
  for (const place of placesOf(listing)) if (place.name.includes(wanted)) await take(place);
} finally {
  await browser.close();
  await viewer.close();
}
process.stdout.write(`${faults} faults\n`);

function placesOf({ runs, scorings, flows, measures }: Listing): Place[] {
  const shown = runs.filter(({ trouble }) => trouble === null);
  return [
    { name: 'runs', at: '' },
    { name: 'runs by agent', at: `?group=agent&chosen=${shown[0]?.name}` },
    ...shown.flatMap(placesOfRun),
    ...pairsOf(shown).flatMap(([a, b]) =>
      ['', '/map', '/map?view=people', '/people', '/replay', '/setup', '/person/1'].map((view) => ({
        name: `compare ${a} ${b} ${view}`,
        at: `${fill(PAGES.comparison, { a, b })}${view}`,
      })),
    ),
    {
      name: 'several',
      at: `${PAGES.several}?runs=${shown
        .slice(0, 3)
        .map(({ name }) => encodeURIComponent(name))
        .join('/')}`,
    },
    ...scorings.flatMap(({ name }) => [
      { name: `scoring ${name}`, at: fill(PAGES.scoring, { scoring: name }) },
      { name: `scoring user ${name}`, at: fill(PAGES.scoringUser, { scoring: name, user: 1 }) },
    ]),
    ...flows.map(({ name }) => ({ name: `flows ${name}`, at: fill(PAGES.keptFlows, { scoring: name }) })),
    ...measures.map(({ name }) => ({ name: `measures ${name}`, at: fill(PAGES.measures, { report: name }) })),
    ...statesOf(shown[0]?.name ?? ''),
  ];
}

function placesOfRun({ name: run, calls }: RunItem): Place[] {
  const own = fill(PAGES.run, { run });
  return [
    ...['', '/people', '/about', '/person/1', '/summary', ...(calls === 0 ? [] : ['/calls'])].map((view) => ({
      name: `run ${run} ${view}`,
      at: `${own}${view}`,
    })),
    ...[
      '?t=30600',
      '?t=30600&layer=heat',
      '?t=30600&layer=flows',
      '?t=30600&layer=traffic',
      '?t=30600&follow=2',
      '?t=30600&night=on',
    ].map((query) => ({
      name: `run ${run} replay ${query}`,
      at: `${own}/replay${query}`,
    })),
  ];
}

/** The first two runs of each task. */
function pairsOf(runs: readonly RunItem[]): (readonly [string, string])[] {
  const tasks = new Set(runs.map(({ task }) => task));
  return [...tasks].flatMap((task) => {
    const [a, b] = runs.filter((run) => run.task === task);
    return a && b ? [[a.name, b.name] as const] : [];
  });
}

function statesOf(run: string): Place[] {
  const answers = (status: number, body: unknown) => (page: Page) =>
    page.route('**/api/**', (route) => route.fulfill({ status, body: JSON.stringify(body) }));
  const nothing = { folder: 'runs', runs: [], sweeps: [], scorings: [], flows: [], measures: [] };
  const own = fill(PAGES.run, { run });
  const error = { error: `runs/${run}/statuses/00000.arrow is damaged: it ends within a column.` };
  return [
    { name: 'state no runs', at: '', change: answers(200, nothing) },
    { name: 'state no match', at: '?q=nothing' },
    { name: 'state no page', at: 'no/such/page' },
    ...['', own, `${own}/people`, `${own}/replay`].flatMap((at) => [
      { name: `state loading ${at}`, at, isLoading: true, change: (page: Page) => page.route('**/api/**', () => {}) },
      { name: `state error ${at}`, at, change: answers(500, error) },
      { name: `state lost ${at}`, at, change: (page: Page) => page.route('**/api/**', (route) => route.abort()) },
    ]),
  ];
}

async function take({ name, at, change, isLoading }: Place): Promise<void> {
  const page = await browser.open('about:blank');
  await change?.(page);
  const report = (fault: string) => {
    faults++;
    process.stdout.write(`${name}${fault}\n`);
  };
  const file = name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 90);
  for (const { width, dark } of LOOKS) {
    const look = `${width}-${dark ? 'dark' : 'light'}`;
    try {
      await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${viewer.address}#/${at}`);
      await page.locator('h1, .state, .loading').first().waitFor();
      if (!isLoading) await page.locator('.loading').first().waitFor({ state: 'detached' });
      if (await page.locator('.stage').count()) await page.locator('.stage[data-shown]').first().waitFor();
      await page.waitForTimeout(400);
      for (const fault of [...(await axeFaults(page)), ...(await cutTexts(page))]) report(`, ${look}: ${fault}`);
      const wide = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
      if (wide > 0) report(`, ${look}: ${wide} pixels too wide`);
      const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
      const clip = { x: 0, y: 0, width, height: Math.min(MOST_HEIGHT, Math.max(900, height)) };
      writeFileSync(join(folder!, `${file}-${look}.png`), await page.screenshot({ fullPage: true, clip }));
    } catch (error) {
      report(`, ${look}: ${(error as Error).message.split('\n')[0]}`);
    }
  }
  await page.close();
  for (const fault of browser.faults()) if (!change) report(`: ${fault}`);
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { asbench, testFolder } from '../../asbench/src/commands/asbench.fixture.js';
import { type Browser, leavesOutChromium, openBrowser } from '../../viewer/src/browser/chromium.fixture.js';
import { sampleFiles } from './jobs/sample.js';
import { builtPlayground } from './playground.fixture.js';
import { checkSimulation, expectToFit } from './simulate/simulate-checks.fixture.js';

/** The built pages, opened as files: there is no server. */
let site: string;
const folder = testFolder();
const path = (name: string) => join(folder, name);
let browser: Browser;
let page: Page;

beforeAll(async () => {
  if (leavesOutChromium) return;
  site = await builtPlayground();
  browser = await openBrowser();
  await browser.context.setOffline(true);
  page = await browser.open(pathToFileURL(join(site, 'files.html')).href);
});
afterEach(() => {
  if (!leavesOutChromium) expect(browser.faults()).toEqual([]);
});
afterAll(async () => {
  await browser?.close();
});

const inChromium = test.skipIf(leavesOutChromium);

/** Opens a tab with its settings, without files. */
async function open(address: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(pathToFileURL(join(site, 'files.html')).href + address);
}

interface Dropped {
  readonly name: string;
  readonly text: string;
  /** How often the text is repeated. */
  readonly times?: number;
}

/** Drops files onto the page. */
const drop = (...files: Dropped[]) =>
  page.evaluate((list) => {
    const dataTransfer = new DataTransfer();
    for (const { name, text, times = 1 } of list)
      dataTransfer.items.add(new File(new Array<Blob>(times).fill(new Blob([text])), name));
    document
      .querySelector('.drop')!
      .dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, files);

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const trouble = () => page.getByRole('alert').locator('p').textContent();

async function saved(name: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), press(`Save ${name}`)]);
  expect(download.suggestedFilename()).toBe(name);
  return readFileSync(await download.path(), 'utf8');
}

/** A result with 9 digits per number: engines of JavaScript round logarithms and sines differently, in the 16th, and sums of them earlier. */
const digits = (json: string): unknown =>
  JSON.parse(json, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(9)) : value));

/** The text of sample files, which are also written for the command line. */
async function samples(job: 'score' | 'measure', isFlows: boolean): Promise<Dropped[]> {
  const files = Object.entries(sampleFiles(job, isFlows));
  return Promise.all(
    files.map(async ([role, file]) => {
      const all = await file.text();
      // Of steps, a few people are enough.
      const text = isFlows
        ? all
        : all
            .split('\n')
            .filter((line) => !(Number(line.split(',')[0]) >= 9))
            .join('\n');
      const name = `${role}.${isFlows ? 'tsv' : 'csv'}`;
      writeFileSync(path(name), text);
      return { name, text };
    }),
  );
}

inChromium('the page for files is small, fits a phone in both themes, and shows a result in one click', async () => {
  expect(gzipSync(readFileSync(join(site, 'files.html'))).length).toBeLessThan(1e6);
  await press('Try with made-up data');
  await page.getByText('SYNTHETIC data: this says nothing about reality').waitFor();
  const { stdout } = await asbench(folder, 'humob', 'score', '--sample', '--json');
  expect(await page.locator('.headline-score .middle').first().textContent()).toBe(
    JSON.parse(stdout).geobleu.toFixed(4),
  );
  expect(digits(await saved('synthetic-score.json'))).toEqual(digits(stdout));
  await page
    .getByRole('link', { name: /^user \d+$/ })
    .first()
    .click();
  await page.getByRole('heading', { name: /user/i }).first().waitFor();
  await page.goBack();
  await page.getByText('SYNTHETIC data: this says nothing about reality').waitFor();
  await expectToFit(page, 1280);
});

inChromium('two dropped files are scored with the digits of the command line', async () => {
  const files = await samples('score', false);
  await open('#/score?year=2023&seed=5');
  await drop(...files);
  await press('Score');
  const options = ['--generated', 'submission.csv', '--reference', 'truth.csv', '--year', '2023', '--seed', '5'];
  expect(digits(await saved('score.json'))).toEqual(
    digits((await asbench(folder, 'humob', 'score', ...options, '--json')).stdout),
  );
});

inChromium('two dropped files of flows are scored and validated with the digits of the command line', async () => {
  const files = await samples('score', true);
  await open('#/score?year=2026');
  await drop(...files);
  await press('Score');
  const year = ['--year', '2026', '--json'];
  const score = await asbench(folder, 'humob', 'score', 'submission.tsv', '--reference', 'truth.tsv', ...year);
  expect(digits(await saved('score.json'))).toEqual(digits(score.stdout));
  await open('#/validate?task=2026');
  writeFileSync(path('part.tsv'), files[0]!.text.slice(0, 9e5));
  await drop({ name: 'part.tsv', text: files[0]!.text.slice(0, 9e5) });
  await press('Validate');
  await page.getByRole('heading', { name: /part\.tsv: the organisers’ validator rejects it/ }).waitFor();
  expect(await saved('validation.json')).toBe((await asbench(folder, 'humob', 'validate', 'part.tsv', ...year)).stdout);
});

inChromium('two dropped files are measured with the digits of the command line', async () => {
  const files = await samples('measure', false);
  await open('#/measure?places=grid:1000');
  await drop(...files);
  await press('Measure');
  const options = ['real.csv', 'generated.csv', '--places', 'grid:1000', '--json'];
  expect(digits(await saved('measures.json'))).toEqual(digits((await asbench(folder, 'measure', ...options)).stdout));
});

inChromium('a task can be cancelled, and the page reacts while it runs', async () => {
  await open('#/score');
  const lines = Array.from({ length: 30_000 }, (_, i) => `${i},60,${i % 48},5,5\n`).join('');
  await drop({ name: 'large.csv', text: lines, times: 500 }, { name: 'truth.csv', text: lines });
  await press('Score');
  await page.getByRole('status').getByText('reading large.csv').waitFor();
  await page.getByLabel('seed').fill('3');
  await press('Cancel');
  await page.getByRole('status').waitFor({ state: 'detached' });
  expect(await page.getByRole('alert').count()).toBe(0);
});

inChromium('files that cannot be used get one line, whatever their names', async () => {
  const good = { name: 'good.csv', text: '1,60,1,5,5\n' };
  const hostile = '<img src=x onerror=alert(1)>\u202e';
  for (const [file, message] of [
    [
      { name: `${hostile}.csv`, text: 'uid,d,t,x,y\n1,60,1,here,5\n' },
      '<img src=x onerror=alert(1)>.csv: line 2: x is "here"',
    ],
    [{ name: `${'long'.repeat(2500)}.csv`, text: '' }, /^(long){10}….*\.csv: the file is empty/],
    [{ name: 'huge.csv', text: 'x,'.repeat(5e6), times: 250 }, 'huge.csv has 2.5 gigabytes, more than the 2 gigabytes'],
    [{ name: 'half.gz', text: '\u001f\u008b' }, 'half.gz'],
  ] as const) {
    await open('#/score');
    await drop(file, good);
    await press('Score');
    expect(await trouble()).toEqual(
      typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
    );
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(1280);
  }
  await drop(good, good, good, good);
  expect(await trouble()).toBe('4 files were dropped, but at most 3 are needed here. Drop fewer.');
});

inChromium('links that leave the folder are addresses of the web', async () => {
  await open('#/score');
  const hrefs = await page.locator('.top a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(hrefs.length).toBeGreaterThan(0);
  for (const href of hrefs) expect(href).toMatch(/^(https?:|index\.html$)/);
});

inChromium('a button that is disabled and a file that belongs elsewhere say so', async () => {
  await open('#/score');
  await page.getByText('Missing: Submission, Ground truth.').waitFor();
  expect(await page.getByRole('button', { name: 'Score', exact: true }).isDisabled()).toBe(true);
  await drop({ name: 'flows.tsv', text: '20240201\t{}\n' });
  await page.getByText('flows.tsv contains daily flows: choose 2026 as the year.').waitFor();
  await page.getByText('Missing: Ground truth.').waitFor();
  await drop({ name: 'truth.tsv', text: '20240201\t{}\n' });
  await page.getByText('Missing').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Score', exact: true }).click();
  await page.getByText('This did not work').waitFor();
  await page.getByText('flows.tsv contains daily flows: choose 2026 as the year.').waitFor();
  await page.locator('#setting-year').selectOption('2026');
  await page.getByText('choose 2026').waitFor({ state: 'detached' });
});

inChromium('the page loads nothing, sends nothing and runs no other code', async () => {
  const refused = await page.evaluate(async () => {
    const directives: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) =>
      directives.push((event as Event & { effectiveDirective: string }).effectiveDirective),
    );
    await fetch('https://example.org').catch(() => undefined);
    new Image().src = 'https://example.org/image.png';
    const script = document.createElement('script');
    script.append('globalThis.injected = true');
    document.body.append(script);
    // Violations are reported later; ten seconds are enough on any machine.
    for (let i = 0; i < 500 && new Set(directives).size < 3; i++)
      await new Promise((resolve) => setTimeout(resolve, 20));
    return { directives: [...new Set(directives)].sort(), injected: 'injected' in globalThis };
  });
  expect(refused).toEqual({
    directives: ['connect-src', 'img-src', 'require-trusted-types-for'],
    injected: false,
  });
  expect(browser.faults().length).toBeGreaterThan(0);
});

checkSimulation({
  test: inChromium,
  browser: () => browser,
  address: () => pathToFileURL(join(site, 'index.html')).href,
  folder,
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testFolder } from '../../../asbench/src/commands/asbench.fixture.js';
import { type Browser, leavesOutChromium, openBrowser } from '../../../viewer/src/browser/chromium.fixture.js';
import { checkSimulation } from './simulate-checks.fixture.js';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const { buildPlayground } = (await import(pathToFileURL(join(root, 'scripts', 'build', 'playground.js')).href)) as {
  readonly buildPlayground: (folder: string) => Promise<string[]>;
};
const site = mkdtempSync(join(tmpdir(), 'playground '));
const folder = testFolder();
let browser: Browser;
const inChromium = test.skipIf(leavesOutChromium);
beforeAll(async () => {
  if (leavesOutChromium) return;
  await buildPlayground(site);
  browser = await openBrowser();
  await browser.context.setOffline(true);
});
afterEach(() => {
  if (!leavesOutChromium) expect(browser.faults()).toEqual([]);
});
afterAll(async () => {
  await browser?.close();
  rmSync(site, { recursive: true, force: true });
});
checkSimulation({
  test: inChromium,
  browser: () => browser,
  address: () => pathToFileURL(join(site, 'simulate.html')).href,
  folder,
});

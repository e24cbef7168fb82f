import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

/** Names of Chromium; first the one without windows, which takes two thirds of the processor time. */
const PROGRAMS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

/** The Chromium of these tests: `CHROMIUM`, or the first one on the PATH; undefined if there is none. */
export const chromiumPath =
  process.env.CHROMIUM ||
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => PROGRAMS.map((name) => join(folder, name)))
    .find((path) => existsSync(path));

/** Whether tests in Chromium are skipped: it is missing, and `ITINERA_TEST_CHROMIUM` does not require one. */
export const leavesOutChromium = chromiumPath === undefined && !process.env.ITINERA_TEST_CHROMIUM;
if (leavesOutChromium) console.warn('Skipped: tests in Chromium. Install Chromium, or set CHROMIUM to its path.');

/**
 * Time limit of a step in the browser: far below that of a test, so that what is missing is named and does not hold up all
 * other tests. No step takes a quarter of it.
 */
const LIMIT_MILLISECONDS = 150_000;

/**
 * Disables requests of the browser itself; pages and WebGL are drawn by the processor, as on machines without a
 * graphics card. One process for all pages of a site: otherwise every navigation starts one, a quarter of all time.
 */
const FLAGS = [
  '--no-sandbox',
  '--process-per-site',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-compositing',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser that records errors of its pages, and requests to other machines. */
export interface Browser {
  readonly context: BrowserContext;
  /** Returns the errors since the last call. */
  readonly faults: () => string[];
  readonly open: (address: string, options?: { width?: number; dark?: boolean }) => Promise<Page>;
  readonly close: () => Promise<void>;
}

/** @throws Error if there is no Chromium */
export async function openBrowser(): Promise<Browser> {
  if (chromiumPath === undefined)
    throw new Error('Chromium not found. Install it (apt-get install chromium), or set CHROMIUM to its path.');
  const profile = mkdtempSync(join(tmpdir(), 'itinera chromium '));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath,
    headless: true,
    args: FLAGS,
    timeout: LIMIT_MILLISECONDS,
  });
  context.setDefaultTimeout(LIMIT_MILLISECONDS);
  let faults: string[] = [];
  context.on('weberror', (error) => faults.push(error.error().message));
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') faults.push(`request to ${request.url()}`);
  });
  return {
    context,
    faults: () => {
      const found = faults;
      faults = [];
      return found;
    },
    open: async (address, { width = 1280, dark = false } = {}) => {
      const page = await context.newPage();
      await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
      await page.setViewportSize({ width, height: 800 });
      await page.goto(address);
      return page;
    },
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

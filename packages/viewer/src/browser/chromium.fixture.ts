import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Flags: no outside calls of the browser's own; pages by the processor, as where there is no graphics card, and WebGL too. */
const FLAGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-compositing',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser whose pages may not make errors, nor ask anybody but the machine itself. */
export interface Browser {
  readonly context: BrowserContext;
  /** Everything that went wrong since it was last asked. */
  readonly faults: () => string[];
  /** Bytes that came over the line since it was last asked. */
  readonly transferred: () => Promise<number>;
  readonly open: (address: string, options?: { width?: number; dark?: boolean }) => Promise<Page>;
  readonly close: () => Promise<void>;
}

/** @throws Error when there is no Chromium: tests that need it do not pass without. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? PLACES.find((path) => existsSync(path));
  if (executablePath === undefined)
    throw new Error(
      'Chromium is not installed, and these tests need it: apt-get install chromium, or name it by CHROMIUM.',
    );
  const profile = mkdtempSync(join(tmpdir(), 'itinera chromium '));
  const context = await chromium.launchPersistentContext(profile, { executablePath, headless: true, args: FLAGS });
  let faults: string[] = [];
  let bytes = 0;
  context.on('weberror', (error) => faults.push(error.error().message));
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') faults.push(`asks ${request.url()}`);
  });
  context.on('requestfinished', async (request) => {
    const sizes = await request.sizes().catch(() => null);
    bytes += sizes?.responseBodySize ?? 0;
  });
  return {
    context,
    faults: () => {
      const found = faults;
      faults = [];
      return found;
    },
    transferred: async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      const sum = bytes;
      bytes = 0;
      return sum;
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

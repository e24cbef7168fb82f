import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { writeMap } from '@itinera/city';
import { synthesizeCity } from '@itinera/city-build';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, leavesOutChromium, openBrowser } from '../packages/viewer/src/browser/chromium.fixture.js';

const root = join(import.meta.dirname, '..');
// Inside the clone, so that the bundlers find the packages; gone after the tests.
const folder = mkdtempSync(join(root, 'node_modules', '.browser '));
const entry = join(folder, 'page.js');
const bytes = writeMap(synthesizeCity({ seed: 1, size: 500 }));

/**
 * The script of a page: reads a map, searches it, routes, and moves a walking person. The same code runs in this
 * process.
 */
const PROGRAM = `
const map = city.readMap(bytes);
const places = new city.Places(map);
const [from, to] = [places.allAois()[0], places.allAois().at(-1)];
const world = city.createWorld(map);
world.addPerson(1, from.id);
world.setSchedule(1, [{ mode: city.TripMode.WALK_ONLY, aoiId: to.id, departure: 0 }]);
world.advance(7_200_000);
const near = places.nearestPois({ x: 0, y: 0 }, 3).map(({ id }) => id);
return JSON.stringify({ lanes: map.lanes.count, near, ...world.totals(1), events: world.takeEvents(1).map(({ kind }) => kind) });
`;
const expected = new Function('city', 'bytes', PROGRAM) as (city: object, bytes: Uint8Array) => string;

let server: Server;
let browser: Browser | undefined;
const bundles = new Map<string, string>();

beforeAll(async () => {
  writeFileSync(
    entry,
    `import * as city from '@itinera/city/browser';
const bytes = new Uint8Array(await (await fetch('map.pb')).arrayBuffer());
document.title = (() => {${PROGRAM}})();`,
  );
  const built = await esbuild({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
  });
  bundles.set('esbuild', built.outputFiles[0]!.text);
  const { output } = (await vite({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    build: { target: 'es2022', write: false, rolldownOptions: { input: entry } },
  })) as unknown as { output: { code: string }[] };
  bundles.set('vite', output[0]!.code);
  server = createServer((request, response) => {
    const [, name = '', file] = (request.url ?? '').split('/');
    if (file === 'page.js') response.setHeader('content-type', 'text/javascript').end(bundles.get(name));
    else if (file === 'map.pb') response.end(bytes);
    else
      response
        .setHeader('content-type', 'text/html')
        .end('<link rel=icon href=data:><script type=module src=page.js></script>');
  }).listen(0, '127.0.0.1');
});
afterAll(async () => {
  await browser?.close();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each(['esbuild', 'vite'])('%s bundles the city package into one script without Node modules', (name) => {
  expect(bundles.get(name)).toMatch(/readMap|city\.map\.v2/);
  expect(bundles.get(name)).not.toMatch(/["'](node:|fs|worker_threads)/);
});

test.skipIf(leavesOutChromium).each(['esbuild', 'vite'])(
  'bundled by %s, a page in Chromium reads a map, routes and moves people as Node does',
  async (name) => {
    const city = await import('@itinera/city');
    browser ??= await openBrowser();
    const page = await browser.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}/`);
    await page.waitForFunction('document.title.startsWith("{")');
    expect(JSON.parse(await page.title())).toEqual(JSON.parse(expected(city, bytes)));
    expect(JSON.parse(await page.title()).events.length).toBeGreaterThan(1);
    expect(browser.faults()).toEqual([]);
  },
);

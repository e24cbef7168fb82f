import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { asbench } from '../../../asbench/src/commands/asbench.fixture.js';
import { withDemo } from '../../../benchmarks/src/demo.fixture.js';
import type { Browser } from '../../../viewer/src/browser/chromium.fixture.js';
import { axeFaults, cutTexts } from '../../../viewer/src/browser/page-checks.fixture.js';
import { agentOf, flooding, floods, others } from './attacks.fixture.js';
import { packCode } from './shared-agent.js';
import { START_CODE } from './start-code.js';

interface Session {
  /** Defines a test in Chromium. */
  readonly test: (title: string, check: () => Promise<void>) => void;
  readonly browser: () => Browser;
  /** Address of the page. */
  readonly address: () => string;
  /** A folder for files, in which commands run. */
  readonly folder: string;
}

/** Ways out of the sandbox: each must fail, and no request may arrive at the port. */
const escapes = (port: number) => `import { DailyMobilityAgent } from 'itinera';
const to = 'http://127.0.0.1:${port}/';
const heard = (make, good, act = () => {}) => new Promise((done, fail) => {
  const one = make();
  one[good] = done;
  one.onerror = () => fail(new Error());
  act(one);
});
const ways = {
  fetch: () => fetch(to),
  request: () => heard(() => new XMLHttpRequest(), 'onload', (one) => { one.open('GET', to); one.send(); }),
  socket: () => heard(() => new WebSocket(to.replace('http', 'ws')), 'onopen'),
  events: () => heard(() => new EventSource(to), 'onopen'),
  scripts: () => importScripts(to),
  beacon: () => navigator.sendBeacon(to, ''),
  worker: () => new Worker(to),
  code: () => (0, eval)('1'),
  builder: () => new Function('return 1')(),
  database: () => heard(() => indexedDB.open('a'), 'onsuccess'),
  files: () => navigator.storage.getDirectory(),
  caches: () => caches.open('a'),
  storage: () => localStorage.length,
  page: () => parent.document,
};
const escaped = [];
for (const [name, way] of Object.entries(ways)) {
  try {
    await way();
    escaped.push(name);
  } catch {}
}
console.log('tried', Object.keys(ways).length, 'escaped', escaped.join(' ') || 'none', 'origin', self.origin);
export default class A extends DailyMobilityAgent { forward() {} }
`;

/** The tests of the page with the simulation, in the session of the playground. */
export function checkSimulation({ test, browser, address, folder }: Session): void {
  let page: Page;
  const code = () => page.getByLabel('Code of the agent');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const status = (text: string | RegExp) => page.locator('.simulate-status').getByText(text).waitFor();
  const score = async () => Number(await page.locator('[data-score]').getAttribute('data-score'));
  const open = async (hash = '') => {
    await page?.close();
    page = await browser().open(address() + hash, { width: 1440 });
    // Replays that play take most of the processor's time.
    await page.emulateMedia({ reducedMotion: 'reduce' });
  };

  test('an agent scores as on the command line, and its run is a folder that asbench verifies', async () => {
    await open();
    await page.getByRole('combobox', { name: 'People' }).selectOption('100');
    await press('Run');
    await page.locator('.replay .stage canvas').first().waitFor();
    await page.getByRole('button', { name: 'Download the run' }).and(page.locator(':enabled')).waitFor();
    await withDemo(join(folder, '.agentsociety-benchmark'), 'DailyMobility');
    writeFileSync(join(folder, 'agent.js'), START_CODE);
    const { stdout } = await asbench(folder, 'run', 'DailyMobility', '--agent', 'agent.js', '--seed', '42', '--json');
    const run = JSON.parse(stdout);
    expect(await score()).toBeCloseTo(run.scores.final_score, 9);
    const scale = { ...run.scores.noise.documented, floor: run.scores.floor.documented.final_score };
    const [low, high, floor] = [scale.final_score.low, scale.final_score.high, scale.floor.value].map((value) =>
      value.toFixed(1),
    );
    await page
      .getByText(`95 % interval ${low} to ${high}; floor, the random agent: ${floor}; ceiling, a perfect agent: `)
      .waitFor();
    const { summary } = JSON.parse((await asbench(folder, 'explain', run.run, '--json')).stdout);
    for (const sentence of summary.slice(0, 3)) await page.getByText(sentence, { exact: true }).waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), press('Download the run')]);
    await download.saveAs(join(folder, 'run.zip'));
    const verified = JSON.parse((await asbench(folder, 'runs', 'verify', 'run.zip', '--json')).stdout);
    expect(verified).toMatchObject({ verdict: 'verified', edited: [] });
    const again = await asbench(folder, 'evaluate', 'DailyMobility', 'run.zip', '--json');
    expect(JSON.parse(again.stdout).final_score).toBe(run.scores.final_score);
  });

  test('the score follows the code, people move, and everything fits a phone in both themes', async () => {
    const before = await score();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await code().fill(START_CODE.replace('hour < 7', 'hour < 3'));
    await expect.poll(score).not.toBe(before);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expectToFit(page, 1440);
  });

  test('mistakes name the line of the code, and endless loops are ended', async () => {
    await page.getByRole('combobox', { name: 'People' }).selectOption('50');
    await code().fill(agentOf('forward() {\n    const = 3;\n  }'));
    await status(/Line 4: SyntaxError/);
    const earlier = page.getByText('Result of an earlier run, not of this code');
    await earlier.waitFor();
    expect(await axeFaults(page)).toEqual([]);
    // The result is that of another city.
    expect(await page.getByRole('button', { name: 'Download the run' }).isDisabled()).toBe(true);
    for (const [body, message] of [
      ['forward() {\n    if (this.id === 3) this.nothing.here();\n  }', /Line 4: TypeError: .*\(100 problems/],
      [
        'forwrd() {}',
        /no forward\(\), .* Rename forwrd\(\) to forward\(\)\. To see an agent that runs, keep a copy of your code and reload the page\.$/,
      ],
      [`async forward() {\n    await this.llm.atextRequest([]);\n  }`, 'enter one under “Language model”'],
    ] as const) {
      await code().fill(agentOf(body));
      await status(message);
    }
    await earlier.waitFor();
    // An endless loop with all floods at once. The page ends an agent after 16 looks at its steps, so one that was kept busy would not.
    await code().fill(flooding(...Object.values(floods)));
    await status('forward() of person 7 does not return');
    expect(await page.locator('.printed pre').textContent()).not.toContain('reached');
    for (const name of ['thrown outside', 'reported errors']) {
      await code().fill(others[name]!.code);
      await status(others[name]!.end);
    }
    for (const [text, language] of [
      ['from itinera import MobilityAgent\n\nclass A(MobilityAgent):\n    pass\n', 'Python'],
      [START_CODE.replace('forward() {', 'forward(): void {'), 'TypeScript'],
    ] as const) {
      await code().fill(text);
      await status(`This is ${language}, but the playground runs JavaScript.`);
    }
    await code().fill(`import a from 'lodash';`);
    await status('agent.js imports "lodash"');
    await code().fill(agentOf('forward() {\n    for (;;);\n  }'));
    await status('Simulating');
    await press('Cancel');
    await page.locator('.simulate-status p').waitFor({ state: 'detached' });
  });

  test('an agent reaches no network, no storage and no page, and code from an address waits for the reader', async () => {
    let requests = 0;
    const server = await listen(() => String(requests++));
    const { port } = server.address() as AddressInfo;
    const packed = await packCode(escapes(port));
    await open(`#/?code=${packed}&people=50&seed=7`);
    await page.getByText('This agent came with the address').waitFor();
    expect(await code().inputValue()).toContain(String(port));
    expect(await page.evaluate('location.hash')).not.toContain(packed);
    // Longer than the pause after which changes run.
    await page.waitForTimeout(1500);
    expect(await page.locator('.printed, .replay').count()).toBe(0);
    await press('Run');
    await page.locator('.printed').waitFor();
    expect(await page.locator('.printed pre').textContent()).toBe('tried 14 escaped none origin null');
    server.close();
    expect(requests).toBe(0);
    // Chromium reports each violation of the policy.
    browser().faults();
  });

  test('a model of the reader is called by the page, within the allowed calls, and only its server gets the key', async () => {
    const heard: { readonly key: string | undefined; readonly text: string }[] = [];
    const server = await listen(({ headers: { authorization: key } }, text) => {
      heard.push({ key, text });
      return JSON.stringify({ choices: [{ message: { content: `answer ${heard.length}, not sk-secret` } }] });
    });
    const { port } = server.address() as AddressInfo;
    await browser().context.setOffline(false);
    await open('#/?code=x');
    await page.getByText('The agent in the address is damaged').waitFor();
    await page.getByRole('combobox', { name: 'People' }).selectOption('50');
    await page.getByText('Language model: none').click();
    for (const [name, value] of [
      ['Address', `http://127.0.0.1:${port}/v1`],
      ['Model', 'tiny'],
      ['Key', 'sk-secret'],
      ['Maximum calls per run', '20'],
    ] as const)
      await page.getByLabel(name, { exact: true }).fill(value);
    await code().fill(
      agentOf(`async init() {
    const said = await this.llm.atextRequest([{ role: 'user', content: 'I am ' + this.id }]);
    if (this.id === 1) console.log(said);
  }
  forward() {}`),
    );
    await press('Run');
    await status('The 20 calls that you allowed are used.');
    expect(heard.length).toBe(20);
    await page.getByLabel('Maximum calls per run').fill('50');
    await press('Run');
    await page.locator('[data-score]').waitFor();
    expect(await page.locator('.printed pre').textContent()).toMatch(/^person 1: answer \d+, not \*\*\*$/);
    await page.getByText('Language model: 50 of 50 calls used').waitFor();
    server.close();
    expect(new Set(heard.map(({ key }) => key))).toEqual(new Set(['Bearer sk-secret']));
    expect(JSON.parse(heard[0]!.text)).toMatchObject({ model: 'tiny', messages: [{ role: 'user' }] });
    const kept = await page.evaluate(() => location.href + JSON.stringify({ ...localStorage }) + document.cookie);
    expect(kept).not.toContain('secret');
    await browser().context.setOffline(true);
  });
}

/** A server on this machine that pages may call. @param answer returns the answer to a request other than a question for permission */
async function listen(answer: (request: IncomingMessage, body: string) => string): Promise<Server> {
  const server = createServer(async (request, response) => {
    response
      .setHeader('access-control-allow-origin', '*')
      .setHeader('access-control-allow-headers', '*, authorization');
    let body = '';
    for await (const chunk of request) body += chunk;
    response.end(request.method === 'OPTIONS' ? '' : answer(request, body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Expects a page whose texts are whole and named for screen readers, on a dark phone and a light screen that is so wide. */
export async function expectToFit(page: Page, wide: number): Promise<void> {
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [wide, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    expect(await cutTexts(page)).toEqual([]);
    expect(await axeFaults(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  }
}

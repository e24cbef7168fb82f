import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { flooding, floods, others } from '../../packages/playground/src/simulate/attacks.fixture.js';
import { openBrowser } from '../../packages/viewer/src/browser/chromium.fixture.js';
import type { Tally, Trial, TrialContext } from './trial.js';

/** An endless loop without an attack, which shows how late the machine is. */
const REFERENCE = 'no attack';
/** The agent that runs after each attack, which must not be blamed for it. */
const NEXT = { code: `import a from 'lodash';`, end: 'agent.js imports "lodash"' };
/** The page answers within this time, and that of the reference, while an agent attacks it. */
const ANSWER_MILLISECONDS = 100;
const TICK_MILLISECONDS = 20;
const root = join(import.meta.dirname, '../../..');

/** Agents in the playground that try to keep the page busy or their runs alive. */
export const attacks: Trial = {
  name: 'attacks',
  about:
    'agents in the playground that flood the page, hold it up or never end, in Chromium: it answers, and ends them',
  async run({ folder, only }: TrialContext): Promise<Tally> {
    const { buildPlayground } = await import(pathToFileURL(join(root, 'scripts/build/playground.js')).href);
    await buildPlayground(folder);
    const all = [
      { name: REFERENCE, code: flooding(''), end: 'does not return' },
      ...Object.entries(floods).map(([name, act]) => ({ name, code: flooding(act), end: 'does not return' })),
      ...Object.entries(others).map(([name, other]) => ({ name, ...other })),
    ].filter(({ name }) => only === undefined || name === REFERENCE || name.startsWith(only));
    const browser = await openBrowser();
    const failures: string[] = [];
    let [worst, usual] = [0, 0];
    try {
      for (const { name, code, end } of all) {
        const page = await browser.open(pathToFileURL(join(folder, 'simulate.html')).href);
        await page.getByRole('combobox', { name: 'People' }).selectOption('50');
        await page.getByLabel('Code of the agent').fill(code);
        await page.getByRole('button', { name: 'Run', exact: true }).click();
        await page.locator('.simulate-status').getByText('Simulating').waitFor();
        await page.evaluate((tick) => {
          const delays: number[] = [];
          Object.assign(globalThis, { delays });
          let last = performance.now();
          setInterval(() => {
            const now = performance.now();
            delays.push(now - last - tick);
            last = now;
          }, tick);
        }, TICK_MILLISECONDS);
        const begun = performance.now();
        await page.locator('.simulate-status').getByText(end).waitFor();
        const seconds = ((performance.now() - begun) / 1000).toFixed(1);
        const delays = ((await page.evaluate('delays')) as number[]).sort((a, b) => a - b);
        const [half, most] = [delays[delays.length >> 1] ?? 0, delays.at(-1) ?? 0];
        if (name === REFERENCE) usual = most;
        else worst = Math.max(worst, most);
        console.log(
          `  ${name}: ended after ${seconds} s; answers ${half.toFixed(0)} ms late, at most ${most.toFixed(0)}`,
        );
        if (most > ANSWER_MILLISECONDS + usual) failures.push(`${name}: the page answered ${most.toFixed(0)} ms late`);
        const printed = await page.locator('.printed').allTextContents();
        if (printed.some((text) => text.includes('reached'))) failures.push(`${name}: reached the port`);
        await page.getByLabel('Code of the agent').fill(NEXT.code);
        const status = page.locator('.simulate-status');
        await status
          .getByText(NEXT.end)
          .waitFor({ timeout: 20_000 })
          .catch(async () => {
            failures.push(`${name}: the next agent ended with: ${await status.textContent()}`);
          });
        await page.close();
      }
    } finally {
      await browser.close();
    }
    return {
      tries: all.length - 1,
      failures,
      note: `answers at most ${worst.toFixed(0)} ms late, ${usual.toFixed(0)} without an attack`,
    };
  },
};

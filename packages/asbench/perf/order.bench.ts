import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { RunFolder, readManifest } from '@itinera/run';
import { exponent } from '../../base/perf/exponent.js';
import type { Row } from '../../base/perf/row.js';

const program = join(process.cwd(), 'packages/asbench/bin/asbench.js');
const SIZES = [10, 20, 40];
const PEOPLE = SIZES.at(-1)!;
/** Milliseconds, log-uniform. */
const LEAST = 50;
const MOST = 500;
/** Each person calls the model once in this many steps. */
const EVERY = 8;

const alone = `from agentsociety_benchmark.benchmarks import DailyMobilityAgent


class Alone(DailyMobilityAgent):
    async def forward(self):
        day, time = self.environment.get_datetime()
        if (time // 900 + self.id) % ${EVERY}:
            return
        await self.llm.atext_request([{"role": "user", "content": f"Person {self.id} on day {day} at {time}: where to?"}])
        await self.go_to_aoi(self.environment.get_aoi_ids()[(self.id + time // 900) % 50])
`;
const sharing = alone
  .replace('class Alone', 'ASKED = []\n\n\nclass Alone')
  .replace('        await self.go', '        ASKED.append(self.id)\n        await self.go');

/** The cost of acting in order: for people who share nothing, as by default, and for people who share state and act in step. */
export default async function bench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'order-bench-'));
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    setTimeout(() => response.end(ANSWER), latency(body));
  });
  try {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const llm = [
      { provider: 'vllm', base_url: `http://127.0.0.1:${port}/v1`, api_key: 'k', model: 'toy', concurrency: PEOPLE },
    ];
    writeFileSync(join(folder, 'llm.json'), JSON.stringify({ llm }));
    writeFileSync(join(folder, 'alone.py'), alone);
    writeFileSync(join(folder, 'sharing.py'), sharing);
    const lived = async (agent: string, order: string, people: number) => {
      const args = ['--home-dir', join(folder, 'home'), 'run', 'DailyMobility', '--demo', '--people', String(people)];
      const more = ['-m', 'inference', '-c', 'llm.json', '-a', agent, '--order', order, '--json'];
      const { stdout } = await promisify(execFile)(process.execPath, [program, ...args, ...more], { cwd: folder });
      return readManifest(new RunFolder((JSON.parse(stdout) as { folder: string }).folder)).seconds ?? Number.NaN;
    };
    // The first run prepares the map.
    await lived('alone.py', 'free', 1);
    const peer = { name: '--order free', cost: await lived('alone.py', 'free', PEOPLE) };
    const grown = async (agent: string) => {
      const costs: number[] = [];
      for (const people of SIZES) costs.push(await lived(agent, 'auto', people));
      return { ours: costs.at(-1)!, unit: 's', exponent: exponent(SIZES, costs) } as const;
    };
    const calls = `${PEOPLE} people, calls of ${LEAST} to ${MOST} ms, by the clock`;
    return [
      { work: `acting alone, ${calls}`, ...(await grown('alone.py')), peer },
      { work: `acting in step, ${calls}`, ...(await grown('sharing.py')), peer },
    ];
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const ANSWER = JSON.stringify({
  choices: [{ message: { role: 'assistant', content: 'home' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 100, completion_tokens: 20 },
});

/** The same delay for the same request, in any order. */
function latency(request: string): number {
  let hash = 7;
  for (const sign of request) hash = (Math.imul(hash, 31) + sign.charCodeAt(0)) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return LEAST * (MOST / LEAST) ** (hash / 2 ** 32);
}

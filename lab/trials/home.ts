import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asbench } from './asbench.js';

const root = join(import.meta.dirname, '../../..');

/** Agents to run. */
export const agents = {
  python: join(root, 'packages/engine/fixtures/python/gravity.py'),
  printing: '',
};

/** A home with demo data and one finished run of 20 people, in `<folder>/home`. */
export async function makeHome(folder: string): Promise<string> {
  const home = join(folder, 'home');
  const printing = join(folder, 'printing.ts');
  writeFileSync(
    printing,
    `import { DailyMobilityAgent } from 'itinera';\nexport default class extends DailyMobilityAgent {\n  forward() { console.log('x'.repeat(2000)); }\n}\n`,
  );
  agents.printing = printing;
  for (const args of [
    ['run', 'DailyMobility', '--people', '20', '-a', 'commuter'],
    ['study', 'calibrate', 'HurricaneMobility', '--people', '5'],
  ]) {
    const { code, errors } = await asbench(['--home-dir', home, ...args], { cwd: folder });
    if (code !== 0) throw new Error(`asbench ${args.join(' ')}: ${errors}`);
  }
  return home;
}

/** A configuration with a model server that listens on this machine. */
export function modelConfig(folder: string, url: string): string {
  const path = join(folder, 'model.json');
  const llm = [{ provider: 'vllm', base_url: url, api_key: 'sk-trial', model: 'toy', concurrency: 4, timeout: 5 }];
  writeFileSync(path, JSON.stringify({ llm }));
  return path;
}

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Fits the diary model to a diary table. @returns the file of the agent */
export function fitDiaryAgent(table: string, folder: string): string {
  const agent = join(folder, 'diary-model.ts');
  asbench('data', 'diaries', 'fit', table, '-o', agent);
  return agent;
}

export function asbench(...args: string[]): string {
  return execFileSync('npx', ['asbench', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 28,
  });
}

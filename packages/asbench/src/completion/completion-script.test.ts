import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { completionScript, SHELLS } from './completion-script.js';

const commands = [
  { path: [], words: ['run', 'humob', '--home-dir'] },
  { path: ['run'], words: ['--agent', '--people'] },
  { path: ['humob'], words: ['score', 'split'] },
  { path: ['humob', 'score'], words: ['--by', '--per-day', '--per-user'] },
];
const has = (shell: string) => spawnSync(shell, ['--version']).status === 0;

/** What bash would offer for the last of some words. */
function offered(script: string, ...words: string[]): string[] {
  const array = words.map((word) => `'${word}'`).join(' ');
  const program = `${script}\nCOMP_WORDS=(${array}); COMP_CWORD=${words.length - 1}; _asbench; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return spawnSync('bash', ['-c', program], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((word) => word !== '');
}

test.runIf(has('bash'))('bash offers what may follow, commands of commands too', () => {
  const script = completionScript('bash', commands);
  expect(offered(script, 'asbench', '')).toEqual(['run', 'humob', '--home-dir']);
  expect(offered(script, 'asbench', 'run', 'DailyMobility', '--p')).toEqual(['--people']);
  expect(offered(script, 'asbench', 'humob', 's')).toEqual(['score', 'split']);
  expect(offered(script, 'asbench', 'humob', 'score', '--per')).toEqual(['--per-day', '--per-user']);
});

test.each(SHELLS)('%s reads its script, of all commands', (shell) => {
  const program = join(import.meta.dirname, '../../bin/asbench.js');
  const { stdout, status } = spawnSync(process.execPath, [program, 'completion', shell], { encoding: 'utf8' });
  expect(status).toBe(0);
  expect(stdout).toContain(shell === 'fish' ? '-l reference' : '--reference');
  expect(stdout).not.toContain('bridge');
  if (has(shell))
    expect(spawnSync(shell, ['-n'], { input: stdout, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
});

test('a shell that is not known is refused', () => {
  const program = join(import.meta.dirname, '../../bin/asbench.js');
  const { stderr, status } = spawnSync(process.execPath, [program, 'completion', 'csh'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([2, expect.stringContaining('bash, zsh, fish')]);
});

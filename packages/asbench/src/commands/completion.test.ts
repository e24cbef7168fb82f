import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { asbench } from './asbench.fixture.js';
import { completionScript, SHELLS } from './completion.js';

const commands = [
  { path: [], words: ['run', 'humob', '--home-dir'] },
  { path: ['run'], words: ['--agent', '--people'] },
  { path: ['humob'], words: ['score', 'split'] },
  { path: ['humob', 'score'], words: ['--by', '--per-day', '--per-user'] },
];
const has = (shell: string) => spawnSync(shell, ['--version']).status === 0;

/** The completions that bash offers for the last word. */
function offered(script: string, ...words: string[]): string[] {
  const array = words.map((word) => `'${word}'`).join(' ');
  const program = `${script}\nCOMP_WORDS=(${array}); COMP_CWORD=${words.length - 1}; _asbench; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return spawnSync('bash', ['-c', program], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((word) => word !== '');
}

test.runIf(has('bash'))('bash completes commands, subcommands and options', () => {
  const script = completionScript('bash', commands);
  expect(offered(script, 'asbench', '')).toEqual(['run', 'humob', '--home-dir']);
  expect(offered(script, 'asbench', 'run', 'DailyMobility', '--p')).toEqual(['--people']);
  expect(offered(script, 'asbench', 'humob', 's')).toEqual(['score', 'split']);
  expect(offered(script, 'asbench', 'humob', 'score', '--per')).toEqual(['--per-day', '--per-user']);
});

test.each(SHELLS)('%s accepts its script, which covers all commands', async (shell) => {
  const { stdout, status } = await asbench('.', 'completion', shell);
  expect(status).toBe(0);
  expect(stdout).toContain(shell === 'fish' ? '-l reference' : '--reference');
  expect(stdout).not.toContain('bridge');
  if (has(shell))
    expect(spawnSync(shell, ['-n'], { input: stdout, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
});

test('an unknown shell is rejected', async () => {
  const { stderr, status } = await asbench('.', 'completion', 'csh');
  expect([status, stderr]).toEqual([2, expect.stringContaining('bash, zsh, fish')]);
  expect((await asbench('.', 'completion', 'bsh')).stderr).toContain('Did you mean "bash"?');
});

import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { quoted } from './commands.js';

test.each([
  'daily-mobility-1',
  '/a/b c',
  "it's",
  '$(touch x)',
  '`id`',
  '"; rm -rf /',
  'a\nb',
  '<b onclick=alert(3)>',
  '!!',
  '\\',
  "$'\\''",
  '&&',
  '日常 1',
])('a shell reads %j as one word', (word) => {
  expect(execFileSync('sh', ['-c', `printf %s ${quoted(word)}`], { encoding: 'utf8' })).toBe(word);
});

test('plain names stay as they are, and no name is an option', () => {
  expect(quoted('daily-mobility-1')).toBe('daily-mobility-1');
  expect(quoted('--json')).toBe('"./--json"');
});

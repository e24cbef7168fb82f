// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references to the environment look like that.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAgentConfig, readConfig } from './config-file.js';

const folder = mkdtempSync(join(tmpdir(), 'config-'));
function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
const warnings: string[] = [];
const warn = (message: string) => warnings.push(message);

test('a configuration is YAML or JSON', () => {
  const yaml = 'llm:\n  - provider: scripted\nenv:\n  home_dir: ./here\n';
  const value = { llm: [{ provider: 'scripted' }], env: { home_dir: './here' } };
  expect(readConfig(write('c.yml', yaml), warn)).toEqual(value);
  expect(readConfig(write('c.json', JSON.stringify(value)), warn)).toEqual(value);
  expect(readConfig(write('empty.yml', '{}'), warn)).toEqual({});
});

test('the warning about an unknown key names the nearest known key', () => {
  warnings.length = 0;
  readConfig(write('typo.yml', 'lmm: []\nenv: {home-dir: x}\nqwertyuiop: 1\n'), warn);
  expect(warnings).toEqual([
    'typo.yml: unknown key "lmm" is ignored. Did you mean "llm"?',
    'typo.yml: unknown key "env.home-dir" is ignored. Did you mean "env.home_dir"?',
    'typo.yml: unknown key "qwertyuiop" is ignored. Known keys: llm, movement, env, agents, exp.',
  ]);
});

test('the error about an invalid value names its key', () => {
  expect(() => readConfig(write('w.yml', 'env: {home_dir: 7}'), warn)).toThrow(/^w\.yml: env\.home_dir: /);
  expect(() => readAgentConfig(write('a.yml', 'number: 5'), warn)).toThrow(
    /^a\.yml: agent_class: expected string, got nothing\. /,
  );
  expect(() => readConfig(write('list.yml', '- a'), warn)).toThrow(/expected keys and values.*got a list/);
  expect(() => readConfig(write('bad.yml', 'a: [1\nb: 2'), warn)).toThrow(/^bad\.yml: /);
});

test('a variable without quotes inside braces is rejected with the line and the remedy', () => {
  const text = 'env: {}\nllm: [{provider: openai, api_key: ${KEY}, model: m}]\n';
  expect(() => readConfig(write('v.yml', text), warn)).toThrow(
    'v.yml, line 2: inside braces or brackets, quote the variable: "${KEY}".',
  );
});

test('an alias bomb is rejected quickly', () => {
  let text = 'a0: &a0 [x,x,x,x,x,x,x,x,x]\n';
  for (let i = 1; i < 12; i++)
    text += `a${i}: &a${i} [${Array(9)
      .fill(`*a${i - 1}`)
      .join(',')}]\n`;
  expect(() => readConfig(write('bomb.yml', text), warn)).toThrow(/alias/i);
  expect(() => readConfig(write('aliases.yml', `- &a x\n${'- *a\n'.repeat(2000)}`), warn)).toThrow(/than 1000 aliases/);
  expect(() => readConfig(write('loop.yml', 'llm: &a [*a]'), warn)).toThrow(/circular structure.*Remove such aliases/);
  expect(() => readConfig(write('large.yml', `a: ${'x'.repeat(1_000_001)}`), warn)).toThrow(/at most 1000000 are read/);
});

test('a duplicate key is found without comparing all keys', () => {
  const keys = Array.from({ length: 5000 }, (_, i) => `${(i + 1296).toString(36)}:\n`).join('');
  expect(() => readConfig(write('keys.yml', `${keys}zz: {a: 1, a: 2}`), warn)).toThrow(
    'keys.yml: Map keys must be unique at line 507, column 1. Correct the file.',
  );
});

test('a missing file is reported', () => {
  expect(() => readConfig(join(folder, 'none.yml'), warn)).toThrow(
    'none.yml: there is no such file or folder. Check the path.',
  );
});

test.each([
  ['[', 'nested too deeply'],
  ['[a,', 'nested too deeply'],
  ['{a: ', 'nested too deeply'],
  ['- ', 'nested too deeply'],
  ['? ', 'nested too deeply'],
  ['! ', 'more than one tag|at most one tag'],
  ['- \n', 'got a list'],
])('a text that repeats %j is rejected immediately', (part, message) => {
  const text = part.repeat(30_000 / part.length);
  expect(() => readConfig(write('hostile.yml', text), warn)).toThrow(new RegExp(message));
  expect(() => readConfig(write('long.yml', text.repeat(9)), warn)).toThrow(/characters of YAML/);
});

test('nothing nested overflows the stack, up to the longest text', () => {
  expect(() => readConfig(write('deep.yml', '['.repeat(90_000)), warn)).toThrow(/nested too deeply/);
});

test('if many keys are unknown, the first are named and the others counted', () => {
  warnings.length = 0;
  const keys = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`key${i}`, 1]));
  readConfig(write('many.json', JSON.stringify(keys)), warn);
  expect(warnings).toHaveLength(11);
  expect(warnings.at(-1)).toBe('many.json: 9990 more unknown keys are ignored.');
});

test('storage and databases of the original are ignored, with one warning each unless they are disabled', () => {
  warnings.length = 0;
  readConfig(write('off.yml', 'env: {s3: {enabled: false}, db: {enabled: false, db_type: postgresql}}'), warn);
  readConfig(write('null.yml', 'env: {s3: null, db: null}'), warn);
  expect(warnings).toEqual([]);
  readConfig(write('s3.yml', 'env: {s3: {enabled: true, bucket: b}}'), warn);
  expect(warnings).toEqual(['s3.yml: env.s3 is ignored: runs and results are written to local folders.']);
});

test.each(['{enabled: true, db_type: sqlite}', '{db_type: postgresql, pg_dsn: "postgresql://u:secret@h/d"}', '{x: 1}'])(
  'a database %s is accepted with one warning that does not show its address',
  (db) => {
    warnings.length = 0;
    readConfig(write('db.yml', `env: {db: ${db}}`), warn);
    expect(warnings).toEqual([
      'db.yml: env.db is ignored: the leaderboard reads run folders. To share one, share the home folder, or add homes with asbench runs leaderboard --also.',
    ]);
  },
);

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { radiation } from '@itinera/mobility';
import { type Answer, judge, type Verdict } from './field-claims.js';

/** A file as people have it, the command, and the right value as a sentence. */
interface FieldCase {
  readonly kind: string;
  readonly file: string;
  readonly command: string;
  readonly right: string;
}

export interface FieldResult {
  readonly kind: string;
  readonly file: string;
  readonly verdict: Verdict;
  readonly why: string;
}

/** Whether a folder holds files as people have them: its `expected.json` has commands. */
export function isFieldFolder(folder: string): boolean {
  const path = join(folder, 'expected.json');
  if (!existsSync(path)) return false;
  const cases = JSON.parse(readFileSync(path, 'utf8')) as unknown;
  return Array.isArray(cases) && cases.every((one) => typeof one.command === 'string' && typeof one.right === 'string');
}

/** Runs the command of every case with the shipped bundle. @param root the workspace */
export function* runField(folder: string, root: string): Generator<FieldResult> {
  for (const one of JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as FieldCase[])
    yield { kind: one.kind, file: one.file, ...judge(one.right, answerOf(one, folder, root)) };
}

/** The interpreter of the cases in Python: the first one with pandas. */
function pythonWithPandas(): string {
  const known = ['python3', '/usr/bin/python3'];
  return known.find((name) => spawnSync(name, ['-c', 'import pandas']).status === 0) ?? known[0]!;
}

function answerOf({ file, command }: FieldCase, folder: string, root: string): Answer {
  const path = join(folder, file);
  if (command.startsWith('radiation(')) {
    const { outflows, ...tiles } = JSON.parse(readFileSync(path, 'utf8'));
    return { code: 0, text: '', written: radiation(tiles, { outflows }).flows.join(', ') };
  }
  const output = mkdtempSync(join(tmpdir(), 'itinera-field-'));
  try {
    const asbench = join(root, 'packages/asbench/bin/asbench.js');
    const [program, ...words] = command.split(' ').map((word, i, all) => {
      if (word === 'F') return path;
      if (all[i - 1] === '-o' || all[i - 1] === '--output') return join(output, word);
      return existsSync(join(dirname(path), word)) ? join(dirname(path), word) : word;
    });
    const isMeasure = words[0] === 'measure';
    const { status, stdout, stderr } = spawnSync(
      program === 'asbench' ? process.execPath : pythonWithPandas(),
      [...(program === 'asbench' ? [asbench] : []), ...words, ...(isMeasure ? ['--json'] : [])],
      {
        cwd: output,
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
        env: { ...process.env, PYTHONPATH: join(root, 'python/src'), ITINERA_ASBENCH: asbench },
      },
    );
    const at = words.findIndex((word) => word === '-o' || word === '--output');
    const written = at >= 0 && existsSync(words[at + 1]!) ? readFileSync(words[at + 1]!, 'utf8') : '';
    return {
      code: status ?? 1,
      text: isMeasure && status === 0 ? stderr : `${stdout}${stderr}`,
      written,
      ...(isMeasure && status === 0 && { report: JSON.parse(stdout) }),
    };
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

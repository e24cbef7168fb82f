import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { withDemo } from '../../../benchmarks/src/demo.fixture.js';
import { asbench, jsonOf, testFolder } from './asbench.fixture.js';

const folder = testFolder();
const bench = (...args: string[]) => asbench(folder, '--home-dir', 'home', ...args);
/** A text with the signs of every output: of terminals, LaTeX, Markdown, HTML. */
const HOSTILE =
  '\\cite{\\immediate\\write18{id}} \\cite{\\input{/etc/passwd}}}\u001b[2J\u009b2J\u0000\u202egnp\r\nFORGED\n\nFORGED ![i](http://e.example/i.png)<img src=x onerror=alert(1)></title></script>|%$#_&"\'';
const FORMULA = "=cmd|'/C calc'!A0";
/** Control characters except tabs and ends of lines, and marks of direction. */
const RAW = /(?![\t\n])[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

beforeAll(async () => {
  await withDemo(join(folder, 'home'), 'DailyMobility');
  const args = ['DailyMobility', '--demo', '--people', '3', '-a', 'commuter', '--json'];
  const original = jsonOf(await bench('run', ...args)).folder as string;
  for (const [name, own, agent] of [
    ['hostile', HOSTILE, HOSTILE],
    ['formula', FORMULA, FORMULA],
  ] as const) {
    const path = join(folder, 'teams', 'a', name);
    mkdirSync(join(path, '..'), { recursive: true });
    cpSync(original, path, { recursive: true });
    edit(join(path, 'run.json'), (manifest) => ({
      ...manifest,
      models: [own],
      agent: { ...manifest.agent, source: { builtIn: agent }, params: { [own]: own } },
      dataset: { ...manifest.dataset, name: own },
      map: { ...manifest.map, name: own },
      versions: { ...manifest.versions, itinera: own },
    }));
    edit(join(path, 'scores.json'), (scores) => ({ ...scores, agent: own, llm: own }));
    const problem = { person: 1, day: 0, t: 0, kind: 'exception', message: own };
    writeFileSync(join(path, 'problems.ndjson'), `${JSON.stringify(problem)}\n`);
    writeFileSync(join(path, 'prints.log'), `${own}\n`);
    cpSync(path, join(folder, 'home', 'runs', name), { recursive: true });
  }
});

/** What the test changes in `run.json` and `scores.json`. */
type Json = { readonly [key: string]: Json };

function edit(path: string, change: (value: Json) => object): void {
  writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')))));
}

/** Texts of a file or of the files in a folder, by name. */
function textsOf(name: string): [string, string][] {
  const path = join(folder, name);
  if (!statSync(path, { throwIfNoEntry: false })) return [];
  if (statSync(path).isFile()) return [[name, readFileSync(path, 'utf8')]];
  return readdirSync(path).flatMap((child) => textsOf(join(name, child)));
}

const checks: Readonly<Record<string, (text: string) => void>> = {
  tex(text) {
    expect(text).not.toMatch(/\\(immediate|input|write)/);
    for (const [, keys] of text.matchAll(/\\cite\{([^}]*)\}/g)) expect(keys).toMatch(/^[\w,]+$/);
  },
  md: (text) => expect(text).not.toMatch(/(?<!\\)(!\[|<img|<\/)/),
  html: (text) => expect(text).not.toMatch(/<img|<\/title>.*<\/title>/),
  svg: (text) => expect(text).not.toMatch(/<img/),
  csv: (text) => expect(text).not.toMatch(/(^|,)"?=/m),
};

test.each<[line: string, kind: string, output?: string]>([
  ['study cite RUN', 'tex'],
  ['study table RUN --format latex', 'tex'],
  ['study table RUN --format markdown', 'md'],
  ['study table RUN --format csv', 'csv'],
  ['study cite RUN -o cite.tex', 'tex', 'cite.tex'],
  ['runs report RUN -o report.html', 'html', 'report.html'],
  ['runs leaderboard --rebuild', 'txt'],
  ['runs leaderboard --rebuild --json', 'txt'],
  ['runs board teams -o board', 'html', 'board'],
  ['study figure RUN --format svg -o figures', 'svg', 'figures'],
  ['runs publish RUN --dry-run -o hub', 'md', 'hub'],
  ['explain RUN', 'txt'],
  ['explain RUN --json', 'txt'],
  ['runs verify RUN', 'txt'],
  ['runs compare RUN OWN', 'txt'],
  ['runs compare RUN OWN --by-person', 'txt'],
  ['runs compare RUN OWN --person 1', 'txt'],
  ['runs drift RUN', 'txt'],
  ['runs progress RUN', 'txt'],
  ['evaluate DailyMobility RUN', 'txt'],
  ['run DailyMobility --replay RUN', 'txt'],
  ['runs resume RUN', 'txt'],
])('%s contains nothing raw from a hostile run', async (line, kind, output) => {
  // A command that names no run looks at both.
  for (const run of line.includes('RUN') ? ['hostile', 'formula'] : ['hostile']) {
    const words = { RUN: join('teams', 'a', run), OWN: join('teams', 'a', 'formula') };
    const { stdout, stderr } = await bench(...line.split(' ').map((word) => words[word as 'RUN'] ?? word));
    expect(stderr).not.toContain('This is a bug');
    const texts = output === undefined ? [] : textsOf(output).filter(([name]) => !name.endsWith('.parquet'));
    if (output !== undefined) expect(texts, stderr).not.toEqual([]);
    for (const [name, text] of [['stdout', stdout] as const, ['stderr', stderr] as const, ...texts]) {
      expect(text.match(RAW)?.[0], name).toBe(undefined);
      if (!/html$/.test(name))
        expect(
          text.split('\n').filter((line) => /^\W*FORGED/.test(line)),
          name,
        ).toEqual([]);
    }
    if (output === undefined) checks[kind]?.(stdout);
    for (const [name, text] of texts) checks[name.split('.').at(-1)!]?.(text);
  }
});

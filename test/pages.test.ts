import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { commandList } from '../packages/asbench/src/commands/command-list.js';
import { calls, codeBlocks, pages, prose, root, textOf } from './pages.fixture.js';

test('every link of a page leads to a file that is there, and to a heading that it has', () => {
  const broken: string[] = [];
  for (const page of pages)
    for (const [, target] of textOf(page).matchAll(/\]\(([^)\s]+)\)/g)) {
      const [path, anchor] = target!.split('#') as [string, string | undefined];
      if (/^[a-z]+:/.test(path)) continue;
      const file = path === '' ? page : join(dirname(page), path);
      if (!existsSync(join(root, file))) broken.push(`${page}: ${target}`);
      else if (anchor !== undefined && !headings(textOf(file)).includes(anchor)) broken.push(`${page}: ${target}`);
    }
  expect(broken).toEqual([]);
});

test('every picture says what it shows', () => {
  const texts = pages.map(textOf).join('\n');
  for (const [, alt] of texts.matchAll(/!\[([^\]]*)\]\(/g)) expect(alt!.length).toBeGreaterThan(10);
});

test('every page can be reached from README.md', () => {
  const seen = new Set<string>();
  const visit = (page: string): void => {
    if (seen.has(page) || !page.endsWith('.md') || !existsSync(join(root, page))) return;
    seen.add(page);
    for (const [, target] of textOf(page).matchAll(/\]\(([^)\s#]+)/g)) visit(join(dirname(page), target!));
  };
  visit('README.md');
  expect(pages.filter((page) => !seen.has(page))).toEqual([]);
});

test('commands and options that the pages show are those of the program', async () => {
  const program = new Command('asbench').option('--home-dir <folder>');
  for (const load of new Set(commandList.map(({ load }) => load))) (await load())(program);
  const wrong: string[] = [];
  for (const page of pages)
    for (const words of calls(textOf(page))) {
      const problem = unknownWord(program, words);
      if (problem) wrong.push(`${page}: asbench ${words.join(' ')}: ${problem}`);
    }
  expect(wrong).toEqual([]);
});

test('terms are spelt as the glossary says', () => {
  const rows = textOf('docs/glossary.md')
    .split('## Spelling')[1]!
    .matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm);
  const wrong = [...rows].flatMap(([, right, others]) =>
    right === 'write' || right!.startsWith('---') ? [] : others!.split(', '),
  );
  expect(wrong.length).toBeGreaterThan(10);
  const found = pages
    .filter((page) => page !== 'docs/glossary.md')
    .flatMap((page) => wrong.filter((term) => prose(textOf(page)).includes(term)).map((term) => `${page}: ${term}`));
  expect(found).toEqual([]);
});

test('the Chinese pages give the same commands, figures and pictures as the English ones', () => {
  for (const [english, chinese] of [
    ['README.md', 'README.zh-CN.md'],
    ['docs/quick-start.md', 'docs/zh/quick-start.md'],
  ] as const) {
    const [en, zh] = [textOf(english), textOf(chinese)];
    const numbers = (text: string) => new Set(prose(text).match(/\d[\d,.]*\d|\d/g));
    expect([...numbers(zh)].filter((number) => !numbers(en).has(number))).toEqual([]);
    const pictures = (text: string) => [...text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path]) => path);
    expect(pictures(zh)).toEqual(pictures(en));
    const printed = (text: string) => /<!-- first-run -->.*<!-- \/first-run -->/s.exec(text)?.[0];
    expect(printed(zh)).toBe(printed(en));
  }
  const shown = (page: string) =>
    codeBlocks(textOf(page))
      .flatMap(({ lines }) => lines)
      .filter((line) => line.startsWith('asbench'));
  expect(shown('docs/zh/quick-start.md')).toEqual(shown('docs/quick-start.md'));
});

test('the pictures of the README are small enough to be loaded by telephone', () => {
  const bytes = [...textOf('README.md').matchAll(/\]\((docs\/images\/[^)]+)\)/g)].map(
    ([, path]) => statSync(join(root, path!)).size,
  );
  expect(bytes.length).toBeGreaterThan(3);
  expect(Math.max(...bytes)).toBeLessThan(3e6);
});

/** Addresses of the headings of a page, as GitHub makes them. */
function headings(text: string): string[] {
  return [...text.replace(/^```.*?^```$/gms, '').matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** What of a call the program does not know; null when it knows all. */
function unknownWord(program: Command, words: readonly string[]): string | null {
  let command = program;
  const known = [...program.options];
  for (const [at, word] of words.entries()) {
    const bare = word.replace(/^[[(]+|[\])]+$/g, '');
    if (bare.startsWith('-') && !/^-\d/.test(bare)) {
      const [name] = bare.split('=') as [string];
      if (!known.some(({ short, long }) => short === name || long === name)) return `no option ${name}`;
      continue;
    }
    const sub = command.commands.find((one) => one.name() === bare);
    if (sub !== undefined && (command === program || command.commands.length > 0)) {
      command = sub;
      known.push(...sub.options);
    } else if (command === program && !words[at - 1]?.startsWith('-')) return `no command ${bare}`;
  }
  return command === program ? 'no command' : null;
}

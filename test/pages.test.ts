import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { Command, type Option } from 'commander';
import { expect, test } from 'vitest';
import { addCommands } from '../packages/asbench/src/commands/add-commands.js';
import { respelt } from '../packages/asbench/src/commands/spellings.js';
import { homepageLines, skillFiles } from '../scripts/skill.js';
import { calls, codeBlocks, packagePages, pages, prose, root, textOf } from './pages.fixture.js';

test('every link of a page leads to an existing file and heading', () => {
  const broken: string[] = [];
  for (const page of [...pages, ...packagePages, 'python/README.md'])
    for (const [, target] of textOf(page).matchAll(/\]\(([^)\s]+)\)/g)) {
      const [path, anchor] = target!.split('#') as [string, string | undefined];
      if (/^[a-z]+:/.test(path)) continue;
      const file = path === '' ? page : join(dirname(page), path);
      if (!existsSync(join(root, file))) broken.push(`${page}: ${target}`);
      else if (anchor !== undefined && !headings(textOf(file)).includes(anchor)) broken.push(`${page}: ${target}`);
    }
  expect(broken).toEqual([]);
});

test('SKILL.md and llms.txt are fresh; to update them: npm run skill', () => {
  for (const [name, text] of Object.entries(skillFiles(root))) expect(textOf(name)).toBe(text);
});

test('the address of the site is that of package.json, or said to be missing; to update it: npm run skill', () => {
  const { homepage } = JSON.parse(textOf('package.json'));
  for (const [page, line] of Object.entries(homepageLines(homepage)))
    expect(textOf(page)).toContain(`<!-- homepage -->\n${line}\n<!-- /homepage -->`);
  expect(homepageLines('https://example.org/itinera')['README.md']).toContain('<https://example.org/itinera>');
});

test('every picture has a description', () => {
  const texts = pages.map(textOf).join('\n');
  for (const [, alt] of texts.matchAll(/!\[([^\]]*)\]\(/g)) expect(alt!.length).toBeGreaterThan(10);
});

test('every page is reachable from README.md', () => {
  const seen = new Set<string>();
  const visit = (page: string): void => {
    if (seen.has(page) || !page.endsWith('.md') || !existsSync(join(root, page))) return;
    seen.add(page);
    for (const [, target] of textOf(page).matchAll(/\]\(([^)\s#]+)/g)) visit(join(dirname(page), target!));
  };
  visit('README.md');
  expect(pages.filter((page) => !seen.has(page))).toEqual([]);
});

const program = await programWords();

test('the program has the commands and options that the pages show', () => {
  const wrong: string[] = [];
  for (const page of [...pages, ...packagePages])
    for (const words of calls(textOf(page))) {
      const problem = unknownWord(program, words);
      if (problem) wrong.push(`${page}: asbench ${words.join(' ')}: ${problem}`);
    }
  expect(wrong).toEqual([]);
});

test('a command in a table has all that it requires, with names in capitals for what the reader has', () => {
  const wrong: string[] = [];
  for (const page of [...pages, ...packagePages])
    for (const row of textOf(page).match(/^\|.*$/gm) ?? [])
      for (const [span, npx, line] of row.matchAll(/`(npx )?asbench ([a-z][^`…]*)`/g)) {
        const words = line!.split(' ');
        // Without arguments it may be the name of a command.
        const isCall = npx !== undefined || words.some((word) => /^-|[.A-Z]/.test(word));
        const problem = isCall ? (unknownWord(program, words) ?? missingWord(program, words)) : null;
        if (problem) wrong.push(`${page}: ${span}: ${problem}`);
      }
  expect(wrong).toEqual([]);
});

test.each(packagePages)('%s has an example that imports only the package and its dependencies', (page) => {
  const { name, private: isPrivate, dependencies = {} } = JSON.parse(textOf(page.replace('README.md', 'package.json')));
  if (isPrivate) return;
  const code = codeBlocks(textOf(page)).filter(({ language }) => ['js', 'ts'].includes(language));
  const imported = code.flatMap(({ lines }) => [...lines.join('\n').matchAll(/ from '((?:@\w+\/)?[^./'][^/']*)/g)]);
  expect(imported.length).toBeGreaterThan(0);
  // asbench is installed with itinera, which its agents import.
  const known = [name, ...Object.keys(dependencies), ...(name === 'asbench' ? ['itinera'] : [])];
  const others = imported.map(([, from]) => from!).filter((from) => !from.startsWith('node:') && !known.includes(from));
  expect(others).toEqual([]);
});

const SPELT = ['*.md', '*.ts', '*.tsx', '*.py', '*.ipynb', '*.yml', '*.json', '*.html', '*.svg', 'llms.txt'];
/** History, and what tests old spellings. */
const NOT_SPELT = /^CHANGELOG\.md$|spellings|\/fixtures\//;

test('terms are spelt as in the glossary', () => {
  const rows = textOf('docs/glossary.md')
    .split('## Spelling')[1]!
    .matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm);
  const wrong = [...rows].flatMap(([, right, others]) =>
    right === 'write' || right!.startsWith('---') ? [] : others!.split(', '),
  );
  expect(wrong.length).toBeGreaterThan(10);
  const found = pages
    .filter((page) => !page.endsWith('glossary.md'))
    .flatMap((page) => wrong.filter((term) => prose(textOf(page)).includes(term)).map((term) => `${page}: ${term}`));
  expect(found).toEqual([]);
});

/** Chinese pages with the English ones that they translate. */
const translations = pages
  .filter((page) => /zh/.test(page))
  .map((page) => [page, page === 'README.zh-CN.md' ? 'README.md' : page.replace('docs/zh/', 'docs/')] as const);

test.each(translations)('%s has the code, figures, pictures, headings and rows of tables of %s', (chinese, english) => {
  const [zh, en] = [textOf(chinese), textOf(english)];
  const code = (text: string) => codeBlocks(text).map(({ lines }) => lines.map(withoutComment).join('\n').trimEnd());
  expect(code(zh)).toEqual(code(en));
  const figures = (text: string) => new Set(prose(text).match(/\d[\d,.]*\d|\d/g));
  expect([...figures(zh)].filter((figure) => !figures(en).has(figure))).toEqual([]);
  const pictures = (text: string) => [...text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path]) => basename(path!));
  expect(pictures(zh)).toEqual(pictures(en));
  const shapeOf = (text: string) => ({
    headings: prose(text).match(/^#{1,6}(?= )/gm),
    'rows of tables': prose(text).match(/^\|/gm)?.length ?? 0,
  });
  expect(shapeOf(zh)).toEqual(shapeOf(en));
});

test('every translation links to its original and is linked from it', () => {
  for (const [chinese, english] of translations) {
    expect(textOf(chinese)).toContain(`[English](${relative(dirname(chinese), english)})`);
    expect(textOf(english)).toContain(`[中文](${relative(dirname(english), chinese)})`);
  }
});

/** A line of code; comments are translated. */
const withoutComment = (line: string): string => line.split(/(?:^|\s)(?:#|\/\/) /)[0]!.trimEnd();

test('the pictures of the README load quickly on a mobile network', () => {
  const bytes = [...textOf('README.md').matchAll(/\]\((docs\/images\/[^)]+)\)/g)].map(
    ([, path]) => statSync(join(root, path!)).size,
  );
  expect(bytes.length).toBeGreaterThan(3);
  expect(Math.max(...bytes)).toBeLessThan(3e6);
});

/** Returns the anchors of a page's headings, as GitHub creates them. */
function headings(text: string): string[] {
  return [...text.replace(/^```.*?^```$/gms, '').matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** A command with its options and subcommands. */
interface Words {
  readonly name: string;
  readonly options: readonly string[];
  /** Options that a call must have, short and long. */
  readonly mandatory: readonly (readonly string[])[];
  /** Options with a value. */
  readonly values: readonly string[];
  /** Number of required arguments. */
  readonly operands: number;
  readonly commands: readonly Words[];
}

async function programWords(): Promise<Words> {
  const program = new Command('asbench').option('--home-dir <folder>');
  await addCommands(program, ['completion']);
  const flags = ({ short, long }: Option) => [short, long].filter((flag) => flag !== undefined);
  const words = (command: Command): Words => ({
    name: command.name(),
    options: command.options.flatMap(flags),
    mandatory: command.options.filter(({ mandatory }) => mandatory).map(flags),
    operands: command.registeredArguments.filter(({ required }) => required).length,
    values: command.options.filter(({ required }) => required).flatMap(flags),
    commands: command.commands.map(words),
  });
  return words(program);
}

test('no page, message or example uses an old spelling of a command', () => {
  const files = execFileSync('git', ['ls-files', '-z', ...SPELT], { cwd: root, encoding: 'utf8' }).split('\0');
  const found = files
    .filter((file) => file !== '' && existsSync(join(root, file)) && !NOT_SPELT.test(file))
    .flatMap((file) =>
      [...textOf(file).matchAll(/\basbench (?:--home-dir \S+ )?((?:[a-z][a-z-]+ ?){1,2})/g)].flatMap(([, words]) => {
        const { notes } = respelt(words!.trim().split(' '));
        return notes.map((note) => `${file}: ${note}`);
      }),
    );
  expect(found).toEqual([]);
});

/** Returns what a call lacks; null if nothing. */
function missingWord(program: Words, words: readonly string[]): string | null {
  let command = program;
  let operands = 0;
  for (const [at, word] of words.entries()) {
    const sub = command.commands.find(({ name }) => name === word);
    if (sub !== undefined) command = sub;
    else if (!word.startsWith('-') && !command.values.includes(words[at - 1]!)) operands++;
  }
  const missing = command.mandatory.find((names) => !names.some((name) => words.includes(name)));
  if (missing !== undefined) return `no ${missing.at(-1)}`;
  return operands < command.operands ? `${operands} of ${command.operands} arguments` : null;
}

/** Returns the first unknown word of a call; null if the program has all of them. */
function unknownWord(program: Words, words: readonly string[]): string | null {
  let command = program;
  const known = [...program.options];
  for (const [at, word] of words.entries()) {
    const bare = word.replace(/^[[(]+|[\])]+$/g, '');
    if (bare.startsWith('-') && !/^-\d/.test(bare)) {
      const [name] = bare.split('=') as [string];
      if (!known.includes(name)) return `no option ${name}`;
      continue;
    }
    const sub = command.commands.find(({ name }) => name === bare);
    if (sub !== undefined) {
      command = sub;
      known.push(...sub.options);
    } else if (command === program && !words[at - 1]?.startsWith('-')) return `no command ${bare}`;
  }
  return command === program ? 'no command' : null;
}

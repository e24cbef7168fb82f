import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** The pages of the project: README, CONTRIBUTING and everything in `docs`. */
export const pages: readonly string[] = [
  'README.md',
  'README.zh-CN.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.startsWith('api'))
    .map((name) => `docs/${name}`)
    .sort(),
];

/** The page of each package on npm. */
export const packagePages: readonly string[] = readdirSync(join(root, 'packages'))
  .sort()
  .map((name) => `packages/${name}/README.md`);

export const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

export interface CodeBlock {
  /** Follows the fence; empty for terminal input. */
  readonly language: string;
  readonly lines: readonly string[];
}

/** Returns the code blocks in order. */
export function codeBlocks(text: string): CodeBlock[] {
  return [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language, code]) => ({
    language: language!,
    lines: code!.trimEnd().split('\n'),
  }));
}

/** Returns the text without code. */
export function prose(text: string): string {
  return text.replace(/^```.*?^```$/gms, '').replace(/`[^`\n]*`/g, '');
}

/** Returns the words of each call of `asbench` on a page, without comments. */
export function calls(text: string): string[][] {
  return codeBlocks(text)
    .filter(({ language }) => language === '')
    .flatMap(({ lines }) => lines)
    .filter((line) => /^(npx )?asbench /.test(line))
    .map((line) =>
      line
        .replace(/^npx /, '')
        .split(/\s+#|\s{3,}/)[0]!
        .trim()
        .split(/\s+/)
        .slice(1),
    );
}

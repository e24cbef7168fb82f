import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bibtexText,
  csvCell,
  csvText,
  fileName,
  latexText,
  markdownText,
  markupText,
  terminalText,
  UserError,
} from './index.js';

const RAW = /(?!\n)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const escapes = { terminalText, markupText, latexText, bibtexText, markdownText, csvCell, fileName };

test.each(Object.entries(escapes))('%s returns no control characters or marks of direction', (_, textFor) => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ max: 0xffff }), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
      (text) => {
        expect(textFor(text).replaceAll('\t', '')).not.toMatch(RAW);
      },
    ),
  );
});

test('text in any script is unchanged in each output', () => {
  for (const textFor of Object.values(escapes))
    expect(textFor('Zürich-北京-עברית-مرحبا')).toBe('Zürich-北京-עברית-مرحبا');
});

test('markup has neither elements nor ends of attributes', () => {
  expect(markupText(`a<b>&"'`)).toBe('a&#60;b&#62;&#38;&#34;&#39;');
});

test('LaTeX has no command, comment, cell or option of a row from a text', () => {
  expect(latexText('\\cite{\\input{x}} 5 % & $x_1$ #\n\n^~')).toBe(
    '\\textbackslash{}cite\\{\\textbackslash{}input\\{x\\}\\}\u20095\\,\\% \\& \\$x\\_1\\$ \\# \\textasciicircum{}\\textasciitilde{}'.replace(
      '\u2009',
      ' ',
    ),
  );
  expect([latexText('[2cm]'), latexText('*a*')]).toEqual(['{[}2cm]', '{*}a*']);
});

test('BibTeX has balanced braces whatever the text', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      let depth = 0;
      for (const sign of bibtexText(text)) {
        depth += sign === '{' ? 1 : sign === '}' ? -1 : 0;
        expect(depth).toBeGreaterThanOrEqual(0);
      }
      expect(depth).toBe(0);
    }),
  );
});

test('Markdown has no images, links, HTML or cells from a text', () => {
  expect(markdownText('![a](b) <img> |x|\n# y `z` https://e.example www.e.example')).toBe(
    '\\!\\[a\\](b) \\<img\\> \\|x\\| \\# y \\`z\\` https\\://e.example www\\.e.example',
  );
});

test('a cell of CSV is quoted, and no text is a formula; ids and numbers stay as they are', () => {
  expect(['=1+1', '+cmd', '-x', '@sum(1)', ' =1'].map(csvCell)).toEqual(["'=1+1", "'+cmd", "'-x", "'@sum(1)", "' =1"]);
  expect([-1.5, '-1.5', '-3,-2', null, undefined, false].map(csvCell)).toEqual([
    '-1.5',
    '-1.5',
    '"-3,-2"',
    '',
    '',
    'false',
  ]);
  expect([csvText('=a'), csvText('a"b')]).toEqual(['=a', '"a""b"']);
});

test('the name of a file has no folders, devices or leading dots', () => {
  expect(['../a/b c', '.hidden', 'NUL.txt', '', '北京'].map(fileName)).toEqual([
    'a-b-c',
    'hidden',
    '_NUL.txt',
    '_',
    '北京',
  ]);
  expect(fileName('x'.repeat(1000))).toHaveLength(100);
});

test('the message of a user error escapes the control characters of what it quotes', () => {
  expect(new UserError('a.csv, line 2: "\u0000\u0008\u001b[2J" is not a number.').message).toBe(
    'a.csv, line 2: "\\u0000\\u0008\\u001b[2J" is not a number.',
  );
});

import { expect, test } from 'vitest';
import { printable, withoutFolders } from './printable.js';

test('third-party text is printed on one line, shortened, with question marks for control characters', () => {
  expect(printable('\u001b[31mred\u001b[0m\nnext\u202e\u0007', 20)).toBe('?[31mred?[0m next??');
  expect(printable('x'.repeat(1000), 10)).toBe(`${'x'.repeat(10)}…`);
  expect(printable(' \t <f8\u001b \r\n')).toBe('<f8?');
});

test('folders of absolute paths are left out, and escapes of Markdown stay', () => {
  const shown = (text: string) => withoutFolders(text, ['/home/some body']);
  expect(shown('in /home/me/deep/a.csv and C:\\Users\\me\\a.csv')).toBe('in …/a.csv and …/a.csv');
  expect(shown('in \\share\\me\\a.csv and /home/some body/x/a.csv')).toBe('in …/a.csv and …/a.csv');
  expect(shown('31.82\\*\\*\\* \\_a\\_b; \\* p < 0.05')).toBe('31.82\\*\\*\\* \\_a\\_b; \\* p < 0.05');
});

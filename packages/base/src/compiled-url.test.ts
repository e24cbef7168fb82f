import { expect, test } from 'vitest';
import { compiledUrl } from './compiled-url.js';

test.each([
  ['file:///home/a/packages/x/src/deep/b.ts', './w.js', 'file:///home/a/packages/x/dist/deep/w.js'],
  ['file:///usr/src/app/node_modules/x/dist/b.js', './w.js', 'file:///usr/src/app/node_modules/x/dist/w.js'],
  ['file:///src/packages/x/src/b.ts', './w.js', 'file:///src/packages/x/dist/w.js'],
  ['file:///src/node_modules/x/dist/b.js', './w.js', 'file:///src/node_modules/x/dist/w.js'],
])('from %s, %s is %s', (importer, module, compiled) => {
  expect(compiledUrl(module, importer)).toBe(compiled);
});

import { expect, test } from 'vitest';
import { START_CODE } from '../start-code.js';
import { lineIn, onlyParsed, otherLanguage, withKit } from './agent-code.js';

const parses = (code: string) => new Function(`return ${onlyParsed(code)}`);

test('the package that agents import has the address of the page, and lines stay where they are', () => {
  const code = `import {\n  a,\n} from 'itinera';\nimport x from "@itinera/bench";\nexport default 1;`;
  expect(withKit(code, 'blob:1')).toBe(`import {\n  a,\n} from 'blob:1';\nimport x from "blob:1";\nexport default 1;`);
});

test.each([`import x from 'lodash'`, `import 'https://example.org/a.js'`, `await import("./b.js")`])(
  'the import in %j is refused by name',
  (code) => {
    expect(() => withKit(code, 'blob:1')).toThrow(/agent\.js imports ".+"\. In the playground/);
  },
);

test.each([
  'import(to)',
  'import/* it */\n// now\n(`./b.js`)',
  '[...import(to)]',
  "import('itinera' + to)",
  'import.defer(to)',
])('the computed address in %j is refused, since refusing it while the agent runs takes time of the page', (code) => {
  expect(() => withKit(code, 'blob:1')).toThrow('agent.js contains import(…) of a computed address');
});

test('only statements import: the same words in texts and comments stay as they are', () => {
  const code = `const prompt = \`Go from "home" to "work"\`;\n// copied from 'lodash'\nexport const a = "b";\n`;
  expect(withKit(code, 'blob:1')).toBe(code);
  for (const [given, wanted] of [
    [`/* mine */ import{a}from"itinera";import * as b from '@itinera/engine'`, 2],
    [`export { a } from 'itinera'\nexport * from 'itinera';`, 2],
  ] as const)
    expect(withKit(given, 'blob:1').split('blob:1').length - 1).toBe(wanted);
  const methods = `this.import(to); store?.import(from); await import("itinera")`;
  expect(withKit(methods, 'blob:1')).toBe(methods.replace('itinera', 'blob:1'));
  expect(() => withKit(`let a;import b from 'lodash'`, 'blob:1')).toThrow('agent.js imports "lodash"');
});

test('code with imports and exports of every kind parses as a script on the same lines', () => {
  for (const code of [
    START_CODE,
    `import a, { b as c } from 'itinera';\nexport const x = 1;\nexport default class extends a {}`,
    `import * as all from "itinera";\nclass A extends all.MobilityAgent {}\nexport { A as default };`,
    `import {\n  a,\n  b,\n} from 'itinera';\nexport default (class extends a {});`,
    `const x = await import('itinera');\nexport async function f() {}\nexport default async function g() {}`,
  ]) {
    expect(() => parses(code), code).not.toThrow();
    expect(onlyParsed(code).split('\n').length).toBe(code.split('\n').length + 1);
  }
  expect(() => parses(`export default class A {\n  forward() { const = 3; }\n}`)).toThrow(SyntaxError);
});

test('the line of a fault is read from stacks and messages', () => {
  expect(lineIn('TypeError: x\n    at A.forward (playground/agent.js:12:5)\n    at blob:null/1:1:400')).toBe(12);
  expect(lineIn('at blob:null/1:1:400')).toBeNull();
  expect(lineIn(undefined)).toBeNull();
});

test.each([
  ['from itinera import MobilityAgent\n', 'Python'],
  ['import random\n\nclass A(Base):\n    pass\n', 'Python'],
  ['export class A {\n  forward(): void {}\n}', 'TypeScript'],
  ['const seconds: number = 3;', 'TypeScript'],
  ['const a = { b: 1, text: "from here" };', null],
])('%j is named as %s', (code, language) => {
  expect(otherLanguage(code)?.split(' ')[2] ?? null).toBe(language === null ? null : `${language},`);
});

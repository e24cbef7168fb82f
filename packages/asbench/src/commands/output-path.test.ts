import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, test, vi } from 'vitest';
import { testFolder } from './asbench.fixture.js';
import { outputFile, outputFileAnywhere, outputFolder, printWrote, watchOutputs } from './output-path.js';

const folder = testFolder();
const at = (...names: string[]) => join(folder, ...names);
mkdirSync(at('there'));
writeFileSync(at('file'), '');

test('the extension of a file must match its format', () => {
  const picture = outputFile('.svg');
  expect(picture(at('x.SVG'))).toBe(at('x.SVG'));
  const refused = `${at('x.geojson')}: expected a name that ends in .svg, the format that is written. Try: ${at('x.svg')}`;
  expect(() => picture(at('x.geojson'))).toThrow(refused);
  expect(() => outputFile('.csv', '.csv.gz')(at('x.json.gz'))).toThrow(
    `ends in .csv or .csv.gz, the format that is written. Try: ${at('x.csv')}`,
  );
});

test('a file that cannot be written is rejected before any work', () => {
  expect(() => outputFile('.pb')(at('there'))).toThrow(
    `is a folder. Expected a file, such as ${at('there', 'NAME.pb')}`,
  );
  expect(() => outputFile('.pb')(at('nowhere', 'x.pb'))).toThrow('cannot be written');
  expect(outputFileAnywhere('.json')(at('nowhere', 'x.json'))).toBe(at('nowhere', 'x.json'));
});

test.runIf(process.platform !== 'win32')('devices may have any name', () => {
  expect(outputFile('.csv')('/dev/null')).toBe('/dev/null');
});

test('a file is rejected where a folder is expected', () => {
  expect(outputFolder()(at('there'))).toBe(at('there'));
  expect(outputFolder()(at('v1.2'))).toBe(at('v1.2'));
  expect(() => outputFolder()(at('file'))).toThrow('is a file. Expected a folder');
  expect(() => outputFolder()(at('x.csv'))).toThrow(`x.csv is a file. Expected a folder. Try: ${at('x')}`);
  expect(outputFolder('.json')(at('x.json'))).toBe(at('x.json'));
  expect(() => outputFolder('.json')(at('x.csv'))).toThrow('Expected a folder or a file .json');
});

test('each output that a command has written is printed once, and no other', () => {
  const command = new Command()
    .option('-o, --output <file>', '', outputFile('.csv'))
    .option('--per-day <file>', '', outputFile('.csv'), at('old.csv'))
    .option('--site <folder>', '', outputFolder())
    .option('--input <file>')
    .parse(['-o', at('new.csv'), '--site', at('site'), '--input', at('file')], { from: 'user' });
  writeFileSync(at('old.csv'), '');
  mkdirSync(at('site'));
  const lines = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const printOutputs = watchOutputs(command);
  for (const file of ['new.csv', 'old.csv', 'file', join('site', 'index.html')]) writeFileSync(at(file), 'x');
  printWrote(at('site', 'index.html'), '1 run');
  printOutputs();
  const printed = lines.mock.calls.map(([line]) => line);
  lines.mockRestore();
  expect(printed).toEqual([
    `Wrote ${at('site', 'index.html')}: 1 run\n`,
    `Wrote ${at('new.csv')}\n`,
    `Replaced ${at('old.csv')}\n`,
  ]);
});

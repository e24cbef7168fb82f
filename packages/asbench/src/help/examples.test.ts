import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addCommands } from '../commands/command-list.js';
import { pathOf, programWithAll, withChildren } from '../commands/whole-program.fixture.js';
import { helpExamples } from './examples.js';

test('the help of every command ends with two or three examples, and its errors name the first', async () => {
  const leaves = withChildren(await programWithAll())
    .filter((command) => command.commands.length === 0 && !/(^| )help$|^bridge$/.test(pathOf(command)))
    .map((command) => ({ path: pathOf(command), help: helpOf(command) }));
  expect(Object.keys(helpExamples).sort()).toEqual(leaves.map(({ path }) => path).sort());
  for (const { path, help } of leaves) {
    const lines = helpExamples[path]!;
    expect(lines.length).toBeLessThanOrEqual(3);
    expect(help.trim().split('\n').slice(-lines.length)).toEqual(lines.map((line) => `  asbench ${line}`));
  }
});

function helpOf(command: Command): string {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  return help;
}

test.each(Object.entries(helpExamples))('the examples of %s are understood by the parser', async (path, lines) => {
  const words = path.split(' ');
  for (const line of lines) {
    const typed = Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, word]) => quoted ?? word!);
    expect(typed.slice(0, words.length)).toEqual(words);
    const program = new Command('asbench').option('--home-dir <folder>').exitOverride();
    await addCommands(program, typed);
    const command = words.reduce((at, name) => at.commands.find((inner) => inner.name() === name)!, program);
    let parsed = 0;
    command.action(() => {
      parsed++;
    });
    await program.parseAsync(typed, { from: 'user' });
    expect(parsed, line).toBe(1);
  }
});

import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addCommands } from '../commands/add-commands.js';
import { pathOf, programWithAll, withChildren } from '../commands/whole-program.fixture.js';
import { helpExamples } from './examples.js';

test('the help of every command ends with two or three examples, and its errors name the first', async () => {
  const leaves = withChildren(await programWithAll())
    .filter((command) => command.commands.length === 0 && !/(^| )help$|^bridge$/.test(pathOf(command)))
    .map((command) => ({ path: pathOf(command), help: helpOf(command) }));
  const commands = Object.keys(helpExamples).filter((name) => !name.includes('--'));
  expect(commands.sort(), 'add two or three examples of a new command to help/examples.ts').toEqual(
    leaves.map(({ path }) => path).sort(),
  );
  for (const { path, help } of leaves) {
    const lines = helpExamples[path]!;
    expect(lines.length).toBeLessThanOrEqual(3);
    expect(help.trim().split('\n').slice(-lines.length)).toEqual(lines.map((line) => `  asbench ${line}`));
  }
});

test('the help of every group ends with two or three examples of its commands', async () => {
  const groups = withChildren(await programWithAll()).filter(({ parent, commands }) => parent && commands.length > 0);
  expect(groups.map(pathOf)).toEqual(expect.arrayContaining(['humob', 'map', 'new', 'runs', 'data next-place']));
  for (const group of groups) {
    const lines = helpOf(group).split('Examples:\n')[1]!.trimEnd().split('\n');
    expect(lines.length, pathOf(group)).toBeOneOf([2, 3]);
    for (const line of lines) expect(line).toMatch(new RegExp(`^  asbench ${pathOf(group)} `));
    expect(Object.values(helpExamples).flat()).toEqual(
      expect.arrayContaining(lines.map((line) => line.slice('  asbench '.length))),
    );
  }
});

test('the help of a year has the examples of that year, and that of the others names it', async () => {
  for (const name of ['score', 'validate', 'baseline', 'synth']) {
    const helpWith = async (...words: string[]) => {
      const program = new Command('asbench').exitOverride();
      await addCommands(program, ['humob', name, ...words]);
      const humob = program.commands.find((command) => command.name() === 'humob')!;
      return helpOf(humob.commands.find((command) => command.name() === name)!);
    };
    const ofYear = await helpWith('--year', '2026');
    expect(ofYear.split('Examples:')[1]!.trim().split('\n')).toHaveLength(2);
    for (const line of ofYear.split('Examples:')[1]!.trim().split('\n')) expect(line).toContain('--year 2026');
    expect(await helpWith()).toContain(`For the daily flows of 2026: asbench humob ${name} --year 2026 --help`);
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
    const names = words.filter((_, i) => !words.slice(0, i + 1).some((word) => word.startsWith('--')));
    const command = names.reduce((at, name) => at.commands.find((inner) => inner.name() === name)!, program);
    let parsed = 0;
    command.action(() => {
      parsed++;
    });
    await program.parseAsync(typed, { from: 'user' });
    expect(parsed, line).toBe(1);
  }
});

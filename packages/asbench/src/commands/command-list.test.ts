import { Command } from 'commander';
import { expect, test } from 'vitest';
import { slowTest } from '../../../base/src/slow.fixture.js';
import { addCommands } from './add-commands.js';
import { commandList, commandsFor, groups } from './command-list.js';

slowTest(
  'the commands of the list are those that their code adds, and the code does not repeat their descriptions',
  async () => {
    for (const load of new Set(commandList.map(({ load }) => load))) {
      const parent = new Command();
      (await load()).default(parent, []);
      const listed = commandList.filter((command) => command.load === load);
      expect(parent.commands.map((command) => command.name()).sort()).toEqual(
        listed.map(({ path }) => path.at(-1)).sort(),
      );
      expect(parent.commands.filter((command) => command.description() !== '')).toEqual([]);
    }
  },
);

const pathsOf = (words: readonly string[]) => commandsFor(words).map(({ path }) => path.join(' '));

test.each([
  ['run DailyMobility', ['run']],
  ['run map', ['run']],
  ['--home-dir run runs calls last', ['runs calls']],
  ['--home-dir=run update-benchmarks', ['update-benchmarks']],
  ['help run', ['run']],
  ['help traffic reach', ['traffic reach']],
  ['study', []],
  ['study nothing', []],
  ['--version', []],
  ['', []],
  ['--help', []],
  ['--home-dir run', []],
  ['constructor', []],
  ['completion bash', commandList.map(({ path }) => path.join(' '))],
])('asbench %s loads the commands that it needs and no others', (line, expected) => {
  expect(pathsOf(line.split(' ').filter((word) => word !== ''))).toEqual(expected);
});

test('the first page of the help fits a terminal of 24 lines of 80 columns with its prompt, and names every first word once', async () => {
  const program = new Command('asbench').option('--home-dir <folder>', 'folder of datasets and runs');
  await addCommands(program, ['--help']);
  const lines = program.helpInformation().trimEnd().split('\n');
  expect(lines.length).toBeLessThan(24);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  const rows = lines.flatMap((line) => /^ {2}([a-z][a-z-]+) {2,}\S/.exec(line)?.[1] ?? []);
  expect(rows.slice(0, 5)).toEqual(['list-tasks', 'run', 'ui', 'explain', 'new']);
  expect(rows.length).toBeLessThanOrEqual(15);
  const also = lines
    .find((line) => line.startsWith('Also: '))!
    .slice(6)
    .split(', ');
  const words = new Set(commandList.map(({ path }) => path[0]!));
  words.delete('bridge');
  expect([...rows, ...also].sort()).toEqual([...words].sort());
});

test('the help of a group lists its commands', async () => {
  for (const [group, { commands }] of Object.entries(groups)) {
    const program = new Command('asbench');
    await addCommands(program, [group]);
    const help = program.commands.find((command) => command.name() === group)!.helpInformation();
    for (const [name, description] of commands) {
      expect(help).toContain(`\n  ${name} `);
      expect(help.replace(/\s+/g, ' ')).toContain(description);
    }
  }
});

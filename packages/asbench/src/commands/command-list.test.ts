import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addCommands, commandList, commandsFor } from './command-list.js';

test('the commands of the list are those that their code adds, and the code does not repeat their descriptions', async () => {
  const program = new Command();
  for (const load of new Set(commandList.map(({ load }) => load))) (await load()).default(program, []);
  expect(program.commands.map((command) => command.name()).sort()).toEqual(commandList.map(({ name }) => name).sort());
  expect(program.commands.filter((command) => command.description() !== '').map((command) => command.name())).toEqual(
    [],
  );
});

const all = commandList.map(({ name }) => name);

test.each([
  ['run DailyMobility', ['run']],
  ['run map', ['run']],
  ['--home-dir run calls last', ['calls']],
  ['--home-dir=run update-benchmarks', ['update-benchmarks']],
  ['help run', ['run']],
  ['--version', []],
  ['', []],
  ['--help', []],
  ['--home-dir run', []],
  ['constructor', []],
  ['completion bash', all],
])('asbench %s loads the commands that it needs and no others', (line, expected) => {
  const words = line.split(' ').filter((word) => word !== '');
  expect(commandsFor(words).map(({ name }) => name)).toEqual(expected);
});

test('no option of any command accepts a value that is not finite, or that would keep it busy for ever', async () => {
  const program = new Command();
  await addCommands(program, ['completion']);
  const withChildren = (command: Command): Command[] => [command, ...command.commands.flatMap(withChildren)];
  const accepted: string[] = [];
  for (const command of withChildren(program))
    for (const { long, parseArg, argChoices, defaultValue } of command.options)
      for (const text of ['NaN', 'Infinity', '-Infinity', '1e309', '', ' ', '__proto__', '1000000000000000']) {
        if (parseArg === undefined || argChoices !== undefined) continue;
        try {
          const value: unknown = parseArg(text, defaultValue);
          if (typeof value === 'number' && (!Number.isFinite(value) || value >= 1e15))
            accepted.push(`${command.name()} ${long}`);
        } catch (error) {
          expect((error as Error).message, `${command.name()} ${long}`).toContain('xpected');
        }
      }
  // Numbers of something that ends by itself, or with limits of their own.
  const harmless =
    /--(seed|size|person|speed-factor|again|max-calls|max-tokens|represents|limit|worst|block|from-day|most|pilot|number|value-of-time)$/;
  expect(accepted.filter((option) => !harmless.test(option))).toEqual([]);
});

test('the help starts with the five commands for newcomers and lists every command once, in groups', async () => {
  const program = new Command('asbench');
  await addCommands(program, ['--help']);
  const help = program.helpInformation();
  const [, first] = help.split('Start here:\n');
  expect(first!.split('\n\n')[0]!.match(/^ {2}[a-z-]+/gm)).toEqual(
    ['list-tasks', 'run', 'ui', 'explain', 'new'].map((name) => `  ${name}`),
  );
  const listed = [...help.matchAll(/^ {2}([a-z][a-z-]+) {2,}\S/gm)].map(([, name]) => name);
  expect(listed).toEqual(all.filter((name) => name !== 'bridge'));
  expect(help.match(/^\S.*:$/gm)!.length).toBeGreaterThan(6);
});

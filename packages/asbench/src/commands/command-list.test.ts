import { Command } from 'commander';
import { expect, test } from 'vitest';
import { commandList, commandsFor } from './command-list.js';

test.each(commandList)('%j are the commands that are loaded by these names', async (names, load) => {
  const program = new Command();
  (await load())(program);
  expect(program.commands.map((command) => command.name()).sort()).toEqual([...names].sort());
});

const loadOf = (wanted: string) => commandList.filter(([names]) => names.includes(wanted)).map(([, load]) => load);
const all = commandList.map(([, load]) => load);

test.each([
  ['run DailyMobility', loadOf('run')],
  ['run map', loadOf('run')],
  ['--home-dir run calls last', loadOf('calls')],
  ['--home-dir=run update-benchmarks', loadOf('clone')],
  ['--version', []],
  ['', all],
  ['--help', all],
  ['help run', all],
  ['--home-dir run', all],
  ['constructor', all],
  ['completion bash', all],
])('asbench %s loads what it calls, and no more', (line, wanted) => {
  expect(commandsFor(line.split(' ').filter((word) => word !== ''))).toEqual(wanted);
});

import { nearest } from '@itinera/base';
import type { Command } from 'commander';
import { groups, HOME, isGroup, operandsOf } from './command-list.js';
import { oldCommands, respelt } from './spellings.js';

/** What users type for a list. */
const LISTS = new Set(['list', 'ls']);

/** What to type instead of an unknown command: those of this or a similar name in a group, or all of its group. */
export function afterUnknown(program: Command, words: readonly string[]): string {
  const [group, inner] = operandsOf(words);
  const name = isGroup(group) ? inner : group;
  const same = program.commands.flatMap((parent) =>
    parent.commands.filter((command) => command.name() === name).map(() => `asbench ${parent.name()} ${name}`),
  );
  if (group === 'runs' && LISTS.has(name ?? '')) return 'Runs are listed by: asbench runs leaderboard, asbench ui';
  if (LISTS.has(name ?? '') && !isGroup(group))
    return 'Tasks are listed by: asbench list-tasks; runs by: asbench runs leaderboard, asbench ui';
  if (same.length > 0) return `Commands of this name: ${same.join(', ')}.`;
  const meant = isGroup(group) ? [] : inGroups(program, group ?? '');
  if (meant.length > 0) return `Did you mean asbench ${meant.join(' or asbench ')}?`;
  if (!isGroup(group)) return 'To list the commands: asbench --help';
  return `Commands of ${group}: ${groups[group]!.commands.map(([command]) => command).join(', ')}.`;
}

/** The commands of groups that an unknown first word most likely stands for; none if a first word is as similar. */
function inGroups({ commands }: Command, word: string): string[] {
  const first = commands.map((command) => command.name());
  const inner = commands.flatMap(({ commands }) => commands);
  const known = [
    ...inner.map((command) => ({ name: command.name(), path: `${command.parent!.name()} ${command.name()}` })),
    ...oldCommands.map((name) => ({ name, path: respelt(name.split(' ')).words.join(' ') })),
  ];
  const meant = nearest(word, [...first, ...known.map(({ name }) => name)]);
  return [...new Set(known.filter(({ name }) => name === meant).map(({ path }) => path))];
}

/** `help runs compare` and `runs help compare` as `runs compare --help`: the parser takes one word after `help`, and no unknown one. */
export function helpLast(program: Command, words: readonly string[]): readonly string[] {
  const place = firstUnknown(program, words);
  return words[place] === 'help' && place + 1 < words.length
    ? [...words.slice(0, place), ...words.slice(place + 1), '--help']
    : words;
}

/** Whether a word stands where a command is expected and is none, so that there is no help for it. */
export function namesUnknown(program: Command, words: readonly string[]): boolean {
  const place = firstUnknown(program, words);
  return place >= 0 && words[place] !== 'help';
}

/** The place of the first word that stands where a command is expected and is none, such as `help`; -1 if there is none. */
function firstUnknown(program: Command, words: readonly string[]): number {
  let at = program;
  return words.findIndex((word, i) => {
    if (at.commands.length === 0 || word.startsWith('-') || words[i - 1] === HOME) return false;
    const inner = at.commands.find((command) => command.name() === word);
    at = inner ?? at;
    return inner === undefined;
  });
}

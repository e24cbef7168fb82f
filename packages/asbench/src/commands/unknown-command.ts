import type { Command } from 'commander';
import { groups, isGroup, operandsOf } from './command-list.js';

/** What users type for a list. */
const LISTS = new Set(['list', 'ls']);

/** What to type instead of an unknown command: those of this name in a group, or all of its group. */
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
  if (!isGroup(group)) return 'To list the commands: asbench --help';
  return `Commands of ${group}: ${groups[group]!.commands.map(([command]) => command).join(', ')}.`;
}

import type { Command } from 'commander';

/**
 * Refuses options that were typed although the rest of the command line leaves them without effect.
 * @param names as in the object of options, such as `byPerson`
 * @param when the reason, such as "without --output"
 * @param instead the other way out, such as "add --output"
 */
export function refuseUnused(command: Command, names: readonly string[], when: string, instead?: string): void {
  const unused = command.options.filter((option) => {
    const name = option.attributeName();
    return names.includes(name) && command.getOptionValueSource(name) === 'cli';
  });
  if (unused.length === 0) return;
  const flags = unused.map(({ long }) => long).join(', ');
  const [has, it] = unused.length === 1 ? ['has', 'it'] : ['have', 'them'];
  command.error(
    `error: ${flags} ${has} no effect ${when}. Remove ${it}${instead === undefined ? '' : `, or ${instead}`}`,
    { exitCode: 2 },
  );
}

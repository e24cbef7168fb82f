import { OD_RULES, RELEASES } from '@itinera/humob';
import type { Command } from 'commander';
import { print } from './terminal.js';
import { textTable } from './text-table.js';

/** `asbench humob releases`: the releases of the challenge, how each scores, and what its validator takes and checks. */
export function addHumobReleases(humob: Command): void {
  humob
    .command('releases')
    .description('List the releases of the challenge: rules, scores and validators')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: true }) => {
      if (json) return print(JSON.stringify(RELEASES, null, 2));
      const rows = RELEASES.map(({ name, published, rules, validator }) => [
        name,
        published,
        rules ?? OD_RULES,
        validator.tasks.join(' ') || '–',
        validator.arguments.join(' '),
      ]);
      print(textTable([['release', 'published', 'rules', 'tasks', 'validator'], ...rows]));
      print(
        RELEASES.map(({ name, score, validator }) => `${name}: ${score}. Validator: ${validator.checks}.`).join('\n'),
      );
      print('Choose rules with --rules or --year; --year 2023 --compat TASK FILE is the validator of August 2023.');
    });
}

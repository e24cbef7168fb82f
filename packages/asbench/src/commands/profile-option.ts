import { Option } from 'commander';

/** The arithmetic of the shown scores. */
export type ShownProfile = 'documented' | 'reference' | 'both';

export function formulasOption(): Option {
  return new Option(
    '--formulas <formulas>',
    'formulas of all metrics: as documented, as in published tables, or both',
  ).choices(['documented', 'reference', 'both'] satisfies ShownProfile[]);
}

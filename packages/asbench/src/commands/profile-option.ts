import { Option } from 'commander';

/** The arithmetic of the shown scores. */
export type ShownProfile = 'documented' | 'reference' | 'both';

export function formulasOption(): Option {
  return new Option(
    '--formulas <formulas>',
    'show all metrics by the documented formulas, by the arithmetic of published tables, or both',
  ).choices(['documented', 'reference', 'both'] satisfies ShownProfile[]);
}

import { Option } from 'commander';

/** By which arithmetic scores are shown. */
export type ShownProfile = 'documented' | 'reference' | 'both';

export function profileOption(): Option {
  return new Option(
    '--profile <profile>',
    'scores by the documented formulas, by the arithmetic of published tables, or both',
  )
    .choices(['documented', 'reference', 'both'] satisfies ShownProfile[])
    .default('documented' satisfies ShownProfile);
}

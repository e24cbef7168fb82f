import { UserError } from '@itinera/base';
import type { H3, PlaceOptions } from './places.js';

/** Rule for turning points into places; `own`: they already have places. */
export type PlaceRule = PlaceOptions | { readonly by: 'own' };

/**
 * Parses the rule for turning points into places: `grid:500`, `cluster:100`, `h3:9`, `exact` or `own`.
 * @param loadH3 loads the functions of h3-js; called only for a rule that needs them
 * @throws UserError for any other rule
 */
export async function parsePlaceRule(rule: string, loadH3: () => Promise<H3>): Promise<PlaceRule> {
  const [, by, size] = /^(grid|cluster|h3|exact|own)(?::(\d+(?:\.\d+)?))?$/.exec(rule) ?? [];
  const number = size === undefined ? undefined : Number(size);
  switch (by) {
    case 'grid':
      if (number !== undefined && !(number >= 1 && number <= 1e6)) break;
      return { by, ...(number !== undefined && { metres: number }) };
    case 'cluster':
      if (number !== undefined && !(number > 0)) break;
      return { by, ...(number !== undefined && { radius: number }) };
    case 'h3':
      if (number !== undefined && !(Number.isInteger(number) && number <= 15)) break;
      return { by, h3: await loadH3(), ...(number !== undefined && { resolution: number }) };
    case 'exact':
    case 'own':
      if (number !== undefined) break;
      return { by };
  }
  throw new UserError(`--places ${rule}: expected grid:500, cluster:100, h3:9, exact or own.`);
}

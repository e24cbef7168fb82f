import KDBush from 'kdbush';
import type { NetworkSpare } from './network.js';

/** A place this near to a street serves it, metres. */
const NEAR = 100;

/**
 * The spares of a network that stand where no gate is near.
 * @param gates points on lanes as x, y pairs
 */
export function wantedSpares(spares: readonly NetworkSpare[], gates: Float64Array): readonly NetworkSpare[] {
  if (gates.length === 0 || spares.length === 0) return spares;
  const index = new KDBush(gates.length / 2);
  for (let i = 0; i < gates.length; i += 2) index.add(gates[i], gates[i + 1]);
  index.finish();
  return spares.filter(({ x, y }) => index.within(x, y, NEAR).length === 0);
}

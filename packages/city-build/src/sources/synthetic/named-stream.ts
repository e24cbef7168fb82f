import { Random } from '@itinera/metrics';

/** A stream of random numbers by name: drawing from one leaves the others of the same seed as they are. */
export function namedStream(seed: number, name: string): Random {
  let hash = 0;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return new Random(seed, hash);
}

import type { CityMap } from '@itinera/city';
import type { Profile } from '@itinera/engine';
import { RandomStream, StreamPurpose } from '@itinera/engine';
import type { DemoPopulation } from '../../port/demo.js';
import { relocate } from '../relocate.js';

/**
 * Creates synthetic people in a city: attributes are drawn independently, homes and workplaces by the rules of `relocate`.
 */
export function demoPeople(
  { people, age, attributes, income }: DemoPopulation,
  map: CityMap,
  seed: number,
): readonly Profile[] {
  const drafts = Array.from({ length: people }, (_, i): Profile => {
    const id = i + 1;
    const random = new RandomStream(seed, id, StreamPurpose.DEMO);
    const years = Math.round(random.normal(age.mean, age.deviation));
    const drawn = Object.entries(attributes).map(([name, shares]) => {
      const names = Object.keys(shares);
      return [name, names[random.weighted(Object.values(shares))]];
    });
    return {
      id,
      // Placeholders that `relocate` replaces by AOIs.
      home: id,
      work: people + id,
      attributes: {
        age: Math.min(age.most, Math.max(age.least, years)),
        ...Object.fromEntries(drawn),
        ...(income && { income: Math.round(Math.max(5000, random.normal(income.mean, income.deviation))) }),
      },
    };
  });
  return relocate(drafts, map, seed).profiles;
}

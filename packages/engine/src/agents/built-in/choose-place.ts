import type { Poi, XYPosition } from '../city-view.js';
import type { MobilityAgent } from '../mobility-agent.js';
import { type Outing, placeFigures } from './day-pattern-figures.js';

/** A place of the kind, more likely one near `from`; looked for ever farther until there is one. */
export function choosePlace(
  { environment, random }: MobilityAgent,
  outing: Outing,
  { x, y }: XYPosition,
): Poi | undefined {
  const { types, scale } = placeFigures[outing];
  for (const radius of [scale, 4 * scale]) {
    const around = environment.getAroundPoi({ center: [x, y], radius, poiType: types });
    const weights = around.map(({ position }) => Math.exp(-Math.hypot(position.x - x, position.y - y) / scale));
    const chosen = around[random.weighted(weights)];
    if (chosen !== undefined) return chosen;
  }
  return undefined;
}

import { advanceTraveller } from './advance-traveller.js';
import type { Movement } from './movement.js';
import type { Traveller } from './traveller.js';
import { WorldOfTravellers } from './travellers-world.js';
import type { Milliseconds } from './world.js';

/** Without congestion: everybody is alone on the road, so anyone may be advanced at any time. */
export class FreeWorld extends WorldOfTravellers {
  readonly coupled = false;

  advancePerson(person: number, time: Milliseconds): void {
    advanceFreely(this.movement, this.traveller(person), time);
  }

  advance(time: Milliseconds): void {
    for (const traveller of this.travellers.values()) advanceFreely(this.movement, traveller, time);
  }
}

/** Moves a traveller that is alone on the road. @throws Error when time would run backwards */
export function advanceFreely(movement: Movement, traveller: Traveller, time: Milliseconds): void {
  advanceTraveller(movement, traveller, time, (journey) =>
    movement.pace.extend(journey, Infinity, movement.speedOn(traveller, journey)),
  );
}

import type { Motion } from '@itinera/city/browser';
import type { CityView } from '../agents/city-view.js';
import { type Position, StatusMemory } from '../memory/status-memory.js';
import type { Profile } from './simulation-settings.js';

/** The part of a person's status that the world updates: identity, position and motion. */
export class StatusView {
  /** Time of the current step. */
  motion: Motion | undefined;
  readonly status: StatusMemory;
  readonly #id: number;
  readonly #city: CityView;

  constructor(profile: Profile, city: CityView) {
    this.#id = profile.id;
    this.#city = city;
    this.status = statusOfProfile(profile, (key) => this.#live(key));
  }

  #live(key: string): unknown {
    const { motion } = this;
    if (motion === undefined) return undefined;
    switch (key) {
      case 'id':
        return this.#id;
      case 'status':
        return motion.status;
      case 'position':
        return this.#position(motion);
      case 'v':
        return motion.speed;
      case 'direction':
        return motion.direction;
      default:
        return undefined;
    }
  }

  #position({ x, y, s, aoiId, laneId }: Motion): Position {
    const [longitude, latitude] = this.#city.toLngLat(x, y);
    return {
      xyPosition: { x, y },
      longlatPosition: { longitude, latitude },
      ...(aoiId === null ? {} : { aoiPosition: { aoiId } }),
      ...(laneId === null ? {} : { lanePosition: { laneId, s } }),
    };
  }
}

/** The status of a person before the first step. */
export function statusOfProfile(
  { home, work, attributes }: Profile,
  live: (key: string) => unknown = () => undefined,
): StatusMemory {
  const place = (aoiId: number) => ({ aoiPosition: { aoiId } });
  const places = { home: place(home), ...(work !== null && { work: place(work) }) };
  // Spreads would give each person's object a layout of its own, which takes more memory than its values.
  return new StatusMemory(Object.assign({}, attributes, places), live);
}

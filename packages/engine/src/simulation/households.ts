import { groupBy } from '@itinera/base';
import type { World } from '@itinera/city/browser';
import type { Housemate } from '../agents/housemate.js';
import { RandomStream } from '../agents/random-stream.js';
import type { Profile } from './simulation-settings.js';
import { statusOfProfile } from './status-view.js';

/** Names of the attribute that is equal for all members of a household. */
const HOUSEHOLD = /^(household|hh)_?(id)?$/i;

/** Members share the attribute and their home, so that a column with the sizes of households does not join strangers. */
export function householdOf({ id, home, attributes }: Profile): string {
  const named = Object.entries(attributes).find(
    ([name, value]) => HOUSEHOLD.test(name) && value !== null && value !== '',
  );
  return named === undefined ? `person ${id}` : `${String(named[1])} ${home}`;
}

/** People by household, in order of their first members. */
export function householdsOf(profiles: readonly Profile[]): Profile[][] {
  return [...groupBy(profiles, householdOf).values()];
}

/** The people of a run, each with the members of their household: one list for all members, by id. */
export function withHouseholds(profiles: readonly Profile[]): readonly Profile[] {
  const together = new Map<Profile, readonly Profile[]>();
  for (const members of householdsOf(profiles)) {
    if (members.length === 1) continue;
    members.sort((a, b) => a.id - b.id);
    for (const member of members) together.set(member, members);
  }
  return profiles.map((profile) => {
    const household = together.get(profile);
    return household === undefined ? profile : { ...profile, household };
  });
}

const MOST_HOUSEHOLDS = 4096;

/**
 * The households of the people of a world: members in the same thread share one list. A list is forgotten when all members have left;
 * if others are elsewhere, the oldest are.
 */
export class Households {
  /** By the first member. */
  readonly #known = new Map<number, { readonly housemates: readonly Housemate[]; present: number }>();

  constructor(
    private readonly world: World,
    private readonly seed: number,
  ) {}

  of(profile: Profile): readonly Housemate[] {
    const members = membersOf(profile);
    const key = members[0]!.id;
    const known = this.#known.get(key);
    if (known !== undefined) return known.housemates;
    const housemates = members.map((member) => this.#housemate(member));
    if (this.#known.size >= MOST_HOUSEHOLDS) this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(key, { housemates, present: members.length });
    return housemates;
  }

  /** Says that a person will not ask again. */
  leave(profile: Profile): void {
    const key = membersOf(profile)[0]!.id;
    const known = this.#known.get(key);
    if (known !== undefined && --known.present === 0) this.#known.delete(key);
  }

  #housemate(profile: Profile): Housemate {
    const { id } = profile;
    const { world, seed } = this;
    return {
      id,
      status: statusOfProfile(profile),
      random: () => new RandomStream(seed, id),
      rideTime: (from, to, departure) => world.rideTime(id, from, to, departure * 1000),
      driveDelay: (from, to, departure) => world.driveDelay(id, from, to, departure * 1000),
      travelTime: (from, to, departure, mode) => world.travelTime(id, from, to, departure * 1000, mode),
    };
  }
}

function membersOf(profile: Profile): readonly Profile[] {
  return profile.household ?? [profile];
}

const worlds = new WeakMap<World, Households>();

/** The households of a world, which all groups of people in it share. */
export function householdsIn(world: World, seed: number): Households {
  const households = worlds.get(world) ?? new Households(world, seed);
  worlds.set(world, households);
  return households;
}

import { synthesizeCity } from '@itinera/city-build';
import type { ScenarioPlace } from '@itinera/runner';
import { expect, test } from 'vitest';
import { Geography } from '../exports/geography.js';
import type { RunOfPerson } from '../exports/people-of-run.js';
import { PlaceUsers } from './place-users.js';

const geography = new Geography(synthesizeCity({ seed: 1, size: 500 }));
const placeOf = (kind: ScenarioPlace['kind'], label: string, sublines: number[]): ScenarioPlace => ({
  kind,
  label,
  roads: [],
  points: [],
  sublines,
});
const places = [placeOf('closed', 'Line 1 closed', [7]), placeOf('new', 'New line 2', [8])];
const riding = (...rides: number[]): RunOfPerson => ({
  trips: [],
  failed: 0,
  rides,
  transit: { trips: 0, walk: 0, wait: 0, ride: 0 },
  routes: [],
});

test.each([
  ['the same map', true, [2, 2]],
  ['different maps, where the same id may be that of another new line', false, [2, 1]],
])('riders in either run of %s', (_, isOneMap, people) => {
  const users = new PlaceUsers(places, geography, false, isOneMap);
  users.add([riding(7, 7), riding()]);
  users.add([riding(8), riding(7)]);
  users.add([riding(), riding(8)]);
  users.add([riding(9), riding()]);
  expect(users.counts()).toEqual([
    { label: 'Line 1 closed', by: 'ride it', people: people[0] },
    { label: 'New line 2', by: 'ride it', people: people[1] },
  ]);
});

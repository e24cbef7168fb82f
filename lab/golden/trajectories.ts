import { fromRows, type Trajectories } from '@itinera/mobility';
import type { Adapter, GoldenFolder } from './adapter.js';

/** A data set of `trajectories.json`, by its id. */
export function trajectoriesOf(folder: GoldenFolder, id: string): Trajectories {
  const found = folder.cases('trajectories.json').find((golden) => golden.id === id);
  if (!found) throw new Error(`trajectories.json has no ${id}`);
  return fromRows(
    found.user.map((uid: number, i: number) => ({
      uid,
      time: found.time[i],
      lon: found.lon[i],
      lat: found.lat[i],
    })),
  );
}

/** No row is lost, people are in order of id, and times ascend. */
export const adapter: Adapter = ({ id, user }, check, folder) => {
  const { people, starts, times } = trajectoriesOf(folder, id);
  const ids = [...new Set(user as number[])].sort((a, b) => a - b);
  check.same('people', people.map(Number), ids);
  check.same(
    'rows a person',
    people.map((_, i) => starts[i + 1] - starts[i]),
    ids.map((uid) => user.filter((other: number) => other === uid).length),
  );
  check.holds(
    'times rise',
    people.every((_, i) =>
      times.subarray(starts[i], starts[i + 1]).every((time, k, own) => k === 0 || own[k - 1] <= time),
    ),
  );
};

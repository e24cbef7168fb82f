import * as mobility from '@itinera/mobility';
import type { Adapter } from './adapter.js';

export const adapter: Adapter = ({ place, lon, lat, arrival, departure, adopted }, check) => {
  const stays = mobility.fromRows(
    place.map((number: number, i: number) => ({
      uid: 1,
      time: arrival[i],
      end: departure[i],
      lon: lon[i],
      lat: lat[i],
      place: number,
    })),
  );
  const durations = mobility.stayDurations(stays).values;
  const times = new Map<number, number>();
  stays.places?.forEach((number, row) => {
    times.set(number, (times.get(number) ?? 0) + durations[row]);
  });
  const actual: Record<string, unknown> = {
    home: mobility.homeLocation(stays)[0]?.place ?? null,
    work: mobility.workLocation(stays)[0]?.place ?? null,
    home_work_distance_m: mobility.homeWorkDistance(stays)[0],
    radius_of_gyration_by_duration_m: mobility.radiusOfGyration(stays, { weight: 'duration' })[0],
    radius_of_gyration_by_count_m: mobility.radiusOfGyration(stays)[0],
    time_by_place_s: [...times].sort(([a], [b]) => a - b),
    share_of_time_at_home: mobility.shareOfTimeAtHome(stays)[0],
    stay_durations_s: durations,
  };
  for (const [name, expected] of Object.entries(adopted)) {
    if (name in actual) check.same(name, actual[name], expected, name.endsWith('_m') ? 'length' : 'similarity');
    else check.skip(`no measure ${name}`);
  }
};

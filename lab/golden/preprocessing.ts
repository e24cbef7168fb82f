import * as mobility from '@itinera/mobility';
import type { Adapter } from './adapter.js';

type Rule = (track: mobility.Trajectories, settings: Record<string, number>) => Record<string, unknown>;

const KILOMETRE = 1000;
const MINUTE = 60;

const rules: Record<string, Rule> = {
  filter: (track, { max_speed_kmh }) => ({
    kept: mobility.noiseFilter(track, max_speed_kmh === undefined ? {} : { maxSpeed: max_speed_kmh / 3.6 }).rows,
  }),
  compress: (track, { spatial_radius_km }) => {
    const { times, lons, lats } = mobility.compression(track, { radius: spatial_radius_km * KILOMETRE });
    return { time: times, lon: lons, lat: lats };
  },
  stay_locations: (track, { spatial_radius_km, minutes_for_a_stop, no_data_for_minutes }) => {
    const { times, ends, lons, lats } = mobility.stays(track, {
      ...(spatial_radius_km !== undefined && { radius: spatial_radius_km * KILOMETRE }),
      ...(minutes_for_a_stop !== undefined && { minimum: minutes_for_a_stop * MINUTE }),
      ...(no_data_for_minutes !== undefined && { gap: no_data_for_minutes * MINUTE }),
    });
    return { arrival: times, departure: ends, lon: lons, lat: lats };
  },
  cluster: ({ lons, lats }, { cluster_radius_km, min_samples }) => ({
    label: mobility.clusterPoints(lons, lats, { radius: cluster_radius_km * KILOMETRE, minimum: min_samples }),
  }),
};

export const adapter: Adapter = ({ time, lon, lat, adopted }, check) => {
  const track = mobility.fromRows(
    time.map((seconds: number, i: number) => ({ uid: 1, time: seconds, lon: lon[i], lat: lat[i] })),
  );
  for (const [name, expected] of Object.entries(adopted as Record<string, Record<string, unknown>>)) {
    const [step, ...words] = name.split(' ');
    const rule = rules[step];
    if (!rule) {
      check.skip(`no step ${name}`);
      continue;
    }
    const settings = Object.fromEntries(
      words.filter((word) => word.includes('=')).map((word) => [word.split('=')[0], Number(word.split('=')[1])]),
    );
    const actual = rule(track, settings);
    for (const [field, values] of Object.entries(expected)) {
      // Coordinates to a tenth of a millimetre; all else is exact.
      const tolerance = field === 'lon' || field === 'lat' ? { absolute: 1e-9, relative: 0 } : 'exact';
      check.same(`${name} ${field}`, actual[field], values, tolerance);
    }
  }
};

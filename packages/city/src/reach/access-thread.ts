import { Piscina } from 'piscina';
import { CityMap } from '../map/city-map.js';
import { readColumnsFromFiles } from '../map/column-file.js';
import { openRoutingData, type RoutingData } from '../routing/routing-data.js';
import { Timetable } from '../transit/timetable.js';
import { ACCESS_TASK, type SharedReach } from './access-in-threads.js';
import { CityReach } from './city-reach.js';
import type { AccessSums } from './street-access.js';

// A thread that sums up what is within reach of AOIs, on a city that all threads share.

readColumnsFromFiles();
const shared = Piscina.workerData as SharedReach;
const map = CityMap.open(shared.map);
const data = openRoutingData(shared.routing, map) as RoutingData;
const timetable = shared.timetable && Timetable.open(shared.timetable);
const reach = new CityReach(map, { ...data, timetable }, shared.settings);
const search = reach.access(shared.limits, shared.weights);

export default function access(start: number): AccessSums {
  return search.sums(start, start + ACCESS_TASK);
}

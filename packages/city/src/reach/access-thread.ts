import { Piscina } from 'piscina';
import { CityMap } from '../map/city-map.js';
import { openRoutingData, type RoutingData } from '../routing/routing-data.js';
import { Timetable } from '../transit/timetable.js';
import { ACCESS_TASK, type SharedReach } from './access-in-threads.js';
import { CityReach } from './city-reach.js';

// A thread that sums up what is within reach of AOIs, on a city that all threads share.

const shared = Piscina.workerData as SharedReach;
const map = CityMap.open(shared.map);
const data = openRoutingData(shared.routing, map) as RoutingData;
const timetable = shared.timetable && Timetable.open(shared.timetable);
const reach = new CityReach(map, { ...data, timetable }, shared.settings);

export default function access(start: number): Float64Array {
  return reach.access(start, start + ACCESS_TASK, shared.limits, shared.weights);
}

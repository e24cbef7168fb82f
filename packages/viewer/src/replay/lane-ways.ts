import { type LaneWay, MotionStatus } from '@itinera/city/browser';
import { tripWays, type WayPart } from '@itinera/run/browser';
import { Mode } from '../wire/replay.js';

/** The trips by person id, and then by departure. */
export function* laneWays({ trips, routes }: WayPart): Generator<LaneWay & { readonly person: number }> {
  for (const { trip, stretches } of tripWays(trips, routes)) {
    const { id, departure, arrival, seconds, origin, destination, mode } = trip;
    yield {
      person: id,
      departure,
      end: arrival ?? departure + seconds,
      arrived: arrival !== null,
      origin,
      destination,
      stretches: stretches.map((stretch) => ({ ...stretch, mode: modeOf(stretch.status, mode) })),
    };
  }
}

/** The mode of a stretch; in the documents, trips by bike have the number of walking. */
function modeOf(status: number, tripMode: string): number {
  if (status === MotionStatus.DRIVING || tripMode === 'PASSENGER') return Mode.CAR;
  if (status === MotionStatus.PASSENGER || status === MotionStatus.RAIL_TRANSIT) return Mode.TRANSIT;
  return tripMode === 'BIKE_WALK' ? Mode.BIKE : Mode.FOOT;
}

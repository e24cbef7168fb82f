import type { JourneyQuestion, Timetable, TransitPlanner } from '@itinera/city';

interface Trip {
  readonly stops: readonly number[];
  readonly times: { readonly arrival: number; readonly departure: number }[];
  /** On which the vehicle continues. */
  next?: Trip;
}

interface Line {
  readonly stops: number[];
  readonly trips: Trip[];
}

/** The rounds of RAPTOR in a naive version: objects, maps, and a check of every trip of a line. */
export class NaivePlanner {
  readonly #lines: Line[] = [];
  readonly #linesAt = new Map<number, { line: Line; place: number }[]>();

  constructor(
    private readonly planner: TransitPlanner,
    private readonly timetable: Timetable,
    day: number,
  ) {
    const { patterns } = timetable;
    const active = planner.servicesOn(day);
    const blocks = new Map<string, Trip[]>();
    for (let pattern = 0; pattern < timetable.patternCount; pattern++) {
      const stops = [...patterns.stops.subarray(patterns.stopOffsets[pattern]!, patterns.stopOffsets[pattern + 1]!)];
      const line: Line = { stops, trips: [] };
      for (let trip = patterns.tripOffsets[pattern]!; trip < patterns.tripOffsets[pattern + 1]!; trip++)
        for (const { shift, isActive } of active) {
          if (isActive[patterns.services[trip]!] === 0) continue;
          const start = patterns.eventOffsets[pattern]! + (trip - patterns.tripOffsets[pattern]!) * stops.length;
          const times = stops.map((_, i) => ({
            arrival: patterns.arrivals[start + i]! + shift,
            departure: patterns.departures[start + i]! + shift,
          }));
          const made: Trip = { stops, times };
          line.trips.push(made);
          const block = patterns.blocks?.[trip] ?? -1;
          const key = `${block} ${shift}`;
          if (block >= 0) blocks.set(key, [...(blocks.get(key) ?? []), made]);
        }
      this.#lines.push(line);
      stops.forEach((stop, place) => {
        this.#linesAt.set(stop, [...(this.#linesAt.get(stop) ?? []), { line, place }]);
      });
    }
    for (const trips of blocks.values()) {
      trips.sort((a, b) => a.times[0]!.departure - b.times[0]!.departure);
      trips.slice(1).forEach((trip, i) => {
        const before = trips[i]!;
        const isThere = before.stops.at(-1) === trip.stops[0];
        if (isThere && trip.times[0]!.departure >= before.times.at(-1)!.arrival) before.next = trip;
      });
    }
  }

  /** Seconds since midnight at the target; Infinity if no ride leads there. */
  arrival({ from, to, seconds, walkingSpeed }: JourneyQuestion): number {
    const { footpaths, stops } = this.timetable;
    const boarding = 60;
    const walk = (metres: number) => Math.ceil(metres / walkingSpeed);
    const sources = this.planner.stopsNear(from);
    const targets = this.planner.stopsNear(to, 'fromStops');
    const egress = new Map(Array.from(targets.stops, (stop, i) => [stop, walk(targets.metres[i]!)]));
    const ready = new Map(
      Array.from(sources.stops, (stop, i) => [stop, Math.ceil(seconds + sources.metres[i]! / walkingSpeed) + boarding]),
    );
    const arrived = new Map<number, number>();
    let best = seconds + 12 * 3600;
    let found = Infinity;
    let marked = new Set(ready.keys());
    while (marked.size > 0) {
      const queue = new Map<Line, number>();
      for (const stop of marked)
        for (const { line, place } of this.#linesAt.get(stop) ?? [])
          queue.set(line, Math.min(place, queue.get(line) ?? Infinity));
      const reached = new Set<number>();
      for (const [line, first] of queue) {
        // Every trip by itself, since one may overtake another.
        for (const { times, next } of line.trips) {
          let isOn = false;
          for (let place = first; place < line.stops.length; place++) {
            const stop = line.stops[place]!;
            const { arrival, departure } = times[place]!;
            if (isOn && arrival < (arrived.get(stop) ?? Infinity) && arrival < best) {
              arrived.set(stop, arrival);
              reached.add(stop);
            }
            if (departure >= (ready.get(stop) ?? Infinity) && place < line.stops.length - 1) isOn = true;
          }
          for (let trip = isOn ? next : undefined; trip; trip = trip.next)
            for (let place = 1; place < trip.stops.length; place++) {
              const stop = trip.stops[place]!;
              const { arrival } = trip.times[place]!;
              if (arrival >= (arrived.get(stop) ?? Infinity) || arrival >= best) continue;
              arrived.set(stop, arrival);
              reached.add(stop);
            }
        }
      }
      for (const stop of reached) {
        const there = arrived.get(stop)! + (egress.get(stop) ?? Infinity);
        if (there < best) [best, found] = [there, there];
      }
      marked = new Set();
      for (const stop of reached) {
        const lower = (other: number, time: number) => {
          if (time >= (ready.get(other) ?? Infinity)) return;
          ready.set(other, time);
          marked.add(other);
        };
        const time = arrived.get(stop)!;
        if (stops.changeSeconds[stop]! >= 0) lower(stop, time + Math.max(stops.changeSeconds[stop]!, boarding));
        for (let path = footpaths.offsets[stop]!; path < footpaths.offsets[stop + 1]!; path++)
          lower(
            footpaths.stops[path]!,
            time + Math.max(footpaths.seconds[path]!, walk(footpaths.metres[path]!) + boarding),
          );
      }
    }
    return found;
  }
}

import { describeIssue, furthestIssue, UserError } from '@itinera/base';
import { z } from 'zod';

const list = <T extends z.ZodType>(of: T) => z.array(of).readonly();
const lanes = z.int().min(1).max(12);
/** In degrees. */
const points = list(z.tuple([z.number(), z.number()]).readonly());
/** Ids, or names as on the map or in the timetable; case, accents and apostrophes do not count. */
const names = list(z.union([z.int(), z.string()]));
/** Hours of each day, or of some weekdays (0 is Sunday); a time that begins later than it ends passes midnight. */
const hours = z.object({ from: z.number(), to: z.number(), days: list(z.int()).nullable() });
/** Roads by id or name, or bridges by the name of the road or the water, by an area that they touch, or both: those of this name in this area. */
const roads = z.object({ road: names.optional(), bridge: names.optional(), area: points.optional() });
/** Stations by the names or ids of their stops, of the feed or of AOIs, or those of a name in an area. */
const stations = z.object({ station: names, area: points.optional() });
/** Lines by short or long name or id, all lines of an agency, or both: the lines of this name of this agency. */
const lines = z.object({ line: names.optional(), agency: z.string().optional() });

const roadClosure = z.object({ ...roads.shape, ...hours.shape, for: z.enum(['cars', 'cars-not-buses', 'everyone']) });
const lineClosure = z.union([
  z.object({ ...stations.shape, ...hours.shape }),
  // Both are optional, so anything else would fit, too.
  z
    .object({ ...lines.shape, ...hours.shape })
    .refine(({ line, agency }) => line !== undefined || agency !== undefined, { abort: true }),
]);

const newRoad = z.object({
  name: z.string(),
  /** Its course from junction to junction. */
  points,
  /** Lanes for cars in each direction. */
  lanes,
  /** km/h. */
  speed: z.number().positive(),
  bothWays: z.boolean(),
  /** Whether there is a pavement. */
  walking: z.boolean(),
});

const busLine = z.object({
  name: z.string(),
  /** Stops in order. */
  stops: points,
  /** Seconds between two buses of a direction. */
  headway: z.number().positive(),
  /** First and last departure, seconds since midnight. */
  from: z.number(),
  to: z.number(),
  /** km/h along the streets, stops included. */
  speed: z.number().positive(),
  bothWays: z.boolean(),
});

const scenario = z.object({
  name: z.string(),
  close: list(z.union([roadClosure, lineClosure])),
  speed: list(
    z.union([
      z.object({ ...roads.shape, kmh: z.number().positive() }),
      z.object({ ...roads.shape, factor: z.number().positive() }),
    ]),
  ),
  lanes: list(z.object({ ...roads.shape, lanes, busLanes: z.int().min(0).optional() })),
  /** New roads, bus lines and GTFS feeds (paths). */
  add: list(z.union([z.object({ road: newRoad }), z.object({ bus: busLine }), z.object({ gtfs: z.string() })])),
  /** Share of the people with a workplace. */
  workAtHome: z.number(),
  /** Departures that are moved, in seconds. */
  shift: list(z.object({ ...hours.shape, seconds: z.number(), share: z.number(), purpose: z.enum(['work', 'any']) })),
  /** Seconds: the begin since midnight of day 0, and the time within which people set out. */
  evacuate: z.object({ area: points, at: z.number(), within: z.number() }).nullable(),
  /** For driving into an area, and what an hour is worth to drivers, in the same currency. */
  price: list(
    z.object({ ...hours.shape, area: points, amount: z.number().positive(), valueOfTime: z.number().positive() }),
  ),
});

/** What a scenario changes of the network, the people and the clock: plain data, in seconds and degrees. */
export type Scenario = z.infer<typeof scenario>;
/** The corners of an area: longitude and latitude. */
export type Area = z.infer<typeof points>;
export type HoursOfDays = z.infer<typeof hours>;
export type RoadSelection = z.infer<typeof roads>;
export type StationSelection = z.infer<typeof stations>;
export type LineSelection = z.infer<typeof lines>;
export type RoadClosure = z.infer<typeof roadClosure>;
/** Closed lines or stations. */
export type LineClosure = z.infer<typeof lineClosure>;
/** A road that a scenario adds, between two junctions. */
export type NewRoad = z.infer<typeof newRoad>;
/** A bus line that a scenario adds. */
export type BusLine = z.infer<typeof busLine>;

/**
 * Checks a scenario that a run folder keeps.
 * @throws UserError naming the first value that does not fit
 */
export function scenarioOfRun(kept: unknown): Scenario {
  const { data, error } = scenario.safeParse(kept);
  if (error === undefined) return data;
  const issue = furthestIssue(error.issues[0]!);
  throw new UserError(
    `The scenario of the run (run.json): ${issue.path.join('.')}: ${describeIssue(issue)}. It was written by another version or edited by hand.`,
  );
}

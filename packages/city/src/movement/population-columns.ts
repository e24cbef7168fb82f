import { type Column, type SharedColumns, viewColumn } from '../map/shared-columns.js';
import type { MovementEvent, TripFailure } from './world.js';

/** Kinds of events by number: `eventKinds[kind]`. */
export const eventKinds = [
  'departure',
  'arrival',
  'interrupted',
  'stay',
  'failure',
] as const satisfies readonly MovementEvent['kind'][];
/** Reasons of failures by number; 0 stands for none. */
export const failureReasons = [
  '',
  'unknown-aoi',
  'no-gate',
  'no-route',
  'unsupported-mode',
  'too-long',
] as const satisfies readonly (TripFailure | '')[];

/** Events in columns, person by person: person i has the events `offsets[i] … offsets[i + 1] - 1`, in their order. */
export interface EventColumns {
  readonly offsets: Int32Array;
  /** Milliseconds. */
  readonly time: Float64Array;
  /** Place in `eventKinds`. */
  readonly kind: Uint8Array;
  /** Id of the AOI that the trip leads to (or the person is in, for `stay`). */
  readonly aoiId: Int32Array;
  /** Of a departure: id of the AOI it leaves, -1 for none; -1 for other kinds. */
  readonly fromAoiId: Int32Array;
  /** Of a departure: a `TripMode`; otherwise 0. */
  readonly mode: Uint8Array;
  /** Of a failure: place in `failureReasons`; otherwise 0. */
  readonly reason: Uint8Array;
  /** Of an arrival: how long and how far the trip was; otherwise 0. */
  readonly seconds: Float64Array;
  readonly metres: Float64Array;
}

/** Where people are, in columns. */
export interface RowColumns {
  /** `MotionStatus`. */
  readonly status: Uint8Array;
  /** Id of the AOI or lane, -1 for none; one of them always is. */
  readonly aoiId: Int32Array;
  readonly laneId: Int32Array;
  /** Metres along the lane. */
  readonly s: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** What people have done by the end, by person. */
export interface TotalColumns {
  readonly trips: Int32Array;
  readonly seconds: Float64Array;
  readonly metres: Float64Array;
}

/** Empty columns for so many rows. */
export function rowColumns(count: number): RowColumns & Record<string, Column> {
  return {
    status: new Uint8Array(count),
    aoiId: new Int32Array(count),
    laneId: new Int32Array(count),
    s: new Float64Array(count),
    x: new Float64Array(count),
    y: new Float64Array(count),
  };
}

/** Empty columns for so many people. */
export function totalColumns(count: number): TotalColumns & Record<string, Column> {
  return { trips: new Int32Array(count), seconds: new Float64Array(count), metres: new Float64Array(count) };
}

/** All columns of a buffer by name. */
export function openColumns<T>({ buffer, layout }: SharedColumns): T {
  return Object.fromEntries(
    Object.entries(layout).map(([name, place]) => [name, viewColumn(buffer, place)]),
  ) as unknown as T;
}

/** Events of some people after each other, as columns. */
export function eventColumns(people: readonly (readonly MovementEvent[])[]): EventColumns {
  const offsets = new Int32Array(people.length + 1);
  people.forEach((events, i) => {
    offsets[i + 1] = offsets[i]! + events.length;
  });
  const made = allocateEvents(offsets);
  let at = 0;
  for (const events of people)
    for (const event of events) {
      made.time[at] = event.time;
      made.kind[at] = eventKinds.indexOf(event.kind);
      made.aoiId[at] = 'to' in event ? event.to : event.aoiId;
      made.fromAoiId[at] = event.kind === 'departure' ? (event.from ?? -1) : -1;
      if (event.kind === 'departure') made.mode[at] = event.mode;
      else if (event.kind === 'failure') made.reason[at] = failureReasons.indexOf(event.reason);
      else if (event.kind === 'arrival') {
        made.seconds[at] = event.seconds;
        made.metres[at] = event.metres;
      }
      at++;
    }
  return made;
}

/** The events of several groups of people after each other. */
export function joinEvents(groups: readonly EventColumns[]): EventColumns {
  const people = groups.reduce((sum, group) => sum + group.offsets.length - 1, 0);
  const offsets = new Int32Array(people + 1);
  let person = 0;
  for (const group of groups) {
    const start = offsets[person]!;
    for (let i = 1; i < group.offsets.length; i++) offsets[++person] = start + group.offsets[i]!;
  }
  const joined = allocateEvents(offsets);
  let at = 0;
  for (const group of groups) {
    for (const [name, column] of Object.entries(group))
      if (name !== 'offsets') joined[name as keyof EventColumns].set(column, at);
    at += group.time.length;
  }
  return joined;
}

function allocateEvents(offsets: Int32Array): EventColumns {
  const count = offsets[offsets.length - 1]!;
  return {
    offsets,
    time: new Float64Array(count),
    kind: new Uint8Array(count),
    aoiId: new Int32Array(count),
    fromAoiId: new Int32Array(count),
    mode: new Uint8Array(count),
    reason: new Uint8Array(count),
    seconds: new Float64Array(count),
    metres: new Float64Array(count),
  };
}

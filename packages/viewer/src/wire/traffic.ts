/** Speeds, delays and jams of the cars of a run. */
export type { RunTrafficReport, TrafficJam } from '@itinera/studies';

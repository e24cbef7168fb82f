import type { UnitKind } from './unit-kind.js';

/** What workers can make, by the name that orders call it. Each is loaded only when it is asked for. */
export const unitKinds: Readonly<Record<string, () => Promise<UnitKind>>> = {
  humob: async () => (await import('./humob-units.js')).humobUnits,
  sweep: async () => (await import('./sweep-units.js')).sweepUnits,
  run: async () => (await import('./run-units.js')).runUnits,
};

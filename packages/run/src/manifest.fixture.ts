import { RUN_FORMAT, type RunManifest } from './manifest.js';
import { planSettings } from './plan.js';

/** A valid manifest. */
export const manifest: RunManifest = {
  format: RUN_FORMAT,
  ...planSettings(),
  task: 'DailyMobility',
  taskVersion: '1',
  people: 2,
  groupSize: 16,
  clock: { stepSeconds: 900, steps: 100 },
  agent: { source: { builtIn: 'random' }, hash: '', params: {} },
  dataset: { folder: '', hash: '', synthetic: true, relocated: null },
  map: { path: '', hash: '' },
  congestion: 'off',
  order: 'free',
  routes: true,
  expId: '01234567-89ab-8cde-8f01-23456789abcd',
  versions: { itinera: '', node: '' },
  state: 'finished',
  error: '',
  startedAt: '2026-01-02T03:04:05.678Z',
  seconds: 1,
};

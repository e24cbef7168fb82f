import { API, PAGES } from '../../wire/addresses.js';
import { lazy } from '../lazy.js';
import type { RunView } from '../page.js';
import { source } from '../source.js';
import { scoresView } from './scores.js';

const Replay = lazy(async () => (await import('../player/replay-view.js')).ReplayView);

const replayView: RunView = {
  at: PAGES.replay,
  tab: 'Replay',
  isShown: ({ run }) => source.has(API.replay.at({ run: run.name })),
  View: ({ data: { run } }) => <Replay names={[run.name]} done={run.peopleDone} />,
};

const summaryView: RunView = {
  at: 'run/:run/summary',
  tab: 'Summary',
  isShown: ({ isScored }) => !isScored,
  View: lazy(async () => (await import('./summary.js')).SimulationPage),
};

export const trafficView: RunView = {
  at: 'run/:run/traffic',
  tab: 'Traffic',
  isShown: ({ run, isScored, manifest }) =>
    !isScored && manifest?.routes === true && run.state === 'finished' && source.has(API.traffic.at({ run: run.name })),
  View: lazy(async () => (await import('./traffic.js')).TrafficOfRun),
};

const callsView: RunView = {
  at: PAGES.calls,
  tab: 'Calls',
  isShown: ({ run, hasCalls }) => hasCalls && source.has(API.calls.at({ run: run.name })),
  View: lazy(async () => (await import('./calls.js')).CallsOfRun),
};

const peopleView: RunView = {
  at: 'run/:run/people',
  tab: 'People',
  isShown: ({ run }) => source.has(API.peopleIndex.at({ run: run.name })),
  View: lazy(async () => (await import('./people.js')).PeopleOfRun),
};

const personView: RunView = {
  at: PAGES.person,
  tab: 'People',
  View: lazy(async () => (await import('./person.js')).PersonView),
};

const aboutView: RunView = {
  at: 'run/:run/about',
  tab: 'About',
  View: lazy(async () => (await import('./about.js')).AboutRun),
};

/** The pages of a run in the order of their tabs. The first that is shown opens when the address names none. */
export const RUN_VIEWS: readonly RunView[] = [
  scoresView,
  summaryView,
  trafficView,
  replayView,
  peopleView,
  personView,
  callsView,
  aboutView,
];

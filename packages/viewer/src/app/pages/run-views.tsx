import { API, PAGES } from '../../wire/addresses.js';
import { lazy } from '../lazy.js';
import type { RunView } from '../page.js';
import { source } from '../source.js';
import { aboutView } from './about.js';
import { callsView } from './calls.js';
import { peopleView } from './people.js';
import { scoresView } from './scores.js';
import { summaryView } from './summary.js';

const Replay = lazy(async () => (await import('../replay/replay-view.js')).ReplayView);

const replayView: RunView = {
  at: PAGES.replay,
  tab: 'Replay',
  isShown: ({ run }) => source.has(API.replay.at({ run: run.name })),
  View: ({ data: { run } }) => <Replay names={[run.name]} done={run.peopleDone} />,
};

const personView: RunView = {
  at: PAGES.person,
  tab: 'People',
  View: lazy(async () => (await import('./person.js')).PersonView),
};

/** The pages of a run in the order of their tabs. The first that is shown opens when the address names none. */
export const RUN_VIEWS: readonly RunView[] = [
  scoresView,
  summaryView,
  replayView,
  peopleView,
  personView,
  callsView,
  aboutView,
];

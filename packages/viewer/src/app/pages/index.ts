import { PAGES } from '../../wire/addresses.js';
import { lazy } from '../lazy.js';
import type { Page } from '../page.js';
import { runPage } from './run.js';
import { runsPage } from './runs.js';

/** A page whose script is loaded when it is first opened. */
const later = (at: readonly string[], load: () => Promise<Page>): Page => ({
  at,
  View: lazy(async () => (await load()).View),
});

/** All pages. */
export const pages: readonly Page[] = [
  runsPage,
  runPage,
  later([PAGES.comparison, `${PAGES.comparison}/:view`], async () => (await import('./compare.js')).comparePage),
  later([PAGES.comparedPerson], async () => (await import('./compared-person.js')).comparedPersonPage),
  later([PAGES.several], async () => (await import('./several.js')).severalPage),
  later([PAGES.scoring, PAGES.scoringUser], async () => (await import('./humob.js')).humobPage),
  later([PAGES.measures], async () => (await import('./measures.js')).measuresPage),
  later([PAGES.flows, PAGES.keptFlows], async () => (await import('./flows.js')).flowsPage),
];

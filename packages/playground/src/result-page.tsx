import { flowsPage } from '../../viewer/src/app/pages/flows.js';
import { humobPage } from '../../viewer/src/app/pages/humob.js';
import { measuresPage } from '../../viewer/src/app/pages/measures.js';
import { setSource } from '../../viewer/src/app/source.js';
import { match } from '../../viewer/src/wire/addresses.js';
import { VALIDATION } from './jobs/job.js';
import type { ShownResult, TaskRunner } from './task-runner.js';
import { validationPage } from './validation-page.js';

const PAGES = [humobPage, flowsPage, measuresPage, validationPage];

interface Props {
  readonly result: Pick<ShownResult, 'page'>;
  readonly runner: TaskRunner;
}

/** A result, shown by the page of the viewer that shows such results; the worker has its data. */
export function ResultPage({ result: { page }, runner }: Props) {
  setSource({
    live: true,
    home: [],
    has: () => true,
    searchFor: (search) => search,
    json: async (address) => (await runner.ask(address)) as never,
    bytes: async (address) => ((await runner.ask(address)) as Uint8Array<ArrayBuffer>).slice().buffer,
  });
  for (const { at, View } of PAGES)
    for (const pattern of at) {
      const params = match(pattern, page);
      if (params !== null) return <View key={page.join('/')} params={params} query={new URLSearchParams()} />;
    }
  return null;
}

/** The tab to which the address of a result belongs. */
export function tabOfResult(parts: readonly string[]): 'score' | 'validate' | 'measure' | null {
  if (parts[0] === 'humob' || parts[0] === 'flows') return 'score';
  if (parts[0] === 'measures') return 'measure';
  return parts[0] === VALIDATION ? 'validate' : null;
}

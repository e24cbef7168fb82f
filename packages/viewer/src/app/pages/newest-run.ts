import { API } from '../../wire/addresses.js';
import type { RunItem } from '../../wire/runs.js';
import { useLoad } from '../load.js';
import { source } from '../source.js';

/** The newest of the listed runs that fit; undefined without any, and while they are loading. */
export function useNewestRun(fits: (run: RunItem) => boolean): RunItem | undefined {
  const { data } = useLoad(source.has(API.runs.at({})) ? API.runs.at({}) : null);
  const started = ({ startedAt }: RunItem) => startedAt ?? '';
  return (data?.runs ?? []).filter(fits).sort((a, b) => (started(a) < started(b) ? 1 : -1))[0];
}

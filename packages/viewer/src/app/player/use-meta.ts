import { useEffect, useState } from 'preact/hooks';
import { API } from '../../wire/addresses.js';
import type { ReplayMeta } from '../../wire/replay.js';
import { useLoad } from '../load.js';
import { source } from '../source.js';

const REFRESH = 1200;

/** The facts of a run's replay as soon as it is prepared; `why` there is none. Null for both meanwhile, and in a report without it. */
export function useReplayMeta(run: string): {
  readonly meta: ReplayMeta | null;
  readonly why: string | null;
  /** While it is prepared. */
  readonly working: { readonly share: number; readonly doing: string } | null;
} {
  const at = API.replay.at({ run });
  const [meta, setMeta] = useState<ReplayMeta | null>(null);
  const { data, error } = useLoad(meta === null && source.has(at) ? at : null, REFRESH);
  useEffect(() => {
    if (data?.state === 'ready') setMeta(data);
  }, [data]);
  const why = data?.state === 'impossible' ? data.reason : error;
  return { meta, why, working: data?.state === 'working' ? data : null };
}

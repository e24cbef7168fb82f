import type { MutableRef } from 'preact/hooks';
import { useEffect, useRef, useState } from 'preact/hooks';
import { API } from '../../wire/addresses.js';
import { unpack } from '../../wire/packed.js';
import type { ReplayMeta } from '../../wire/replay.js';
import { source } from '../source.js';
import { colour } from '../theme.js';
import type { Bin } from './bin.js';
import type { ReplayPlace } from './bins.js';
import { countsOf, type Legend, type LookAttribute, legendOf, lookOf, type Shown } from './look.js';
import type { Look } from './people-layer.js';
import type { Stage } from './stage.js';

export interface LookOfPane {
  readonly legend: Legend;
  /** People by entry of the legend. */
  readonly counts: readonly number[];
  /** The current look of the people in a bin. */
  readonly look: (bin: Bin | null) => Look;
  /** Counts the people of a bin. */
  readonly count: (bin: Bin) => void;
}

/** Colours, legend and counts of a pane; updates the look of the stage when the selection changes. */
export function useLook(
  of: ReplayPlace,
  meta: ReplayMeta,
  shown: Shown,
  /** 1 for people who are shown; null for everybody. */
  only: Uint8Array | null,
  { stage, seen, ids }: { stage: MutableRef<Stage | null>; seen: MutableRef<Bin | null>; ids: object | null },
  onTrouble: (message: string) => void,
): MutableRef<LookOfPane> {
  const [counts, setCounts] = useState<readonly number[]>([]);
  const [attribute, setAttribute] = useState<LookAttribute | null>(null);
  const { by, trails, isNight, hidden } = shown;
  const legend = legendOf(by, meta, attribute);
  const now: LookOfPane = {
    legend,
    counts,
    look: (bin) => lookOf(shown, legend, bin, attribute, meta.people, only, stage.current?.frame),
    count: (bin) => setCounts(countsOf(by, legend, bin, attribute)),
  };
  const latest = useRef(now);
  latest.current = now;

  useEffect(() => {
    if (by === 'mode' || by === 'intention' || by === 'speed') return setAttribute(null);
    void source
      .bytes(API.replayAttribute.at({ ...of, attribute: meta.attributes.indexOf(by) }))
      .then((buffer) => {
        const { head, arrays } = unpack(buffer);
        setAttribute({ labels: head.labels as string[], codes: arrays.codes as Uint8Array });
      })
      .catch((problem: Error) => onTrouble(problem.message));
    return undefined;
  }, [by, of]);
  useEffect(() => {
    const show = () => {
      if (!stage.current) return;
      stage.current.look = latest.current.look(seen.current);
      const { frame } = stage.current;
      stage.current.restColours = latest.current.legend.colours.map((name) => colour(name, frame));
      stage.current.redraw();
    };
    show();
    addEventListener('themechange', show);
    return () => removeEventListener('themechange', show);
  }, [by, attribute, [...hidden].join('.'), trails, isNight, only, ids]);
  useEffect(() => {
    if (seen.current) now.count(seen.current);
  }, [by, attribute]);
  return latest;
}

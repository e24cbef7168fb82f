import type { MutableRef } from 'preact/hooks';
import { useEffect, useRef, useState } from 'preact/hooks';
import { API } from '../../wire/addresses.js';
import { unpack } from '../../wire/packed.js';
import type { ReplayMeta } from '../../wire/replay.js';
import { setQuery } from '../route.js';
import { source } from '../source.js';
import type { Bin } from './bin.js';
import type { Bins, ReplayPlace } from './bins.js';
import type { Camera } from './camera.js';
import { City } from './city.js';
import type { ReplayClock } from './clock.js';
import { type GestureListeners, listenToGestures } from './gestures.js';
import type { Look } from './people-layer.js';
import { type Found, Stage } from './stage.js';

const COUNT_MILLISECONDS = 250;
const PICK_PIXELS = 14;
const HOVER_PIXELS = 9;

export interface StageParts {
  readonly of: ReplayPlace;
  readonly meta: ReplayMeta;
  readonly camera: Camera;
  readonly clock: ReplayClock;
  readonly makeBins: () => Bins;
}

/** State shared by a pane and its stage. */
export interface StageRefs {
  readonly frame: MutableRef<HTMLDivElement | null>;
  readonly stage: MutableRef<Stage | null>;
  /** The bin on screen. */
  readonly seen: MutableRef<Bin | null>;
}

export interface StageCalls extends Required<Pick<GestureListeners, 'draws' | 'onDraft' | 'onDrawn'>> {
  readonly look: (bin: Bin | null) => Look;
  /** Called after some of the frames. */
  readonly count: (bin: Bin) => void;
  readonly onIds: (ids: ArrayLike<number>) => void;
  readonly onTrouble: (message: string) => void;
  /** Called with what is below the pointer, in pixels of the frame; null if it has left. */
  readonly onHover: (found: Found | null, left: number, top: number) => void;
}

/** The stage of a pane: created when the city is loaded, removed with the pane. @returns whether data are being loaded */
export function useStage(
  { of, camera, clock, makeBins }: StageParts,
  { frame, stage, seen }: StageRefs,
  calls: StageCalls,
): boolean {
  const [isLoading, setLoading] = useState(true);
  const latest = useRef(calls);
  latest.current = calls;
  useEffect(() => {
    let gone = false;
    let end = () => {};
    const begin = async () => {
      const bins = makeBins();
      bins.want(clock.time, false);
      const file = (name: string) => source.bytes(API.replayFile.at({ ...of, file: name }));
      const [city, idBytes] = await Promise.all([source.bytes(API.city.at(of)), file('ids')]);
      if (gone || !frame.current) return;
      const ids = unpack(idBytes).arrays.ids!;
      let countedAt = 0;
      const made = new Stage(frame.current, latest.current.look(null), {
        clock,
        camera,
        bins,
        city: new City(city),
        onBin: (bin) => {
          seen.current = bin;
          made.look = latest.current.look(bin);
        },
        onTrouble: (message) => latest.current.onTrouble(message),
        onFrame: (bin) => {
          setLoading(bin === null);
          const now = performance.now();
          if (bin === null || (clock.playing && now - countedAt < COUNT_MILLISECONDS)) return;
          countedAt = now;
          latest.current.count(bin);
        },
      });
      stage.current = made;
      end = listenToGestures(frame.current, camera, {
        onMove: () => made.followed >= 0 && setQuery({ follow: null }),
        onPick: (left, top) => {
          const found = made.find(left, top, PICK_PIXELS);
          if (found !== null && 'person' in found) setQuery({ follow: String(ids[found.person]) }, true);
        },
        onHover: (left, top) =>
          latest.current.onHover(Number.isNaN(left) ? null : made.find(left, top, HOVER_PIXELS), left, top),
        draws: () => latest.current.draws(),
        onDraft: (corners) => latest.current.onDraft(corners),
        onDrawn: (corners) => latest.current.onDrawn(corners),
      });
      setLoading(false);
      latest.current.onIds(ids);
    };
    begin().catch((problem: Error) => latest.current.onTrouble(problem.message));
    return () => {
      gone = true;
      end();
      stage.current?.dispose();
      stage.current = null;
    };
  }, [of]);
  return isLoading;
}

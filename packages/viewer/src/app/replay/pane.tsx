import { useEffect, useRef, useState } from 'preact/hooks';
import { unpack } from '../../wire/packed.js';
import type { ReplayMeta } from '../../wire/replay.js';
import { Loading, Trouble } from '../parts/states.js';
import { setQuery, useRoute } from '../route.js';
import { source } from '../source.js';
import type { Bin } from './bin.js';
import type { Bins } from './bins.js';
import type { Camera } from './camera.js';
import { City } from './city.js';
import type { ReplayClock } from './clock.js';
import { Controls } from './controls.js';
import { listenToGestures } from './gestures.js';
import { countsOf, type LookAttribute, legendOf, lookOf } from './look.js';
import { type Overlay, readFlows, readTraffic } from './overlays.js';
import { Stage } from './stage.js';

const COUNT_MILLISECONDS = 250;

interface Props {
  readonly name: string;
  readonly base: string;
  readonly meta: ReplayMeta;
  readonly camera: Camera;
  readonly clock: ReplayClock;
  readonly makeBins: () => Bins;
  readonly titled: boolean;
  /** Whether the camera stays with whom this pane follows: of panes with one camera, one leads. */
  readonly leads: boolean;
}

/** A city with people in it, and what says how they are shown. */
export function Pane({ name, base, meta, camera, clock, makeBins, titled, leads }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const stage = useRef<Stage | null>(null);
  const seen = useRef<Bin | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(true);
  const [counts, setCounts] = useState<readonly number[]>([]);
  const [attribute, setAttribute] = useState<LookAttribute | null>(null);
  const [ids, setIds] = useState<ArrayLike<number> | null>(null);
  const { query } = useRoute();
  const by = query.get('colour') ?? 'mode';
  const overlay = (query.get('layer') ?? 'none') as Overlay;
  const trails = query.get('trails') !== 'off';
  const hidden = new Set((query.get('hide') ?? '').split('.').filter(Boolean).map(Number));
  const follow = query.get('follow');
  const legend = legendOf(by, meta, attribute);
  const relook = () => {
    if (!stage.current) return;
    stage.current.look = lookOf(by, legend, hidden, seen.current, attribute, trails, meta.people);
    stage.current.request();
  };
  const state = useRef({ by, legend, attribute, relook });
  state.current = { by, legend, attribute, relook };

  useEffect(() => {
    let gone = false;
    let ends: (() => void)[] = [];
    const begin = async () => {
      const [city, idBytes] = await Promise.all([source.bytes(`${base}/city`), source.bytes(`${base}/ids`)]);
      if (gone || !frame.current) return;
      setIds(unpack(idBytes).arrays.ids!);
      let countedAt = 0;
      const onFrame = (bin: Bin | null) => {
        setLoading(bin === null);
        if (bin === null) return;
        const now = performance.now();
        const { by: shown, legend: entries, attribute: of } = state.current;
        if (clock.playing && now - countedAt < COUNT_MILLISECONDS) return;
        countedAt = now;
        setCounts(countsOf(shown, entries, bin, of));
      };
      const look = lookOf(by, legend, hidden, null, attribute, trails, meta.people);
      stage.current = new Stage(frame.current, look, {
        people: meta.people,
        clock,
        camera,
        bins: makeBins(),
        city: new City(city),
        onBin: (bin) => {
          seen.current = bin;
          state.current.relook();
        },
        onFrame,
      });
      frame.current.dataset.layer = stage.current.layer;
      ends = [
        listenToGestures(frame.current, camera, {
          onMove: () => setQuery({ follow: null }),
          onPick: (x, y, reach) => pick(x, y, reach),
        }),
      ];
      setLoading(false);
      setAttribute((known) => known && { ...known });
    };
    begin().catch((problem: Error) => setError(problem.message));
    return () => {
      gone = true;
      for (const end of ends) end();
      stage.current?.dispose();
      stage.current = null;
    };
  }, [base]);

  /** Follows whoever is nearest to a click. */
  const pick = (x: number, y: number, reach: number) => {
    const bin = seen.current;
    if (!bin) return;
    let [best, least] = [-1, reach * reach];
    for (let person = 0; person < bin.people; person++) {
      const square = (bin.x[person]! - x) ** 2 + (bin.y[person]! - y) ** 2;
      if (square < least) [best, least] = [person, square];
    }
    chosen.current = best;
    if (best >= 0) setPicked((n) => n + 1);
  };
  const chosen = useRef(-1);
  const [picked, setPicked] = useState(0);
  useEffect(() => {
    if (picked > 0 && ids && chosen.current >= 0) setQuery({ follow: String(ids[chosen.current]) });
  }, [picked]);

  useEffect(() => {
    if (by === 'mode' || by === 'intention') return setAttribute(null);
    void source
      .bytes(`${base}/attributes/${meta.attributes.indexOf(by)}`)
      .then((buffer) => {
        const { head, arrays } = unpack(buffer);
        setAttribute({ labels: head.labels as string[], codes: arrays.codes as Uint8Array });
      })
      .catch((problem: Error) => setError(problem.message));
    return undefined;
  }, [by, base]);

  useEffect(relook, [by, attribute, query.get('hide'), trails, ids]);

  useEffect(() => {
    if (seen.current) setCounts(countsOf(by, legend, seen.current, attribute));
  }, [by, attribute]);

  useEffect(() => {
    const one = stage.current;
    if (!one) return;
    one.overlay = overlay;
    one.refreshOverlay();
    if (overlay === 'flows' && !one.flows)
      void source.bytes(`${base}/flows`).then((buffer) => {
        one.flows = readFlows(buffer);
        one.refreshOverlay();
      });
    if (overlay === 'traffic' && !one.traffic)
      void source.bytes(`${base}/traffic`).then((buffer) => {
        one.traffic = readTraffic(buffer);
        one.refreshOverlay();
      });
  }, [overlay, ids]);

  useEffect(() => {
    if (!stage.current || !ids) return;
    stage.current.followed = follow === null || !leads ? -1 : Array.prototype.indexOf.call(ids, Number(follow));
    if (stage.current.followed >= 0 && camera.scale * 400 < camera.plane.unit * 100) camera.zoom(3);
    frame.current?.classList.toggle('following', stage.current.followed >= 0);
    stage.current.request();
  }, [follow, ids]);

  if (error) return <Trouble title="The replay cannot be shown">{error}</Trouble>;
  return (
    <section class="pane" aria-label={`Replay of ${name}`}>
      {titled && (
        <h2>
          <bdi>{name}</bdi>
        </h2>
      )}
      <div class="stage-box">
        <div
          class="stage"
          ref={frame}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move the map.
          tabIndex={0}
          role="application"
          aria-label="Map. Arrow keys move it, plus and minus zoom, 0 shows all, space plays."
        />
        {isLoading && <Loading what="this quarter of an hour" />}
        <div class="zoom">
          <button type="button" onClick={() => camera.zoom(1.6)} aria-label="Closer">
            +
          </button>
          <button type="button" onClick={() => camera.zoom(1 / 1.6)} aria-label="Farther">
            −
          </button>
          <button
            type="button"
            onClick={() => frame.current && camera.fit(frame.current.clientWidth, frame.current.clientHeight, true)}
            aria-label="Show all of the city"
          >
            ⤢
          </button>
        </div>
      </div>
      <Controls
        name={name}
        meta={meta}
        by={by}
        overlay={overlay}
        trails={trails}
        hidden={hidden}
        legend={legend}
        counts={counts}
        follow={follow}
        known={ids !== null && follow !== null && Array.prototype.includes.call(ids, Number(follow))}
      />
    </section>
  );
}

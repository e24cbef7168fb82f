import type { MutableRef } from 'preact/hooks';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { count } from '../../wire/format.js';
import type { ReplayMeta } from '../../wire/replay.js';
import { type Shortcut, showKeys, useShortcuts } from '../parts/shortcuts.js';
import { Empty, Loading } from '../parts/states.js';
import { parseHash, setQuery, useRoute } from '../route.js';
import { Bins } from './bins.js';
import { Camera } from './camera.js';
import { DAY_SPEED, nextSpeed, ReplayClock } from './clock.js';
import { ToolButton } from './map-tools.js';
import { OVERLAYS } from './overlays.js';
import { FILM_SECONDS, Pane, type PaneActions } from './pane.js';
import { TimeBar } from './time-bar.js';
import { useReplayMeta } from './use-meta.js';
import { readCamera, readHours, writeCamera, writeHours } from './view-address.js';

const MORNING = 8 * 3600;
const USUAL_SPEED = 300;
/** Seconds of the keys that move time. */
const STEP = 300;
const KEEP_MILLISECONDS = 700;
const IDLE_MILLISECONDS = 3000;

interface ReplayProps {
  readonly names: readonly string[];
  /** Above each of several runs. */
  readonly titles?: readonly string[];
  /** People who have finished, of a run in progress. */
  readonly done?: number | null;
  /** Whether people move from the start, unless the reader prefers less motion. */
  readonly plays?: boolean;
}

/** One run, or two side by side, with one clock and one camera. */
export function ReplayView({ names, titles = [], done = null, plays = false }: ReplayProps) {
  const [metas, setMetas] = useState<Readonly<Record<string, ReplayMeta>>>({});
  const all = names.map((name) => metas[name]).filter((meta) => meta !== undefined);
  return (
    <>
      {names.map((name) =>
        metas[name] ? null : (
          <Waiting key={name} name={name} ready={(meta) => setMetas((known) => ({ ...known, [name]: meta }))} />
        ),
      )}
      {all.length === names.length && (
        <>
          <More shown={all[0]!.people} done={done} show={() => setMetas({})} />
          <Ready names={names} titles={titles} metas={all} plays={plays} />
        </>
      )}
    </>
  );
}

/** People of a run in progress who have finished since its replay was prepared. */
function More({
  shown,
  done,
  show,
}: {
  readonly shown: number;
  readonly done: number | null;
  readonly show: () => void;
}) {
  if (done === null || done <= shown) return null;
  return (
    <p class="soft" role="status">
      {count(shown)} people are shown; {count(done)} have finished.{' '}
      <button type="button" onClick={show}>
        Show all
      </button>
    </p>
  );
}

/** Shown until the replay is prepared. */
function Waiting({ name, ready }: { readonly name: string; readonly ready: (meta: ReplayMeta) => void }) {
  const { meta, why, working } = useReplayMeta(name);
  useEffect(() => {
    if (meta) ready(meta);
  }, [meta]);
  if (why) return <Empty title="No replay">{why}</Empty>;
  if (working)
    return (
      <section class="card progress" role="status">
        <progress max={1} value={working.share} />
        <p>{working.doing} This happens once per run.</p>
      </section>
    );
  return <Loading what="the replay" />;
}

function Ready({
  names,
  titles,
  metas,
  plays,
}: Required<Pick<ReplayProps, 'names' | 'titles' | 'plays'>> & { readonly metas: readonly ReplayMeta[] }) {
  const { query } = useRoute();
  const [first] = metas as [ReplayMeta];
  const box = useRef<HTMLDivElement>(null);
  const isNight = query.get('night') === 'on';
  const shared = useMemo(() => {
    const end = Math.max(...metas.map(({ bins }) => bins)) * 900;
    const given = query.get('t');
    const time = given === null ? MORNING : Number(given) || 0;
    const clock = new ReplayClock(Math.min(end, time), end, Number(query.get('speed')) || USUAL_SPEED);
    return { clock, camera: new Camera(first.plane) };
  }, []);
  const panes = useMemo(
    () =>
      names.map((name, i) => {
        const of = { run: name, version: metas[i]!.version };
        const isSame = JSON.stringify(metas[i]!.plane) === JSON.stringify(first.plane);
        const camera = isSame ? shared.camera : new Camera(metas[i]!.plane);
        return { of, meta: metas[i]!, camera, actions: { current: null } as MutableRef<PaneActions | null> };
      }),
    [],
  );
  useKeptView(shared.clock, shared.camera);
  const { clock } = shared;
  useEffect(() => {
    if (plays && !matchMedia('(prefers-reduced-motion: reduce)').matches) clock.play();
  }, []);
  const pane = () => panes[0]!.actions.current;
  const shortcuts: readonly Shortcut[] = [
    { keys: [' '], does: 'play or pause', run: () => (clock.playing ? clock.pause() : clock.play()) },
    {
      keys: [',', '.'],
      does: 'five minutes back or ahead',
      run: (key) => clock.jump(clock.time + (key === ',' ? -STEP : STEP)),
    },
    {
      keys: ['s', 'd'],
      does: 'slower or faster',
      run: (key) => {
        clock.speed = nextSpeed(clock.speed, key === 'd' ? 1 : -1);
        setQuery({ speed: String(clock.speed) });
      },
    },
    { keys: ['f'], does: 'full screen', run: () => toggleFullScreen(box.current) },
    { keys: ['n'], does: 'city at night', run: () => setQuery({ night: isNight ? null : 'on' }, true) },
    {
      keys: ['c', 'l'],
      does: 'next colours, next overlay',
      run: (key) => {
        const [name, all] =
          key === 'c'
            ? (['colour', ['mode', 'speed', 'intention', ...first.attributes]] as const)
            : (['layer', OVERLAYS.map(([value]) => value)] as const);
        const now = (all as readonly string[]).indexOf(query.get(name) ?? all[0]!);
        setQuery({ [name]: all[(now + 1) % all.length]!, ...(key === 'c' && { hide: null }) }, true);
      },
    },
    {
      keys: ['t'],
      does: 'trails',
      run: () => setQuery({ trails: query.get('trails') === 'off' ? null : 'off' }, true),
    },
    { keys: ['a'], does: 'select an area', run: () => pane()?.toggleArea() },
    { keys: ['Enter'], does: 'select the visible area', run: () => pane()?.selectVisible() },
    {
      keys: ['[', ']'],
      does: 'select from or until this time',
      run: (key) => {
        const [from, to] = readHours(query.get('hours')) ?? [0, clock.end];
        const next =
          key === '[' ? ([clock.time, Math.max(to, clock.time + 900)] as const) : ([from, clock.time] as const);
        if (next[1] > next[0]) setQuery({ hours: writeHours(next) }, true);
      },
    },
    {
      keys: ['Escape'],
      does: 'clear the selection, stop following',
      run: () => {
        const none = { area: null, hours: null, follow: null };
        if (Object.keys(none).some((key) => query.get(key))) setQuery(none, true);
      },
    },
    { keys: ['p'], does: 'save a picture', run: () => pane()?.savePicture() },
    { keys: ['r'], does: `record ${FILM_SECONDS} s`, run: () => pane()?.toggleFilm() },
  ];
  useShortcuts(shortcuts);
  useIdle(box);
  const startNight = () => {
    setQuery({ night: 'on', speed: String(DAY_SPEED) }, true);
    clock.speed = DAY_SPEED;
    if (document.fullscreenElement === null) toggleFullScreen(box.current);
    clock.play();
  };
  return (
    <div class={`replay ${names.length > 1 ? 'beside' : ''} ${isNight ? 'night' : ''}`} ref={box}>
      <div class="panes">
        {panes.map(({ of, meta, camera, actions }, i) => (
          <Pane
            key={of.run}
            of={of}
            meta={meta}
            camera={camera}
            clock={clock}
            makeBins={() => new Bins(of, meta.bins, meta.plane.unit)}
            title={titles[i]}
            leads={i === 0 || camera !== shared.camera}
            isNight={isNight}
            actions={actions}
          />
        ))}
      </div>
      <TimeBar clock={clock} meta={first} hours={readHours(query.get('hours'))}>
        <button
          type="button"
          class="night-button"
          aria-pressed={isNight}
          onClick={isNight ? () => setQuery({ night: null }, true) : startNight}
        >
          City at night
        </button>
        <ToolButton
          label="Full screen"
          onClick={() => toggleFullScreen(box.current)}
          path="M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4"
        />
        <ToolButton label="Keys" onClick={showKeys} path="M7 7.5a3 3 0 1 1 4.2 2.7c-.8.4-1.2.9-1.2 2M10 15.4v.6" />
      </TimeBar>
    </div>
  );
}

/** Shows an element on the whole screen, or ends that. */
function toggleFullScreen(element: HTMLElement | null): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  // Refused in some embedded pages; the replay continues in its place.
  else element?.requestFullscreen?.().catch(() => undefined);
}

/** Marks an element with the class `idle` while the pointer and the keys rest, so that controls can be hidden. */
function useIdle(box: MutableRef<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wake = () => {
      clearTimeout(timer);
      element?.classList.remove('idle');
      timer = setTimeout(() => element?.classList.add('idle'), IDLE_MILLISECONDS);
    };
    const events = ['pointermove', 'pointerdown', 'keydown'] as const;
    for (const event of events) addEventListener(event, wake);
    wake();
    return () => {
      clearTimeout(timer);
      for (const event of events) removeEventListener(event, wake);
    };
  }, []);
}

/** Restores the camera from the address, and keeps camera and time in it. */
function useKeptView(clock: ReplayClock, camera: Camera): void {
  const { query } = useRoute();
  useMemo(() => {
    const kept = readCamera(query.get('at'), camera.plane);
    if (kept) camera.show(kept);
  }, []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      timer = undefined;
      const following = parseHash(location.hash).query.get('follow') !== null;
      const at = camera.isMoved && !following ? writeCamera(camera) : null;
      const t = String(Math.round(clock.time));
      const { query: now } = parseHash(location.hash);
      if (now.get('at') === at && now.get('t') === t) return;
      setQuery({ at: following ? now.get('at') : at, t });
    };
    const later = () => {
      timer ??= setTimeout(keep, KEEP_MILLISECONDS);
    };
    const ends = [camera.listen(later), clock.listen(later)];
    return () => {
      clearTimeout(timer);
      for (const end of ends) end();
      clock.pause();
    };
  }, []);
}

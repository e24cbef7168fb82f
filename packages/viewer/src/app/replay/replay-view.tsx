import { useEffect, useMemo, useState } from 'preact/hooks';
import { API } from '../../wire/addresses.js';
import type { ReplayMeta } from '../../wire/replay.js';
import { count } from '../format.js';
import { useLoad } from '../load.js';
import { Empty, Loading, Trouble } from '../parts/states.js';
import { useRoute } from '../route.js';
import { Bins } from './bins.js';
import { Camera } from './camera.js';
import { ReplayClock } from './clock.js';
import { Pane } from './pane.js';
import { TimeBar } from './time-bar.js';

const REFRESH = 1200;
const MORNING = 8 * 3600;
const USUAL_SPEED = 300;

interface ReplayProps {
  readonly names: readonly string[];
  /** People who have finished, of a run in progress. */
  readonly done?: number | null;
}

/** One run, or two side by side, with one clock and one camera. */
export function ReplayView({ names, done = null }: ReplayProps) {
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
          <Ready names={names} metas={all} />
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
  const { data, error } = useLoad(API.replay.at({ run: name }), REFRESH);
  useEffect(() => {
    if (data?.state === 'ready') ready(data);
  }, [data]);
  if (error) return <Trouble title="The replay cannot be prepared">{error}</Trouble>;
  if (data?.state === 'impossible') return <Empty title="No replay">{data.reason}</Empty>;
  if (data?.state === 'working')
    return (
      <section class="card progress" role="status">
        <progress max={1} value={data.share} />
        <p>{data.doing} This happens once per run.</p>
      </section>
    );
  return <Loading what="the replay" />;
}

function Ready({ names, metas }: { readonly names: readonly string[]; readonly metas: readonly ReplayMeta[] }) {
  const { query } = useRoute();
  const [first] = metas as [ReplayMeta];
  const shared = useMemo(() => {
    const end = Math.max(...metas.map(({ bins }) => bins)) * 900;
    const given = query.get('t');
    const time = given === null ? MORNING : Number(given) || 0;
    const clock = new ReplayClock(Math.min(end, time), end, Number(query.get('speed')) || USUAL_SPEED);
    return { clock, camera: new Camera(first.plane) };
  }, []);
  useEffect(() => {
    const space = (event: KeyboardEvent) => {
      const { tagName } = event.target as HTMLElement;
      if (event.key !== ' ' || /^(INPUT|SELECT|BUTTON|TEXTAREA|A)$/.test(tagName)) return;
      event.preventDefault();
      if (shared.clock.playing) shared.clock.pause();
      else shared.clock.play();
    };
    addEventListener('keydown', space);
    return () => {
      removeEventListener('keydown', space);
      shared.clock.pause();
    };
  }, []);
  const panes = useMemo(
    () =>
      names.map((name, i) => {
        const of = { run: name, version: metas[i]!.version };
        const isSame = JSON.stringify(metas[i]!.plane) === JSON.stringify(first.plane);
        return { of, meta: metas[i]!, camera: isSame ? shared.camera : new Camera(metas[i]!.plane) };
      }),
    [],
  );
  return (
    <div class={`replay ${names.length > 1 ? 'beside' : ''}`}>
      <div class="panes">
        {panes.map(({ of, meta, camera }, i) => (
          <Pane
            key={of.run}
            of={of}
            meta={meta}
            camera={camera}
            clock={shared.clock}
            makeBins={() => new Bins(of, meta.bins)}
            titled={names.length > 1}
            leads={i === 0 || camera !== shared.camera}
          />
        ))}
      </div>
      <TimeBar clock={shared.clock} meta={first} />
    </div>
  );
}

import { useEffect, useRef, useState } from 'preact/hooks';
import { API, PAGES } from '../../wire/addresses.js';
import { asDuration, clock as clockText, metres } from '../../wire/format.js';
import type { PersonDetail } from '../../wire/people.js';
import type { Plane } from '../../wire/replay.js';
import { useLoad } from '../load.js';
import { Cause } from '../parts/cause.js';
import { useDayNames } from '../parts/day-names.js';
import { href, setQuery } from '../route.js';
import { source } from '../source.js';
import type { Camera } from './camera.js';
import type { ReplayClock } from './clock.js';
import { colourOfTime, describeProfile, doing, momentOf, stretchesOfDay } from './moment.js';

/** Facts of a profile on the card. */
const MOST_FACTS = 6;
const UPDATE_MILLISECONDS = 200;

interface Props {
  readonly run: string;
  readonly person: number;
  readonly clock: ReplayClock;
  readonly camera: Camera;
}

/** The followed person: profile, activity, next stop and the call that led to the trip; the path of the day on the map. */
export function PersonCard({ run, person, clock, camera }: Props) {
  const at = API.person.at({ run, person });
  const { data, error } = useLoad(source.has(at) ? at : null);
  const time = useTime(clock);
  const nameOf = useDayNames();
  const close = () => setQuery({ follow: null });
  if (!source.has(at)) return null;
  const moment = data && momentOf(data, time);
  return (
    <>
      {data && <DayPath data={data} time={time} camera={camera} />}
      <aside class="person-card" aria-label={`Person ${person}`}>
        <h2>
          <a href={href(PAGES.person, { run, person })}>Person {person}</a>
          <button type="button" class="quiet" onClick={close} aria-label="Stop following">
            ×
          </button>
        </h2>
        {error && <p class="trouble">{error}</p>}
        {data && moment && (
          <>
            <p class="soft">
              <bdi>{describeProfile(data.profile, MOST_FACTS)}</bdi>
            </p>
            <Doing data={data} {...moment} />
            <ol class="times" aria-label={`Colours of the path, ${nameOf(Math.floor(time / 86_400))}`}>
              {[0, 6, 12, 18, 24].map((hour) => (
                <li key={hour} style={{ borderColor: colourOfTime(Math.min(hour * 3600, 86_399)) }}>
                  {String(hour).padStart(2, '0')}
                </li>
              ))}
            </ol>
            {moment.trip && <Cause run={run} person={person} time={moment.trip.from} />}
          </>
        )}
      </aside>
    </>
  );
}

/** The current time, a few times per second. */
function useTime(clock: ReplayClock): number {
  const [time, setTime] = useState(clock.time);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = clock.listen(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setTime(clock.time);
      }, UPDATE_MILLISECONDS);
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [clock]);
  return time;
}

function Doing({
  data: { home, work },
  now,
  intention,
  next,
}: { readonly data: PersonDetail } & ReturnType<typeof momentOf>) {
  return (
    <dl class="doing">
      {now && (
        <>
          <dt>now</dt>
          <dd>
            <strong>
              <bdi>{doing(now, home, work)}</bdi>
            </strong>{' '}
            since {clockText(now.from)}
            {now.kind === 'trip' && `, arrives ${clockText(now.to)}, ${metres(now.metres)}`}
            {intention && (
              <span class="soft">
                {' '}
                · <bdi>{intention}</bdi>
              </span>
            )}
          </dd>
        </>
      )}
      <dt>next</dt>
      <dd>
        {next ? (
          <>
            {clockText(next.from)} <bdi>{doing(next, home, work)}</bdi>
            {next.kind === 'trip' && <span class="soft"> · {asDuration(next.to - next.from)}</span>}
          </>
        ) : (
          'no more trips'
        )}
      </dd>
    </dl>
  );
}

/** The path of the day on the map, coloured by time. */
function DayPath({
  data,
  time,
  camera,
}: {
  readonly data: PersonDetail;
  readonly time: number;
  readonly camera: Camera;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const today = stretchesOfDay(data.stretches, time);
  const day = `${data.row.id} ${today[0]?.from} ${today.length}`;
  useEffect(() => {
    const draw = () => canvas.current && drawPath(canvas.current, camera, today);
    draw();
    const observer = new ResizeObserver(draw);
    observer.observe(canvas.current!);
    const end = camera.listen(draw);
    return () => {
      observer.disconnect();
      end();
    };
  }, [camera, day]);
  return <canvas class="day-path" ref={canvas} />;
}

function drawPath(canvas: HTMLCanvasElement, camera: Camera, stretches: PersonDetail['stretches']): void {
  const ratio = Math.min(2, devicePixelRatio);
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d')!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  const at = toScreen(camera, width, height);
  for (const { kind, path, from, to } of stretches) {
    if (kind !== 'trip' || path.length < 4) continue;
    for (const [colour, wide] of [
      ['#fff', 7],
      ['', 4],
    ] as const) {
      context.lineWidth = wide;
      for (let i = 2; i < path.length; i += 2) {
        context.strokeStyle = colour || colourOfTime(from + ((to - from) * i) / path.length);
        context.beginPath();
        context.moveTo(...at(path[i - 2]!, path[i - 1]!));
        context.lineTo(...at(path[i]!, path[i + 1]!));
        context.stroke();
      }
    }
  }
  for (const { kind, path, from } of stretches) {
    if (kind !== 'stay' || path.length < 2) continue;
    context.beginPath();
    context.arc(...at(path[0]!, path[1]!), 5, 0, 7);
    context.fillStyle = colourOfTime(from);
    context.fill();
    context.lineWidth = 2;
    context.strokeStyle = '#fff';
    context.stroke();
  }
}

/** From metres in the plane of the map to pixels on a canvas. */
function toScreen(
  { x, y, scale, plane }: { x: number; y: number; scale: number; plane: Plane },
  width: number,
  height: number,
) {
  return (east: number, north: number): [number, number] => [
    width / 2 + ((east - plane.west) / plane.unit - x) * scale,
    height / 2 - ((north - plane.south) / plane.unit - y) * scale,
  ];
}

import { SECONDS_PER_DAY } from '@itinera/base';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { BottomAxis } from '../../charts/axes.js';
import { clock as clockText, count, dayName } from '../../wire/format.js';
import { MODES, MOVING_MODES, type ReplayMeta } from '../../wire/replay.js';
import { linear } from '../../wire/scale.js';
import { useWidth } from '../charts/use-width.js';
import { setQuery } from '../route.js';
import { DAY_SPEED, PLAY_SPEEDS, type ReplayClock } from './clock.js';
import { type Hours, writeHours } from './view-address.js';

const saySpeed = (speed: number) =>
  speed === 1
    ? 'real time'
    : speed === DAY_SPEED
      ? 'a day in 20 s'
      : speed < 60
        ? `${speed} s per second`
        : `${speed / 60} min per second`;

const HEIGHT = 58;
/** Height of the line above the chart, pixels. */
const TEXT = 15;
const STEP = 300;
/** Width of the name of a day. */
const NAME_PIXELS = 66;
/** Half the width of the slider knob, pixels: the margin at each end of its track. */
const EDGE = 8;

interface BarProps {
  readonly clock: ReplayClock;
  readonly meta: ReplayMeta;
  /** The selected span of time. */
  readonly hours: Hours | null;
  /** More buttons. */
  readonly children: ComponentChildren;
}

/** Time, speed, and the number of travelling people over time. */
export function TimeBar({ clock, meta, hours, children }: BarProps) {
  const [, update] = useState(0);
  useEffect(() => {
    let last = 0;
    return clock.listen(() => {
      const now = performance.now();
      if (clock.playing && now - last < 60) return;
      last = now;
      update((n) => n + 1);
    });
  }, [clock]);
  const { time, end, playing, speed } = clock;
  const lastDay = Math.ceil(end / SECONDS_PER_DAY) - 1;
  const day = Math.min(meta.days.length - 1, Math.floor(time / SECONDS_PER_DAY));
  const weather = meta.days[day];
  const dayOf = (second: number) => dayName(Math.min(lastDay, Math.floor(second / SECONDS_PER_DAY)), meta.firstDay);
  const toggle = () => {
    if (playing) clock.pause();
    else clock.play();
  };
  return (
    <div class="time-bar">
      <div class="time-row">
        <button type="button" class="play" onClick={toggle} aria-label={playing ? 'Pause' : 'Play'}>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d={playing ? 'M5 3h3.4v14H5zM11.6 3H15v14h-3.4z' : 'M5 3l12 7-12 7z'} fill="currentColor" />
          </svg>
        </button>
        <output class="time">
          {meta.days.length > 1 || end > SECONDS_PER_DAY || meta.firstDay !== null ? (
            <span class="soft">{dayOf(time)} </span>
          ) : null}
          {clockText(time)}
        </output>
        {weather && (
          <span class={`weather ${weather.stormy ? 'stormy' : ''}`} title={weather.weather}>
            {weather.stormy ? 'storm' : weather.weather.replace(/^The weather is /, '').split(/[.,]/)[0]}
          </span>
        )}
        <label class="speed">
          <span class="hidden">Speed</span>
          <select
            value={String(speed)}
            onChange={(event) => {
              clock.speed = Number(event.currentTarget.value);
              setQuery({ speed: event.currentTarget.value });
            }}
          >
            {PLAY_SPEEDS.map((value) => (
              <option key={value} value={value}>
                {saySpeed(value)}
              </option>
            ))}
          </select>
        </label>
        {children}
      </div>
      <div class="time-slide">
        <MovingCounts meta={meta} end={end} time={time} hours={hours} />
        <input
          type="range"
          min={0}
          max={end}
          step={STEP / 5}
          value={time}
          aria-label="Time"
          aria-valuetext={`${dayOf(time)}, ${clockText(time)}`}
          onInput={(event) => clock.jump(Number(event.currentTarget.value))}
        />
        <HourMarks end={end} firstDay={meta.firstDay} />
      </div>
    </div>
  );
}

/** The hours below the bar, or the days with noon marked. */
function HourMarks({ end, firstDay }: { readonly end: number; readonly firstDay: string | null }) {
  const [box, width] = useWidth<HTMLDivElement>();
  const days = end / SECONDS_PER_DAY;
  const longStep =
    2 * days * NAME_PIXELS < width
      ? SECONDS_PER_DAY / 2
      : SECONDS_PER_DAY * Math.ceil((days * NAME_PIXELS) / Math.max(1, width));
  const step = days > 1.5 ? longStep : width < 500 ? 6 * 3600 : 3 * 3600;
  const values = Array.from({ length: Math.floor(end / step) + 1 }, (_, i) => i * step);
  const say = (second: number) => {
    if (days <= 1.5) return second === SECONDS_PER_DAY ? '24:00' : clockText(second);
    return second % SECONDS_PER_DAY === 0
      ? second < end - SECONDS_PER_DAY / 4
        ? dayName(second / SECONDS_PER_DAY, firstDay)
        : ''
      : '12:00';
  };
  return (
    <div class="hours" ref={box}>
      <svg class="plot" width={width} height={20} viewBox={`0 0 ${width} 20`} aria-hidden="true">
        <BottomAxis at={linear([0, end], [EDGE, width - EDGE])} values={values} say={say} y={0} end={width} />
      </svg>
    </div>
  );
}

interface CountsProps {
  readonly meta: ReplayMeta;
  readonly end: number;
  readonly time: number;
  readonly hours: Hours | null;
}

/** Seconds to which a selected span is rounded. */
const BRUSH = 900;

/** Travelling people by mode over time, stacked. Dragging selects a span of time. */
function MovingCounts({ meta, end, time, hours }: CountsProps) {
  const [box, width] = useWidth<HTMLDivElement>();
  const [hover, setHover] = useState<number | null>(null);
  const [brush, setBrush] = useState<Hours | null>(null);
  const start = useRef<number | null>(null);
  const x = linear([0, end], [EDGE, Math.max(EDGE, width - EDGE)]);
  const { most, bands } = useMemo(() => bandsOf(meta, end, width), [meta, end, width]);
  const nights = Array.from({ length: Math.ceil(end / SECONDS_PER_DAY) }, (_, day) => day);
  const secondAt = (event: PointerEvent) => {
    const left = event.clientX - (event.currentTarget as Element).getBoundingClientRect().x;
    return Math.min(end, Math.max(0, ((left - EDGE) / Math.max(1, width - 2 * EDGE)) * end));
  };
  const move = (event: PointerEvent) => {
    const second = secondAt(event);
    setHover(second);
    if (start.current === null) return;
    const [from, to] = [Math.min(start.current, second), Math.max(start.current, second)];
    setBrush([Math.floor(from / BRUSH) * BRUSH, Math.min(end, Math.ceil(to / BRUSH) * BRUSH)]);
  };
  const release = () => {
    if (brush && brush[1] > brush[0]) setQuery({ hours: writeHours(brush) }, true);
    start.current = null;
    setBrush(null);
  };
  const span = brush ?? hours;
  const instant =
    hover === null ? -1 : Math.min(meta.moving.length / MOVING_MODES - 1, Math.round(hover / meta.countSeconds));
  const read =
    instant < 0
      ? `up to ${count(most)} travelling; drag to select hours`
      : [
          clockText(instant * meta.countSeconds),
          ...MODES.slice(1).flatMap((mode, i) => {
            const people = meta.moving[MOVING_MODES * instant + i]!;
            return people > 0 ? [`${count(people)} ${mode}`] : [];
          }),
        ].join(' · ');
  return (
    <div class="moving" ref={box}>
      <svg
        width={width}
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={`Travelling people over time, up to ${most} at once`}
        onPointerDown={(event) => {
          start.current = secondAt(event);
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={move}
        onPointerUp={release}
        onPointerLeave={() => setHover(null)}
      >
        {span && (
          <rect class="brush" x={x(span[0])} width={x(Math.min(end, span[1])) - x(span[0])} y="0" height={HEIGHT} />
        )}
        {nights.map((day) =>
          meta.days[day]?.stormy ? (
            <rect
              key={day}
              class="storm"
              x={x(day * SECONDS_PER_DAY)}
              width={x(Math.min(end, (day + 1) * SECONDS_PER_DAY)) - x(day * SECONDS_PER_DAY)}
              y="0"
              height={HEIGHT}
            />
          ) : (
            day > 0 && (
              <line
                key={day}
                class="midnight"
                x1={x(day * SECONDS_PER_DAY)}
                x2={x(day * SECONDS_PER_DAY)}
                y1={TEXT}
                y2={HEIGHT}
              />
            )
          ),
        )}
        {['mode-car', 'mode-foot', 'mode-bike', 'mode-transit'].map((name, mode) => (
          <path key={name} class={name} d={bands[mode]} />
        ))}
        <text class="value" x={EDGE} y="11">
          {read}
        </text>
        {hover !== null && <line class="hover" x1={x(hover)} x2={x(hover)} y1={TEXT} y2={HEIGHT} />}
        <line class="now" x1={x(time)} x2={x(time)} y1={TEXT} y2={HEIGHT} />
      </svg>
    </div>
  );
}

/** The outline of each mode, stacked, and the largest number of travelling people. */
function bandsOf(meta: ReplayMeta, end: number, width: number): { readonly most: number; readonly bands: string[] } {
  const instants = meta.moving.length / MOVING_MODES;
  const x = linear([0, end], [EDGE, width - EDGE]);
  let most = 1;
  for (let i = 0; i < instants; i++) most = Math.max(most, sum(meta.moving, MOVING_MODES * i, MOVING_MODES));
  const y = linear([0, most], [HEIGHT, TEXT + 2]);
  const band = (mode: number) => {
    const [up, down]: [string[], string[]] = [[], []];
    for (let i = 0; i < instants; i++) {
      const low = sum(meta.moving, MOVING_MODES * i, mode);
      const at = x(Math.min(end, i * meta.countSeconds)).toFixed(1);
      up.push(`${at} ${y(low + meta.moving[MOVING_MODES * i + mode]!).toFixed(1)}`);
      down.push(`${at} ${y(low).toFixed(1)}`);
    }
    return up.length > 0 ? `M${up.join('L')}L${down.reverse().join('L')}Z` : '';
  };
  return { most, bands: Array.from({ length: MOVING_MODES }, (_, mode) => band(mode)) };
}

function sum(values: readonly number[], from: number, count: number): number {
  let total = 0;
  for (let i = from; i < from + count; i++) total += values[i]!;
  return total;
}

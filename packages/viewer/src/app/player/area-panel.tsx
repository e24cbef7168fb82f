import { counted, SECONDS_PER_DAY } from '@itinera/base';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { API } from '../../wire/addresses.js';
import { clock, count, dayName } from '../../wire/format.js';
import type { ReplayMeta } from '../../wire/replay.js';
import { PersonLinks } from '../parts/person-links.js';
import { setQuery } from '../route.js';
import { source } from '../source.js';
import { type Outline, readTripEnds, type Selection, select, type TripEnds } from './area.js';
import type { ReplayPlace } from './bins.js';
import type { Hours } from './view-address.js';

const MOST_LISTED = 12;

/** The people and trips of an area or span of time; null while neither is selected. */
export function useSelection(
  of: ReplayPlace,
  meta: ReplayMeta,
  area: Outline | null,
  hours: Hours | null,
  onTrouble: (message: string) => void,
): Selection | null {
  const [trips, setTrips] = useState<TripEnds | null>(null);
  const isWanted = area !== null || hours !== null;
  useEffect(() => {
    if (!isWanted || trips) return;
    source.bytes(API.replayFile.at({ ...of, file: 'trips' })).then(
      (buffer) => setTrips(readTripEnds(buffer)),
      (problem: Error) => onTrouble(problem.message),
    );
  }, [isWanted, of]);
  const key = `${area?.join()} ${hours?.join()}`;
  return useMemo(
    () => (trips && isWanted ? select(trips, area, hours, meta.bins * 900) : null),
    [trips, key, isWanted],
  );
}

interface PanelProps {
  readonly name: string;
  readonly meta: ReplayMeta;
  readonly selection: Selection;
  readonly hours: Hours | null;
  readonly ids: ArrayLike<number>;
}

/** The numbers of a selection, its hours, and the first of its people. */
export function AreaPanel({ name, meta, selection, hours, ids }: PanelProps) {
  const { people, departures, arrivals, byHour } = selection;
  const most = Math.max(1, ...byHour);
  const listed: number[] = [];
  for (let i = 0; i < people.length && listed.length < MOST_LISTED; i++) if (people[i] === 1) listed.push(ids[i]!);
  const when = hours === null ? 'whole run' : sayHours(hours, meta);
  return (
    <section class="area-panel" aria-label="Selection">
      <header>
        <strong>{counted(selection.count, 'person', 'people')}</strong>
        <button type="button" class="quiet" onClick={() => setQuery({ area: null, hours: null }, true)}>
          Clear
        </button>
      </header>
      <p class="soft">
        {when}: {count(departures)} departures, {count(arrivals)} arrivals
      </p>
      <svg
        viewBox={`0 0 ${byHour.length} 24`}
        preserveAspectRatio="none"
        role="img"
        aria-label="Departures and arrivals by hour"
      >
        {Array.from(byHour, (value, hour) => (
          <rect
            key={hour}
            class={hours === null || (3600 * hour < hours[1] && 3600 * (hour + 1) > hours[0]) ? 'in' : ''}
            x={hour + 0.08}
            width={0.84}
            y={24 - (24 * value) / most}
            height={(24 * value) / most}
          >
            <title>{`${clock(3600 * hour)}: ${count(value)}`}</title>
          </rect>
        ))}
      </svg>
      {listed.length > 0 && (
        <p>
          <PersonLinks run={name} ids={listed} all={selection.count} />
        </p>
      )}
    </section>
  );
}

/** A span of time, with days if there are several. */
export function sayHours([from, to]: Hours, { bins, firstDay }: Pick<ReplayMeta, 'bins' | 'firstDay'>): string {
  const hasDays = bins * 900 > SECONDS_PER_DAY;
  const [first, last] = [Math.floor(from / SECONDS_PER_DAY), Math.ceil(to / SECONDS_PER_DAY) - 1];
  const day = (number: number) => (hasDays ? `${dayName(number, firstDay)} ` : '');
  const end = to % SECONDS_PER_DAY === 0 ? '24:00' : clock(to);
  return `${day(first)}${clock(from)}–${last === first ? '' : day(last)}${end}`;
}

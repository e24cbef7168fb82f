import { useMemo } from 'preact/hooks';
import { API } from '../../wire/addresses.js';
import { hexagons, sizesFor, WHOLE_DAY } from '../../wire/cells.js';
import { clock, count, fixed } from '../../wire/format.js';
import { readPresence } from '../../wire/presence.js';
import { useAllBytes } from '../load.js';
import { PlainTable } from '../parts/number-table.js';
import { PersonLinks } from '../parts/person-links.js';
import { Empty, Loading, Trouble } from '../parts/states.js';
import type { Outline } from '../player/area.js';
import { useCity } from '../player/use-city.js';
import { CellMap } from './cell-map.js';
import { countArea, countPresence, haveSameMap, type Sides } from './presence-counts.js';

const MOST_NAMED = 6;
/** Counts of one run need fewer people per cell than differences. */
const FINER = 12;

interface Props {
  /** One run, or two of which the second is compared with the first. */
  readonly runs: readonly [string] | readonly [string, string];
  readonly names?: readonly string[];
  /** Whether both have the same people. */
  readonly paired: boolean;
}

/** The people of a run by cell of the map, or where those of two runs differ. */
export function RunCells({ runs, names = runs, paired }: Props) {
  const { data, error } = useAllBytes(
    runs.map((run) => API.presence.at({ run })),
    readPresence,
  );
  const sides = data as Sides | null;
  const city = useCity(runs[0]);
  const shown = useMemo(
    () =>
      sides && {
        countsOf: (part: number, size: number) =>
          countPresence(sides, part, hexagons(size / sides[0].plane.unit), paired),
        cellsOf: (size: number) => hexagons(size / sides[0].plane.unit),
      },
    [sides, paired],
  );
  if (error) return <Trouble title="The map cannot be shown">{error}</Trouble>;
  if (sides === null || shown === null) return <Loading what="the people of each hour" />;
  if (!haveSameMap(sides))
    return <Empty title="No common map">The two runs are on maps with different projections.</Empty>;
  return (
    <CellMap
      names={names}
      plane={sides[0].plane}
      sizes={sizesFor(sides[0].plane, sides[0].id.length * (runs.length > 1 ? 1 : FINER))}
      {...shown}
      city={city}
      about={(part, area) => <AreaFacts runs={runs} sides={sides} part={part} area={area} />}
    />
  );
}

interface AreaProps {
  readonly runs: readonly string[];
  readonly sides: Sides;
  readonly part: number;
  readonly area: Outline | null;
}

/** The people, trips and lost points of an area and a part of the day. */
function AreaFacts({ runs, sides, part, area }: AreaProps) {
  const { plane } = sides[0];
  const counts = useMemo(() => sides.map((side) => countArea(side, plane, part, area)), [sides, part, area?.join()]);
  const [first, second] = counts;
  const rows = [
    ['people', ...counts.map(({ people }) => count(people.size))],
    ['departures', ...counts.map(({ departures }) => count(departures))],
    ['arrivals', ...counts.map(({ arrivals }) => count(arrivals))],
    ...(counts.every(({ points }) => points === null)
      ? []
      : [['points lost by arrivals', ...counts.map(({ points }) => fixed(points, 2))]]),
  ];
  return (
    <section class="area-facts" aria-label="Selected area">
      <PlainTable
        captioned
        title={`${area === null ? 'Everywhere' : 'In the area'}, ${part === WHOLE_DAY ? 'whole day' : `${clock(3600 * part)}–${clock(3600 * (part + 1))}`}`}
        head={runs.length > 1 ? ['', 'first', 'second'] : []}
        rows={rows}
      />
      {area !== null && second && (
        <>
          <Only run={runs[0]!} people={first!.people} than={second.people} title="Only in the first" />
          <Only run={runs[1]!} people={second.people} than={first!.people} title="Only in the second" />
        </>
      )}
      {area !== null && !second && <Only run={runs[0]!} people={first!.people} than={new Set()} title="People" />}
    </section>
  );
}

/** People of one run who are not in the other, with links. */
function Only(props: {
  readonly run: string;
  readonly title: string;
  readonly people: ReadonlySet<number>;
  readonly than: ReadonlySet<number>;
}) {
  const { run, title, people, than } = props;
  const ids = [...people].filter((id) => !than.has(id));
  if (ids.length === 0) return null;
  return (
    <p class="soft">
      {title}: <PersonLinks run={run} ids={ids.slice(0, MOST_NAMED)} all={ids.length} />
    </p>
  );
}

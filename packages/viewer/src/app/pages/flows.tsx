import { counted } from '@itinera/base';
import { useState } from 'preact/hooks';
import { API, FLOWS, PAGES } from '../../wire/addresses.js';
import type { FlowsData, FlowsSide, OdDaySum } from '../../wire/flows.js';
import { asPercent, count, fixed, signed } from '../../wire/format.js';
import { DayLines, type DaySeries } from '../charts/day-lines.js';
import { robustMaximum } from '../charts/days.js';
import { CellErrors, errorOf, FLOW_WAYS, FlowArcs, type FlowWay } from '../charts/flow-map.js';
import { useLoad } from '../load.js';
import type { Page, PageParams } from '../page.js';
import { Choice } from '../parts/choice.js';
import { PlainTable } from '../parts/number-table.js';
import { Tag, Waiting } from '../parts/states.js';
import { Swatches } from '../parts/swatches.js';

/** A report of `asbench humob score` on daily flows: one prediction or several, side by side. */
export const flowsPage: Page = { at: [PAGES.flows, PAGES.keptFlows], View: Flows };

/** Colours of the predictions, in the order of their scores. */
const MARKS = ['generated', 'c4', 'c5', 'c1', 'c7', 'c6', 'c2', 'c8'];
const markOf = (i: number) => MARKS[i % MARKS.length]!;

function Flows({ params: { scoring } }: { readonly params: PageParams }) {
  const { data, error } = useLoad(scoring === undefined ? FLOWS.at({}) : API.flows.at({ scoring }));
  if (data === null) return <Waiting alone error={error} title="The report cannot be shown" what="the report" />;
  return <Report data={{ ...data, sides: data.sides.map((side) => ({ ...side, name: isolated(side.name) })) }} />;
}

/** A name whose direction of writing changes nothing around it, also in titles and labels, where no element can be. */
const isolated = (name: string) => `\u2068${name.replace(/\p{Bidi_Control}/gu, '')}\u2069`;

function Report({ data }: { readonly data: FlowsData }) {
  const { sides, reference, box } = data;
  const { score, interval } = sides[0]!;
  return (
    <>
      <div class="page-head">
        <h1>
          {sides.map(({ name }) => name).join(', ')} against <bdi>{reference}</bdi>
        </h1>
        <p class="soft">
          {score.rules} · {counted(score.days.length, 'day')} · box x {box.x.join('–')}, y {box.y.join('–')}{' '}
          {data.synthetic && <Tag>SYNTHETIC people</Tag>}
        </p>
      </div>
      {data.warnings.map((message) => (
        <p key={message}>Warning: {message}</p>
      ))}
      <section class="card">
        <h2>Combined NRMSE</h2>
        <p class="soft">
          Mean of the errors on the diagonal (from a cell to itself) and off it. Lower is better. Intervals are a block
          bootstrap over days in blocks of {interval.block}; differences from the best are paired by day.
        </p>
        <Scores data={data} />
      </section>
      <Curves data={data} />
      <Maps data={data} />
      <Arcs data={data} />
      <section class="card">
        <h2>By weekday and phase</h2>
        <Groups sides={sides} />
      </section>
      <section class="card">
        <h2>Missed and spurious flows</h2>
        <Matches sides={sides} />
      </section>
    </>
  );
}

function Scores({ data: { sides, baselines } }: { readonly data: FlowsData }) {
  const several = sides.length > 1;
  const interval = (range: { readonly low: number; readonly high: number } | null, say = fixed) =>
    range ? `${say(range.low, 4)} to ${say(range.high, 4)}` : '–';
  return (
    <PlainTable
      title="Combined NRMSE"
      head={[
        ...['prediction', 'combined', '95 %', 'diagonal', 'off-diagonal'],
        ...(several ? ['minus best', '95 % of the difference', 'p'] : []),
        ...baselines.map(([name]) => `ratio to ${name}`),
      ]}
      rows={sides.map(({ name, score, interval: range, difference }) => [
        name,
        <strong key="combined">{fixed(score.combined, 6)}</strong>,
        interval(range),
        fixed(score.diagonal, 4),
        fixed(score.offDiagonal, 4),
        ...(several
          ? [
              difference ? signed(difference.value, 4) : '–',
              interval(difference, signed),
              difference?.pValue?.toPrecision(2) ?? '–',
            ]
          : []),
        ...baselines.map(([, combined]) => fixed(score.combined / combined, 3)),
      ])}
    />
  );
}

const PARTS = { offDiagonal: 'Trips between cells of the box by day', diagonal: 'Flows within cells by day' } as const;

/** Daily sums of the truth and the predictions, and daily scores. */
function Curves({ data: { sides, truth, known } }: { readonly data: FlowsData }) {
  const dates = sides[0]!.score.days.map(({ date }) => date);
  const sums = (days: readonly OdDaySum[], part: keyof typeof PARTS) =>
    new Map(days.map((day) => [day.date, day[part]]));
  const series = (part: keyof typeof PARTS): DaySeries[] => [
    { name: 'truth', mark: 'real', values: sums([...known, ...truth], part) },
    ...sides.map(({ name, sums: own }, i) => ({ name, mark: markOf(i), values: sums(own, part) })),
  ];
  const scores = sides.map(({ name, score }, i) => ({
    name,
    mark: markOf(i),
    values: new Map(score.days.map(({ date, combined }) => [date, combined])),
  }));
  return (
    <>
      <div class="two">
        {(['offDiagonal', 'diagonal'] as const).map((part) => (
          <section key={part} class="card">
            <DayLines
              title={PARTS[part]}
              series={series(part)}
              shaded={known.length > 0 ? dates : []}
              say={(value) => count(value)}
              note={known.length > 0 ? 'Shaded: the scored days. Around them: known days.' : ''}
            />
          </section>
        ))}
      </div>
      <section class="card">
        <DayLines title="Combined NRMSE by day" series={scores} say={(value) => fixed(value, 3)} />
      </section>
    </>
  );
}

function Maps({ data: { sides, box } }: { readonly data: FlowsData }) {
  const [way, setWay] = useState<FlowWay>('within');
  const errors = sides.flatMap((side) => side.errors.cells.map((cell) => errorOf(cell[way])));
  return (
    <section class="card">
      <h2>Error by cell</h2>
      <p class="soft">
        Predicted minus true flow, mean per day; errors of opposite sign cancel each other. The colours of all maps end
        at the 95th percentile. North is up. <Sides over="too much" under="too little" />
      </p>
      <div class="filters">
        <Choice label="flows" value={way} choose={(value) => setWay(value as FlowWay)}>
          {Object.entries(FLOW_WAYS)}
        </Choice>
      </div>
      <div class="two">
        {sides.map(({ name, errors: { cells } }) => (
          <CellErrors
            key={name}
            title={`${name}: error ${FLOW_WAYS[way]}`}
            box={box}
            cells={cells}
            way={way}
            most={robustMaximum(errors)}
          />
        ))}
      </div>
    </section>
  );
}

function Arcs({ data: { sides, box } }: { readonly data: FlowsData }) {
  const most = Math.max(...sides.map(({ errors }) => errors.pairs[0]?.share ?? 0));
  const shown = Math.max(...sides.map(({ errors }) => errors.pairs.length));
  if (shown === 0) return null;
  return (
    <section class="card">
      <h2>Flows with the largest errors</h2>
      <p class="soft">
        The {shown} pairs of different cells with the largest squared error. The dot is the destination; width is the
        share of the squared error. <Sides over="overpredicted" under="predicted less" />
      </p>
      <div class="two">
        {sides.map(({ name, errors: { cells, pairs } }) => (
          <FlowArcs
            key={name}
            title={`${name}: ${asPercent(
              pairs.reduce((sum, { share }) => sum + share, 0),
              1,
            )} of the squared error off the diagonal`}
            box={box}
            cells={cells}
            pairs={pairs}
            most={most}
          />
        ))}
      </div>
    </section>
  );
}

/** The legend of the two signs. */
const Sides = ({ over, under }: { readonly over: string; readonly under: string }) => (
  <Swatches
    entries={[
      { name: over, mark: 'c4' },
      { name: under, mark: 'c1' },
    ]}
  />
);

function Groups({ sides }: { readonly sides: readonly FlowsSide[] }) {
  const several = sides.length > 1;
  const groups = (side: FlowsSide) => [...side.weekdays, ...side.phases];
  return (
    <PlainTable
      title="Scores by weekday and phase"
      head={[
        ...['group', 'days'],
        ...sides.flatMap(({ name }) =>
          ['combined', 'diagonal', 'off-diagonal'].map((part) => (several ? `${name}: ${part}` : part)),
        ),
      ]}
      rows={groups(sides[0]!).map(({ group, days }, i) => [
        group,
        count(days),
        ...sides.flatMap((side) => {
          const { combined, diagonal, offDiagonal } = groups(side)[i]!;
          return [combined, diagonal, offDiagonal].map((value) => fixed(value, 4));
        }),
      ])}
    />
  );
}

function Matches({ sides }: { readonly sides: readonly FlowsSide[] }) {
  return (
    <PlainTable
      title="Missed and spurious flows"
      head={['flows (share of squared error)', 'in both', 'missed', 'spurious']}
      rows={sides.flatMap(({ name, score }) =>
        (
          [
            ['diagonal', score.onDiagonal],
            ['off-diagonal', score.offTheDiagonal],
          ] as const
        ).map(([part, match]) => {
          const { hitError, missError, inventionError } = match;
          const all = hitError + missError + inventionError || 1;
          const cell = (number: number, error: number) => `${count(number)} (${asPercent(error / all, 1)})`;
          return [
            `${name}, ${part}`,
            cell(match.hits, hitError),
            cell(match.misses, missError),
            cell(match.inventions, inventionError),
          ];
        }),
      )}
    />
  );
}

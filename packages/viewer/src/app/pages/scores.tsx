import { counted } from '@itinera/base';
import { API, PAGES } from '../../wire/addresses.js';
import { quoted } from '../../wire/commands.js';
import type { Quantity } from '../../wire/findings.js';
import { asDuration, fixed, metricDigits, metricName, typeset } from '../../wire/format.js';
import type { MetricRow, RunDetail, RunItem } from '../../wire/runs.js';
import { AnyFigure } from '../charts/findings.js';
import { ScoreStrip } from '../charts/score-strip.js';
import { lazy } from '../lazy.js';
import { useLoad } from '../load.js';
import type { RunView } from '../page.js';
import { GotPoints } from '../parts/got-points.js';
import { MeasuredIn } from '../parts/measured-in.js';
import { PlainTable } from '../parts/number-table.js';
import { ScoreValue } from '../parts/score-value.js';
import { Command, Empty, Loading } from '../parts/states.js';
import { href } from '../route.js';
import { source } from '../source.js';

const GroupsCard = lazy(async () => (await import('./groups-card.js')).GroupsCard);
const Summary = lazy(async () => (await import('./summary.js')).Summary);

const COSTLIEST = 12;

/** The headline, its points by quantity, and every scored quantity against reality. */
export const scoresView: RunView = {
  at: 'run/:run/scores',
  tab: 'Scores',
  isShown: ({ isScored }) => isScored,
  View: ({ data }) => <Scores data={data} />,
};

function Scores({ data }: { readonly data: RunDetail }) {
  const { run, findings, documented } = data;
  if (documented.length === 0) return <NoScores data={data} />;
  return (
    <>
      <Headline data={data} />
      {findings && <PointsBar quantities={findings.quantities} />}
      {findings?.quantities.map((one) => !one.groups && <QuantityCard key={one.key} quantity={one} />)}
      {findings?.quantities.some(({ groups }) => groups) && (
        <GroupsCard quantities={findings.quantities.filter(({ groups }) => groups)} />
      )}
      {!findings && (
        <Empty title="Scores only">
          {data.damage ??
            {
              withheld: 'This server withholds the ground truth, so there are no charts.',
              absent: 'The ground truth is no longer on this machine, so there are no charts.',
              shown: 'This benchmark has no charts.',
            }[data.truth]}
        </Empty>
      )}
      {findings && <CostlyPeople name={run.name} />}
      <MeasuredIn run={run.name} />
      <AllMetrics data={data} />
    </>
  );
}

/** The people who lower the score most. */
function CostlyPeople({ name }: { readonly name: string }) {
  const { data, error } = useLoad(API.costs.at({ run: name }));
  if (data === null) return error ? null : <Loading what="the points lost per person" />;
  if (data.people.length === 0) return null;
  return (
    <section class="card">
      <h2>People who lose the most points</h2>
      <p class="soft">Approximate loss of points per person: the increase of the score without them.</p>
      <ol class="costly">
        {data.people.slice(0, COSTLIEST).map(({ id, points, why }) => (
          <li key={id}>
            {source.has(API.person.at({ run: name, person: id })) ? (
              <a href={href(PAGES.person, { run: name, person: id })}>person {id}</a>
            ) : (
              <span>person {id}</span>
            )}
            <span class="soft">{why}</span>
            <span class="num">−{fixed(points, 2)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function NoScores({ data: { run, isScored, command } }: { readonly data: RunDetail }) {
  if (run.state !== 'finished')
    return (
      <>
        <Empty title="No scores yet">Scores appear when everybody has finished.</Empty>
        {run.peopleDone !== null && run.peopleDone > 0 && (
          <Summary name={run.name} isRunning={run.state === 'running'} />
        )}
      </>
    );
  if (!isScored)
    return (
      <Empty title="Simulations have no scores">
        Compare this one with your own data: <Command>{`${command.program} measure truth.csv ${command.run}`}</Command>
      </Empty>
    );
  return (
    <Empty title="This run has not been scored">
      Score it against a ground truth:{' '}
      <Command>{`${command.program} evaluate ${quoted(run.task ?? '')} ${command.run}`}</Command>
    </Empty>
  );
}

/** Whether the arithmetic of published tables gives another score. */
const hasOtherProfile = ({ score, reference }: RunItem): boolean =>
  reference?.value != null && reference.value !== score?.value;

function Headline({ data }: { readonly data: RunDetail }) {
  const { run, findings, totals, methods } = data;
  return (
    <section class="card headline">
      <div class="headline-score">
        <ScoreValue run={run} class="big" />
        <span class="soft">
          {hasOtherProfile(run)
            ? `of 100 by the documented formulas, ${fixed(run.reference?.value)} by the original's arithmetic`
            : 'of 100'}
        </span>
        <ScoreStrip score={run.score} floor={run.floor} ceiling={run.ceiling} width={280} height={34} />
        <dl class="scale">
          <div>
            <dt>interval</dt>
            <dd>{run.score?.low == null ? '–' : `${fixed(run.score.low)} – ${fixed(run.score.high)}`}</dd>
          </div>
          <div>
            <dt>floor</dt>
            <dd>{fixed(run.floor?.value)}</dd>
          </div>
          <div>
            <dt>ceiling</dt>
            <dd>{run.ceiling?.low == null ? '–' : `${fixed(run.ceiling.low)} – ${fixed(run.ceiling.high)}`}</dd>
          </div>
        </dl>
      </div>
      <div class="headline-words">
        {run.score?.value == null && <p>The score has no value; the quantities below give the reason.</p>}
        {findings?.summary.map((sentence) => (
          <p key={sentence}>{typeset(sentence)}</p>
        ))}
        {totals && (
          <p class="soft">
            {counted(totals.people, 'person', 'people')} made {counted(totals.trips, 'trip')} in total:{' '}
            {asDuration(totals.minutes * 60)}, {fixed(totals.kilometres)} km.
            {totals.underWay.map((sentence) => ` ${sentence}`)}
            {totals.failedTrips > 0 && ` ${counted(totals.failedTrips, 'trip')} failed.`}
            {totals.problems > 0 && ` ${counted(totals.problems, 'step')} had problems.`}
          </p>
        )}
        <p class="soft">
          {methods.noise && `Interval: ${methods.noise}. `}
          {methods.ceiling && `Ceiling: ${methods.ceiling}. `}The floor is the random agent.
        </p>
      </div>
    </section>
  );
}

/** Points gained and lost by quantity, of 100. */
function PointsBar({ quantities }: { readonly quantities: readonly Quantity[] }) {
  return (
    <section class="points" aria-label="Points by quantity">
      {quantities.map(({ key, title, points }) => (
        <a key={key} href={`#${key}`} onClick={jump(key)} style={{ flexGrow: points.of }}>
          <span class="points-track">
            <span class="points-got" style={{ width: `${(100 * (points.got ?? 0)) / points.of}%` }} />
          </span>
          <span class="points-name">{title}</span>
          <span class="points-number">{points.got === null ? 'no value' : `${fixed(points.got)} of ${points.of}`}</span>
        </a>
      ))}
    </section>
  );
}

/** The address names the page, so it cannot hold an anchor as well. */
const jump = (key: string) => (event: Event) => {
  event.preventDefault();
  document.getElementById(key)?.scrollIntoView({ behavior: 'smooth' });
};

function QuantityCard({ quantity }: { readonly quantity: Quantity }) {
  const { key, title, explains, verdict, points, figures, spread, floor, ceiling } = quantity;
  const isShare = key.startsWith('jsd');
  return (
    <section class="card quantity" id={key}>
      <div class="quantity-words">
        <h2>{title}</h2>
        <GotPoints points={points} />
        <p>{typeset(verdict)}</p>
        <p class="soft">{explains}</p>
        <p class="soft">
          {metricName(key)}: {fixed(spread.value, metricDigits(key))}
          {spread.low !== null &&
            `, interval ${fixed(spread.low, metricDigits(key))} to ${fixed(spread.high, metricDigits(key))}`}
          {quantity.better === 'lower' ? '; lower is better' : '; higher is better'}
        </p>
        <ScoreStrip
          score={spread}
          floor={floor}
          ceiling={ceiling}
          width={240}
          range={isShare ? [0, 1] : [0, 100]}
          digits={isShare ? 3 : 1}
        />
      </div>
      <div class="quantity-figures">
        {figures.map(({ title: name, figure }) => (
          <AnyFigure key={name} title={name} figure={figure} />
        ))}
      </div>
    </section>
  );
}

function AllMetrics({ data }: { readonly data: RunDetail }) {
  return (
    <section class="card">
      <h2>All metrics</h2>
      <div class="two">
        <MetricTable title="Documented formulas" rows={data.documented} />
        {hasOtherProfile(data.run) && (
          <MetricTable title="Reference profile, for comparison with published tables" rows={data.referenceProfile} />
        )}
      </div>
    </section>
  );
}

function MetricTable({ title, rows }: { readonly title: string; readonly rows: readonly MetricRow[] }) {
  return (
    <PlainTable
      title={title}
      captioned
      head={['metric', 'value', 'interval', 'floor', 'ceiling']}
      isMain={(row) => rows[row]!.key === 'final_score'}
      rows={rows.map(({ key, spread: { value, low, high }, floor, ceiling }) => {
        const say = (number: number | null | undefined) => fixed(number, metricDigits(key));
        const range = low === null ? '–' : `${say(low)} – ${say(high)}`;
        return [metricName(key), say(value), range, say(floor?.value), say(ceiling?.value)];
      })}
    />
  );
}

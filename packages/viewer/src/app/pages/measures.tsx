import { MEASURES, PAGES } from '../../wire/addresses.js';
import type { MeasureData, MeasureRow, NotComputed, Report } from '../../wire/measures.js';
import { MeasureChart } from '../charts/measure-chart.js';
import { ScoreStrip } from '../charts/score-strip.js';
import { count, dateTime, fixed } from '../format.js';
import { useLoad } from '../load.js';
import type { Page } from '../page.js';
import { NumberTable } from '../parts/number-table.js';
import { Loading, Trouble } from '../parts/states.js';

/** A report of `asbench measure`: how real generated trajectories look, measure by measure. */
export const measuresPage: Page = { at: [PAGES.measures], View: Measures };

function Measures() {
  const { data, error } = useLoad(MEASURES.at({}));
  if (data === null)
    return error ? <Trouble title="The report cannot be shown">{error}</Trouble> : <Loading what="the report" />;
  const { report } = data;
  const first = report.firstScreen.flatMap((name) => report.measures.filter((row) => row.name === name));
  return (
    <>
      <div class="page-head">
        <h1>
          How real <bdi>{data.generated}</bdi> looks compared with <bdi>{data.real}</bdi>
        </h1>
      </div>
      <Sets data={data} />
      <div class="cards">
        {first.map((row) => (
          <section key={row.name} class="card">
            <MeasureChart row={row} />
            <p class="soft">{wordsOf(row)}</p>
          </section>
        ))}
      </div>
      <AllMeasures report={report} />
      <Utility report={report} />
      <Privacy report={report} />
      <Worst report={report} />
      <Profile report={report} />
      <section class="card">
        <h2>What the measures do not see</h2>
        <List lines={report.measures.map(({ title, misses }) => `${title}: ${misses}`)} />
      </section>
    </>
  );
}

function List({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul class="soft">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** The compared sets in numbers, and notes about them. */
function Sets({ data: { report, notes } }: { readonly data: MeasureData }) {
  const { real, generated, train, holdout, places } = report.compared;
  return (
    <section class="card">
      <h2>Compared data</h2>
      <NumberTable
        title="Compared data"
        head={['set', 'people', 'rows', 'kind', 'from', 'to', 'tracking quality', 'places']}
      >
        {Object.entries({ real, generated, train, holdout }).map(
          ([name, set]) =>
            set && (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{count(set.people)}</td>
                <td>{count(set.rows)}</td>
                <td>{set.stays ? 'stays' : 'points'}</td>
                <td>{dateTime(set.from)}</td>
                <td>{dateTime(set.to)}</td>
                <td>{fixed(set.trackingQuality, 2)}</td>
                <td>{count(set.places)}</td>
              </tr>
            ),
        )}
      </NumberTable>
      <p>Places: {places}.</p>
      <List lines={[...notes, ...report.compared.notes]} />
    </section>
  );
}

function wordsOf({ jsd, low, high, ceiling, floor, n, generatedN, wasserstein, unit, ks }: MeasureRow): string {
  const distance = wasserstein === null ? '' : ` · W₁ ${fixed(wasserstein, 2)} ${unit} · KS ${fixed(ks, 3)}`;
  return `JSD ${fixed(jsd, 3)} (${fixed(low, 3)} to ${fixed(high, 3)}), ceiling ${fixed(ceiling, 3)}, floor ${fixed(floor, 3)}, n = ${wholeOf(n)} and ${wholeOf(generatedN)}${distance}`;
}

const wholeOf = (n: number) => Number(n.toPrecision(12));

const alone = (value: number | null) => ({ value, low: value, high: value });

function AllMeasures({ report: { measures, notMeasured } }: { readonly report: Report }) {
  return (
    <section class="card whole">
      <h2>All measures</h2>
      <p class="soft">
        Dot: the Jensen–Shannon divergence (JSD, base 2, 50 bins of the common range) with its 95 % interval. Grey band:
        up to the ceiling, the JSD of two halves of the real people. Tick: the floor, the best built-in model. Cross:
        people who never move. Lower is better. A JSD means nothing without its ceiling and n.
      </p>
      <NumberTable
        title="All measures"
        head={[
          'measure',
          'JSD from 0 to 1',
          'JSD',
          '95 %',
          'ceiling',
          'floor',
          'floor model',
          'nobody moves',
          'unit',
          'real',
          'generated',
          'W₁',
          'KS',
          'n',
        ]}
      >
        {measures.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.title}</th>
            <td>
              {row.jsd !== null && (
                <ScoreStrip
                  score={{ value: row.jsd, low: row.low, high: row.high }}
                  floor={alone(row.floor)}
                  ceiling={row.ceiling === null ? null : { value: row.ceiling, low: 0, high: row.ceiling }}
                  nobodyMoves={row.nobodyMoves}
                  range={[0, 1]}
                  digits={3}
                />
              )}
            </td>
            <td>{fixed(row.jsd, 3)}</td>
            <td>
              {fixed(row.low, 3)} – {fixed(row.high, 3)}
            </td>
            <td>{fixed(row.ceiling, 3)}</td>
            <td>{fixed(row.floor, 3)}</td>
            <td>{row.floorModel ?? '–'}</td>
            <td>{fixed(row.nobodyMoves, 3)}</td>
            <td>{row.unit}</td>
            <td>{fixed(row.real, 2)}</td>
            <td>{fixed(row.generated, 2)}</td>
            <td>{fixed(row.wasserstein, 2)}</td>
            <td>{fixed(row.ks, 3)}</td>
            <td>{wholeOf(row.n)}</td>
          </tr>
        ))}
      </NumberTable>
      <List lines={notMeasured.map(({ name, why }) => `${name}: not measured: ${why}`)} />
    </section>
  );
}

function Utility({ report: { utility } }: { readonly report: Report }) {
  if ('notComputed' in utility) return <NotComputedCard title="Utility" why={utility.notComputed} />;
  const names = ['acc1', 'acc3', 'acc5', 'acc10', 'mrr'] as const;
  const rows = { generated: utility.trainedOnGenerated, real: utility.trainedOnReal };
  return (
    <section class="card">
      <h2>Utility</h2>
      <p class="soft">
        Accuracy of a model that predicts the next place, trained on generated or on real people and tested on{' '}
        {utility.testedOn === 'holdout' ? 'the holdout people' : utility.testedOn}.
      </p>
      <NumberTable title="Utility" head={['trained on', 'top 1', 'top 3', 'top 5', 'top 10', 'mean reciprocal rank']}>
        {Object.entries(rows).map(([name, scores]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {names.map((of) => (
              <td key={of}>{fixed(scores[of], 3)}</td>
            ))}
          </tr>
        ))}
      </NumberTable>
    </section>
  );
}

function NotComputedCard({ title, why }: { readonly title: string; readonly why: string }) {
  return (
    <section class="card">
      <h2>{title}</h2>
      <p>Not computed: {why}.</p>
    </section>
  );
}

function Privacy({ report: { privacy, unicity } }: { readonly report: Report }) {
  const say = (value: number | null | NotComputed) =>
    value !== null && typeof value === 'object' ? `not computed: ${value.notComputed}` : fixed(value, 3);
  return (
    <section class="card">
      <h2>Privacy</h2>
      <p>
        Unicity, the share of sets of {unicity.points} points that identify one person: {fixed(unicity.generated, 3)}{' '}
        generated, {fixed(unicity.real, 3)} real.
      </p>
      {'notComputed' in privacy ? (
        <p>Not computed: {privacy.notComputed}.</p>
      ) : (
        <NumberTable title="Privacy" head={['measure', 'value']}>
          {Object.entries({
            'exact copies of training people': privacy.exactCopies,
            'distinct people among the generated': privacy.distinctShare,
            'distance to the closest training person': privacy.closestRecord,
            'distance to the closest holdout person': privacy.closestHoldout,
            'share closer to a training person': privacy.shareCloserToTrain,
            'membership inference, AUC': privacy.membershipAuc,
          }).map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{say(value)}</td>
            </tr>
          ))}
        </NumberTable>
      )}
    </section>
  );
}

function Worst({ report: { worst } }: { readonly report: Report }) {
  const above = worst.filter(({ excess }) => excess > 0);
  return (
    <section class="card">
      <h2>Measures farthest above their ceiling</h2>
      {above.length === 0 && <p>No measure is above its ceiling.</p>}
      {above.map(({ title, where, blame }) => (
        <div key={title}>
          <h3>{title}</h3>
          <List
            lines={[
              ...where.map((bin) => `${bin.where}: ${fixed(bin.real, 3)} real, ${fixed(bin.generated, 3)} generated`),
              ...(blame
                ? [
                    `${blame.count} ${blame.set} people contribute most to the first: ${blame.people.join(', ')}${blame.count > blame.people.length ? ' …' : ''}`,
                    `where their records exceed the real ones most: ${[...blame.hours, ...blame.places].join(', ') || 'no particular hour or place'}`,
                  ]
                : []),
            ]}
          />
        </div>
      ))}
    </section>
  );
}

function Profile({ report: { profile } }: { readonly report: Report }) {
  if (!profile || 'notComputed' in profile) return null;
  return (
    <section class="card">
      <h2>Scores by the code of {profile.profile}</h2>
      <p class="soft">Not comparable with the measures above: {profile.faults}</p>
      <NumberTable title={`Scores by the code of ${profile.profile}`} head={['score', 'value']}>
        {Object.entries(profile.scores).map(([name, score]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{score === null || Number.isNaN(score) ? '–' : String(score)}</td>
          </tr>
        ))}
      </NumberTable>
    </section>
  );
}

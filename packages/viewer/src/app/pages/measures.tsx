import { API, PAGES } from '../../wire/addresses.js';
import { count, dateTime, fixed, typeset } from '../../wire/format.js';
import type { MeasureData, MeasureRow, NotComputed, Report } from '../../wire/measures.js';
import { SetCells } from '../cells/set-cells.js';
import { MeasureChart } from '../charts/measure-chart.js';
import { ScoreStrip } from '../charts/score-strip.js';
import { useLoad } from '../load.js';
import type { Page } from '../page.js';
import { PlainTable } from '../parts/number-table.js';
import { Command, Waiting } from '../parts/states.js';
import { source } from '../source.js';

/** A report of `asbench measure`: how real generated trajectories look, measure by measure. */
export const measuresPage: Page = {
  at: [PAGES.measures],
  View: ({ params }) => <Measures name={params.report!} />,
};

function Measures({ name }: { readonly name: string }) {
  const { data, error } = useLoad(API.measures.at({ report: name }));
  const cells = API.measureCells.at({ report: name });
  const city = API.measureCity.at({ report: name });
  if (data === null) return <Waiting alone error={error} title="The report cannot be shown" what="the report" />;
  const { report } = data;
  const first = report.firstScreen.flatMap((name) => report.measures.filter((row) => row.name === name));
  return (
    <>
      <div class="page-head">
        <h1>
          How realistic <bdi>{data.generated}</bdi> looks compared with <bdi>{data.real}</bdi>
        </h1>
        <p class="verdict">{typeset(report.verdict.says)}</p>
        <p class="soft">
          Of {count(report.verdict.measures)} measures, {count(report.verdict.different)} differ,{' '}
          {count(report.verdict.same)} do not, and for {count(report.verdict.unknown)} there are too few people to tell.
        </p>
      </div>
      <Sets data={data} />
      <div class="cards">
        {first.map((row) => (
          <section key={row.name} class="card">
            <MeasureChart row={row} />
            <p class="figure-note">{wordsOf(row)}</p>
          </section>
        ))}
      </div>
      {source.has(cells) && (
        <section class="card">
          <h2>Where people are</h2>
          <p class="soft">
            People in each cell in an hour of any day, or on any whole day, as shares of all people of each set.
          </p>
          <SetCells address={cells} names={[data.real, data.generated]} city={city} />
          {!source.has(city) && (
            <p class="soft">
              A map below them: <Command>asbench measure REAL GENERATED --map FILE -o FOLDER</Command>
            </p>
          )}
        </section>
      )}
      <AllMeasures report={report} />
      <Utility report={report} />
      <Privacy report={report} />
      <Worst report={report} />
      <Profile report={report} />
      <section class="card">
        <h2>What the measures miss</h2>
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
  const sets = Object.entries({ real, generated, train, holdout }).flatMap(([name, set]) => {
    if (set === null) return [];
    const [kind, quality] = [set.stays ? 'stays' : 'points', fixed(set.trackingQuality, 2)];
    const times = [dateTime(set.from), dateTime(set.to)];
    const shown = set.synthetic ? `${name}, SYNTHETIC` : name;
    return [[shown, count(set.people), count(set.rows), kind, ...times, quality, count(set.places)]];
  });
  return (
    <section class="card">
      <h2>Compared data</h2>
      <PlainTable
        title="Compared data"
        head={['set', 'people', 'rows', 'kind', 'from', 'to', 'tracking quality', 'places']}
        rows={sets}
      />
      <p>Places: {places}.</p>
      <List lines={[...notes, ...report.compared.notes]} />
    </section>
  );
}

/** Whether the sets differ in a measure; "?" if the sample cannot tell. */
function differsOf({ differs }: MeasureRow): string {
  return differs === true ? 'yes' : differs === false ? 'no' : '?';
}

/** Digits after the point: none from 100 on. */
const digitsFor = (value: number | null) => (value !== null && Math.abs(value) >= 100 ? 0 : 2);

/** A number with its interval, unless it has none. */
const within = (
  value: number | null,
  low: number | null | undefined,
  high: number | null | undefined,
  digits: number,
) => (low == null ? fixed(value, digits) : `${fixed(value, digits)} (${fixed(low, digits)} to ${fixed(high, digits)})`);

function effectOf({ effect, effectLow, effectHigh, effectUnit = '' }: MeasureRow): string {
  return `${within(effect, effectLow, effectHigh, digitsFor(effect))} ${effectUnit}`.trim();
}

function wordsOf(row: MeasureRow): string {
  const { jsd, low, high, ceiling, floor, n, generatedN, wasserstein, unit, ks, p, says } = row;
  const verdict = `${typeset(says)} · differs: ${differsOf(row)} (p ${fixed(p, 3)}) · `;
  const distance =
    wasserstein === null ? '' : ` · W₁ ${fixed(wasserstein, digitsFor(wasserstein))} ${unit} · KS ${fixed(ks, 3)}`;
  return `${verdict}JSD ${fixed(jsd, 3)} (${fixed(low, 3)} to ${fixed(high, 3)}), ceiling ${fixed(ceiling, 3)}, floor ${fixed(floor, 3)}, n = ${wholeOf(n)} and ${wholeOf(generatedN)}${distance}`;
}

/** People or rows, which may be weighted. */
const wholeOf = (n: number) => n.toLocaleString('en-GB', { maximumFractionDigits: 2 });

const HEAD = ['measure', 'differs', 'unit', 'real', 'generated', 'effect', 'detectable', 'p', 'W₁', 'KS', 'n'];
const JSD_HEAD = ['measure', 'JSD from 0 to 1', 'JSD', '95 %', 'ceiling', 'floor', 'floor model', 'nobody moves'];

function Strip({ row: { jsd, low, high, floor, ceiling, nobodyMoves } }: { readonly row: MeasureRow }) {
  if (jsd === null) return null;
  const band = (value: number | null, from: number | null) => ({ value, low: from, high: value });
  return (
    <ScoreStrip
      score={{ value: jsd, low, high }}
      floor={band(floor, floor)}
      ceiling={band(ceiling, ceiling === null ? null : 0)}
      nobodyMoves={nobodyMoves}
      range={[0, 1]}
      digits={3}
    />
  );
}

function AllMeasures({ report: { measures, notMeasured } }: { readonly report: Report }) {
  return (
    <section class="card whole">
      <h2>All measures</h2>
      <p class="soft">
        Differs: beyond chance (at most 5 % of these are wrong); a question mark if the sample cannot tell. Effect: the
        generated mean minus the real one, or the share of the weight that lies elsewhere beyond chance, with its 95 %
        interval; detectable: the effect that these people would reveal in 80 % of samples. p: the probability of such a
        difference if people were exchanged between the sets at random. Dot: the Jensen–Shannon divergence (JSD, base 2,
        50 bins of the common range) with its 95 % interval. Grey band: up to the ceiling, the JSD of two samples of one
        law with as many people. Tick: the floor, the best built-in model. Cross: people who never move. Lower is
        better. A JSD means nothing without its ceiling and n.
      </p>
      <PlainTable
        title="All measures"
        head={HEAD}
        rows={measures.map((row) => [
          row.title,
          differsOf(row),
          row.unit,
          ...[row.real, row.generated].map((value) => fixed(value, digitsFor(value))),
          effectOf(row),
          fixed(row.detectable, digitsFor(row.detectable)),
          fixed(row.p, 3),
          fixed(row.wasserstein, digitsFor(row.wasserstein)),
          fixed(row.ks, 3),
          wholeOf(row.n),
        ])}
      />
      <PlainTable
        title="Jensen–Shannon divergences"
        head={[...JSD_HEAD, 'in common', 'Kendall’s τ']}
        rows={measures.map((row) => [
          row.title,
          <Strip key="strip" row={row} />,
          fixed(row.jsd, 3),
          `${fixed(row.low, 3)} – ${fixed(row.high, 3)}`,
          within(row.ceiling, row.ceilingLow, row.ceilingHigh, 3),
          within(row.floor, row.floorLow, row.floorHigh, 3),
          row.floorModel ?? '–',
          ...[row.nobodyMoves, row.commonPart, row.tau].map((value) => fixed(value, 3)),
        ])}
      />
      <List lines={notMeasured.map(({ name, title = name, why }) => `${title}: not measured: ${why}`)} />
    </section>
  );
}

const ACCURACIES = ['acc1', 'acc3', 'acc5', 'acc10', 'mrr'] as const;

function Utility({ report: { utility } }: { readonly report: Report }) {
  if ('notComputed' in utility) return <NotComputedCard title="Utility" why={utility.notComputed} />;
  const scores = { generated: utility.trainedOnGenerated, real: utility.trainedOnReal };
  return (
    <section class="card">
      <h2>Utility</h2>
      <p class="soft">
        Accuracy of a model that predicts the next place, trained on generated or on real people and tested on{' '}
        {utility.testedOn === 'holdout' ? 'the holdout people' : utility.testedOn}. {utility.doubt}
      </p>
      <PlainTable
        title="Utility"
        head={['trained on', 'top 1', 'top 3', 'top 5', 'top 10', 'mean reciprocal rank']}
        rows={Object.entries(scores).map(([name, of]) => [name, ...ACCURACIES.map((key) => fixed(of[key], 3))])}
      />
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
        <PlainTable
          title="Privacy"
          head={['measure', 'value']}
          rows={[
            ['exact copies of training people', say(privacy.exactCopies)],
            ['distinct generated people', say(privacy.distinctShare)],
            ['distance to the closest training person', say(privacy.closestRecord)],
            ['distance to the closest holdout person', say(privacy.closestHoldout)],
            ['share closer to a training person', say(privacy.shareCloserToTrain)],
            ['membership inference, AUC', say(privacy.membershipAuc)],
          ]}
        />
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
                    `${blame.count} ${blame.set} people contribute most to the first difference: ${blame.people.join(', ')}${blame.count > blame.people.length ? ' …' : ''}`,
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
      <PlainTable
        title={`Scores by the code of ${profile.profile}`}
        head={['score', 'value']}
        rows={Object.entries(profile.scores).map(([name, score]) => [name, score === null ? '–' : String(score)])}
      />
    </section>
  );
}

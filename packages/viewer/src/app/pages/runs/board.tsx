import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { PAGES } from '../../../wire/addresses.js';
import { asDuration, asPercent, count, describeCost, fixed, isSimulation, moment } from '../../../wire/format.js';
import { orderOf, rowsOf, samplesOf } from '../../../wire/run-order.js';
import type { ListedSweep, RunItem } from '../../../wire/runs.js';
import { ScoreStrip } from '../../charts/score-strip.js';
import { SortHead } from '../../parts/list-table.js';
import { InvalidNote, ScoreValue } from '../../parts/score-value.js';
import { Tag } from '../../parts/states.js';
import { href, setQuery } from '../../route.js';
import { type BoardOf, boardName, hiddenIn, NUMBERS, tiedAmong } from './boards-of.js';

interface BoardProps extends BoardOf {
  readonly chosen: readonly string[];
  readonly toggle: (names: readonly string[]) => void;
  readonly query: URLSearchParams;
  readonly sweeps: readonly ListedSweep[];
}

/** Runs with their scores, side by side. */
export function BoardSection({ title, note, runs, mixed, chosen, toggle, query, sweeps }: BoardProps) {
  const tied = tiedAmong(runs);
  const isScored = !runs.every(isSimulation);
  const { by, up } = orderOf(query);
  const hidden = hiddenIn(query);
  const sort = {
    by,
    isUp: up,
    to: (key: string) => setQuery({ sort: key, order: key === by ? (up ? 'down' : 'up') : null }),
  };
  const rowOf = (run: RunItem, inSweep = false) => (
    <Row
      key={run.name}
      {...{ run, mixed, isScored, inSweep, hidden }}
      tied={!inSweep && tied.has(run)}
      picked={chosen.includes(run.name)}
      toggle={(name) => toggle([name])}
    />
  );
  return (
    <section class="board">
      <h2>{title}</h2>
      {note && <p class="soft">{note}</p>}
      <table class="runs" aria-label={title}>
        <thead>
          <tr>
            <th class="pick">
              <span class="hidden">compare</span>
            </th>
            <SortHead of="name" name="run" sort={sort} />
            {isScored && (
              <>
                <SortHead of="score" name="score" sort={sort} />
                <th class="wide">floor – interval – ceiling</th>
              </>
            )}
            {NUMBERS.map((name) => !hidden.has(name) && <SortHead key={name} of={name} name={name} sort={sort} />)}
          </tr>
        </thead>
        <tbody>
          {rowsOf(runs, sweeps).map((row) =>
            'run' in row ? (
              rowOf(row.run)
            ) : (
              <SweepRows key={row.sweep.setup} {...row} {...{ rowOf, chosen, toggle, hidden }} />
            ),
          )}
        </tbody>
      </table>
    </section>
  );
}

interface SweepProps extends Pick<BoardProps, 'chosen' | 'toggle'> {
  readonly sweep: ListedSweep;
  readonly runs: readonly RunItem[];
  readonly rowOf: (run: RunItem, inSweep: boolean) => ComponentChild;
  readonly hidden: ReadonlySet<string>;
}

/** Runs of one setup as one row with their mean; it opens into the runs. */
function SweepRows({ sweep: { score, seeds, invalid }, runs, rowOf, chosen, toggle, hidden }: SweepProps) {
  const [isOpen, setOpen] = useState(false);
  const [first] = runs as [RunItem];
  const samples = samplesOf(runs).map(({ name }) => name);
  const sum = (of: (run: RunItem) => number | null) => runs.reduce((total, run) => total + (of(run) ?? 0), 0);
  return (
    <>
      <tr class="sweep">
        <td class="pick">
          <input
            type="checkbox"
            checked={samples.length > 0 && samples.every((name) => chosen.includes(name))}
            disabled={samples.length === 0}
            onChange={() => toggle(samples)}
            aria-label={`Compare one run per seed of ${first.agent}`}
          />
        </td>
        <td class="col-name">
          <button type="button" class="plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> <bdi>{first.agent}</bdi>
            {first.models.length > 0 && <bdi>{` · ${first.models.join(', ')}`}</bdi>}
          </button>
          <span class="soft sub">
            {runs.length} runs, mean of {seeds} seeds
          </span>
          {invalid > 0 && <span class="trouble">{count(invalid)} invalid, not in the mean</span>}
        </td>
        <td class="col-score num">
          <strong>{fixed(score.value)}</strong>
          <span class="soft sub">
            {fixed(score.low)} – {fixed(score.high)}
          </span>
        </td>
        <td class="wide">
          <ScoreStrip score={score} floor={first.floor} ceiling={first.ceiling} />
        </td>
        <Numbers
          hidden={hidden}
          people={count(first.people)}
          calls={runs.some(({ calls }) => calls === null) ? '…' : count(sum(({ calls }) => calls))}
          time={asDuration(sum(({ seconds }) => seconds))}
          problems={count(sum(({ problems }) => problems))}
          started={moment(first.startedAt)}
        />
      </tr>
      {isOpen && runs.map((run) => rowOf(run, true))}
    </>
  );
}

interface RowProps {
  readonly run: RunItem;
  /** Whether the row names its benchmark. */
  readonly mixed: boolean;
  /** Whether the board has scores. */
  readonly isScored: boolean;
  readonly tied: boolean;
  readonly picked: boolean;
  readonly inSweep: boolean;
  readonly hidden: ReadonlySet<string>;
  readonly toggle: (name: string) => void;
}

function Row({ run, mixed, isScored, tied, picked, inSweep, hidden, toggle }: RowProps) {
  const scored = run.score?.value != null;
  const cost = describeCost(run.cost, run.unpriced);
  // A simulation has no score.
  const isComparable = scored || (run.state === 'finished' && run.score === null);
  return (
    <tr class={`${picked ? 'picked' : ''} ${inSweep ? 'in-sweep' : ''}`}>
      <td class="pick">
        {isComparable && (
          <input
            type="checkbox"
            checked={picked}
            onChange={() => toggle(run.name)}
            aria-label={`Compare ${run.name}`}
          />
        )}
      </td>
      <td class="col-name">
        <a href={href(PAGES.run, { run: run.name })}>
          <bdi>{run.name}</bdi>
        </a>
        <span class="soft sub">
          {mixed && `${boardName(run)} · `}
          <bdi>{run.agent}</bdi>
          {run.models.length > 0 && <bdi>{` · ${run.models.join(', ')}`}</bdi>}
          {inSweep && ` · seed ${run.seed}`}
          {isSimulation(run) && <bdi>{` · ${run.city}`}</bdi>}
          {run.scenario !== null && <bdi>{` · ${run.scenario}`}</bdi>}
          {run.base !== null && (
            <>
              {' · '}
              <a href={href(PAGES.comparison, { a: run.base, b: run.name })}>what it changes</a>
            </>
          )}
        </span>
        {run.state !== 'finished' && <State run={run} />}
        {run.trouble && <span class="trouble">{run.trouble}</span>}
        <InvalidNote run={run} />
      </td>
      {isScored && <ScoreCells run={run} tied={tied} />}
      <Numbers
        hidden={hidden}
        people={count(run.people)}
        calls={
          <>
            {run.calls === null ? '…' : count(run.calls)}
            {cost && <span class="soft sub">{cost}</span>}
          </>
        }
        time={asDuration(run.seconds)}
        problems={count(run.problems)}
        started={moment(run.startedAt)}
      />
    </tr>
  );
}

type NumbersProps = Readonly<Record<(typeof NUMBERS)[number], ComponentChild>> & {
  readonly hidden: ReadonlySet<string>;
};

/** The cells of the columns of numbers. */
const Numbers = ({ hidden, ...numbers }: NumbersProps) => (
  <>
    {NUMBERS.filter((name) => !hidden.has(name)).map((name) => (
      <td key={name} class={name === 'started' ? 'col-started soft' : 'num'} data-name={name}>
        {numbers[name]}
      </td>
    ))}
  </>
);

function ScoreCells({ run, tied }: Pick<RowProps, 'run' | 'tied'>) {
  const scored = run.score?.value != null;
  return (
    <>
      <td class="col-score num">
        {run.score !== null && !scored ? (
          <a class="soft" href={href(PAGES.run, { run: run.name })}>
            no value
          </a>
        ) : (
          <ScoreValue run={run} />
        )}
        {run.reference?.value != null && run.reference.value !== run.score?.value && (
          <span class="soft sub">{fixed(run.reference.value)} reference</span>
        )}
        {tied && (
          <span class="tie" title={`Group ${run.tie}: the intervals overlap, so the difference may be chance.`}>
            ≈<span class="hidden">{`tied, group ${run.tie}`}</span>
          </span>
        )}
      </td>
      <td class="wide">{scored && <ScoreStrip score={run.score} floor={run.floor} ceiling={run.ceiling} />}</td>
    </>
  );
}

function State({ run }: { readonly run: RunItem }) {
  if (run.state === 'running')
    return (
      <Tag kind="live">
        {run.peopleDone === 0 && run.stepsDone !== null
          ? `running, ${asPercent(run.stepsDone)} of all time steps`
          : `running, ${count(run.peopleDone)} of ${count(run.people)} people`}
      </Tag>
    );
  if (run.state === 'failed') return <Tag kind="warn">failed</Tag>;
  if (run.state === 'stopped') return <Tag>stopped, can be resumed</Tag>;
  return null;
}

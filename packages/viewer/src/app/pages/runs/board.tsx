import { PAGES } from '../../../wire/addresses.js';
import type { RunItem } from '../../../wire/runs.js';
import { ScoreStrip } from '../../charts/score-strip.js';
import { asDuration, count, fixed, moment, moneySpent } from '../../format.js';
import { InvalidNote, ScoreValue } from '../../parts/score-value.js';
import { Tag } from '../../parts/states.js';
import { href, setQuery } from '../../route.js';
import { type BoardOf, boardName, orderOf, tiedAmong } from './boards-of.js';

interface BoardProps extends BoardOf {
  readonly chosen: readonly string[];
  readonly toggle: (name: string) => void;
  readonly query: URLSearchParams;
}

/** Runs with their scores, side by side. */
export function BoardSection({ title, note, runs, mixed, chosen, toggle, query }: BoardProps) {
  const tied = tiedAmong(runs);
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
            <Head by="name" query={query}>
              run
            </Head>
            <Head by="score" query={query}>
              score
            </Head>
            <th class="wide">floor – interval – ceiling</th>
            <Head by="people" query={query}>
              people
            </Head>
            <Head by="calls" query={query}>
              calls
            </Head>
            <Head by="time" query={query}>
              time
            </Head>
            <Head by="problems" query={query}>
              problems
            </Head>
            <Head by="started" query={query}>
              started
            </Head>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <Row
              key={run.name}
              run={run}
              mixed={mixed}
              tied={tied.has(run)}
              picked={chosen.includes(run.name)}
              toggle={toggle}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Head({
  by,
  query,
  children,
}: {
  readonly by: string;
  readonly query: URLSearchParams;
  readonly children: string;
}) {
  const order = orderOf(query);
  const isSorted = order.by === by;
  const { up } = order;
  const sort = () => setQuery({ sort: by, order: isSorted ? (up ? 'down' : 'up') : null });
  return (
    <th aria-sort={isSorted ? (up ? 'ascending' : 'descending') : 'none'} class={`col-${by}`}>
      <button type="button" class="plain" onClick={sort}>
        {children}
        {isSorted && <span aria-hidden="true">{up ? ' ↑' : ' ↓'}</span>}
      </button>
    </th>
  );
}

interface RowProps {
  readonly run: RunItem;
  /** Whether the row names its benchmark. */
  readonly mixed: boolean;
  readonly tied: boolean;
  readonly picked: boolean;
  readonly toggle: (name: string) => void;
}

function Row({ run, mixed, tied, picked, toggle }: RowProps) {
  const scored = run.score?.value != null;
  // A simulation has no score.
  const isComparable = scored || (run.state === 'finished' && run.score === null);
  return (
    <tr class={picked ? 'picked' : ''}>
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
        </span>
        {run.state !== 'finished' && <State run={run} />}
        {run.trouble && <span class="trouble">{run.trouble}</span>}
        <InvalidNote run={run} />
      </td>
      <td class="col-score num">
        {run.score !== null && !scored ? (
          <a class="soft" href={href(PAGES.run, { run: run.name })}>
            no value
          </a>
        ) : (
          <ScoreValue run={run} />
        )}
        {run.reference?.value != null && <span class="soft sub">{fixed(run.reference.value)} reference</span>}
        {tied && (
          <span class="tie" title={`Group ${run.tie}: the intervals overlap, so the difference may be chance.`}>
            ≈<span class="hidden">{`tied, group ${run.tie}`}</span>
          </span>
        )}
      </td>
      <td class="wide">{scored && <ScoreStrip score={run.score} floor={run.floor} ceiling={run.ceiling} />}</td>
      <td class="num" data-name="people">
        {count(run.people)}
      </td>
      <td class="num" data-name="calls">
        {run.models.length === 0 ? '–' : count(run.calls)}
        {moneySpent(run.cost, run.unpriced) && <span class="soft sub">{moneySpent(run.cost, run.unpriced)}</span>}
      </td>
      <td class="num" data-name="time">
        {asDuration(run.seconds)}
      </td>
      <td class="num" data-name="problems">
        {count(run.problems)}
      </td>
      <td class="col-started soft">{moment(run.startedAt)}</td>
    </tr>
  );
}

function State({ run }: { readonly run: RunItem }) {
  if (run.state === 'running')
    return <Tag kind="live">{`running, ${count(run.peopleDone)} of ${count(run.people)} people`}</Tag>;
  if (run.state === 'failed') return <Tag kind="warn">failed</Tag>;
  if (run.state === 'stopped') return <Tag>stopped, can be resumed</Tag>;
  return null;
}

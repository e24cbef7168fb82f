import { useEffect, useState } from 'preact/hooks';
import type { Differences } from '../../wire/comparison.js';
import type { RunDetail } from '../../wire/runs.js';
import { AnyFigure } from '../charts/any-figure.js';
import { ScoreStrip } from '../charts/score-strip.js';
import { fixed, signed } from '../format.js';
import { useLoadAll } from '../load.js';
import { NumberTable } from '../parts/number-table.js';
import { Loading, Trouble } from '../parts/states.js';
import { href } from '../route.js';
import { source } from '../source.js';

/** More than two runs of one benchmark beside each other. */
export function SeveralPage({ names }: { readonly names: readonly string[] }) {
  const { data, error } = useLoadAll<RunDetail>(names.map((name) => `runs/${encodeURIComponent(name)}`));
  if (data === null)
    return error ? <Trouble title="These runs cannot be compared">{error}</Trouble> : <Loading what="the runs" />;
  const tasks = [...new Set(data.map(({ run }) => `${run.task} ${run.taskVersion}`))];
  if (tasks.length > 1)
    return (
      <Trouble title="These runs cannot be compared">
        They are of {tasks.join(' and ')}. Only runs of one version of a benchmark can be held against each other.
      </Trouble>
    );
  const ranked = [...data].sort((a, b) => (b.run.score?.value ?? -1) - (a.run.score?.value ?? -1));
  return (
    <>
      <div class="page-head">
        <h1>{names.length} runs</h1>
        <p class="soft">{tasks[0]}, the best first</p>
      </div>
      <Points runs={ranked} />
      <Pairs names={ranked.map(({ run }) => run.name)} />
      <Figures runs={ranked} />
    </>
  );
}

interface RunsProps {
  readonly runs: readonly RunDetail[];
}

/** Score of each run, and the points that each quantity gives. */
function Points({ runs }: RunsProps) {
  const quantities = runs[0]?.findings?.quantities ?? [];
  return (
    <section class="card">
      <h2>Where the points go</h2>
      <NumberTable
        title="Points of 100 by run and quantity"
        head={['run', 'score', 'interval', 'floor – interval – ceiling', ...quantities.map(({ title }) => title)]}
      >
        {runs.map(({ run, findings }) => (
          <tr key={run.name}>
            <th scope="row">
              <a href={href(['run', run.name])}>
                <bdi>{run.name}</bdi>
              </a>
            </th>
            <td>
              <strong>{fixed(run.score?.value)}</strong>
            </td>
            <td>{run.score?.low == null ? '–' : `${fixed(run.score.low)} – ${fixed(run.score.high)}`}</td>
            <td>
              <ScoreStrip score={run.score} floor={run.floor} ceiling={run.ceiling} width={150} />
            </td>
            {quantities.map(({ key }) => {
              const points = findings?.quantities.find((one) => one.key === key)?.points;
              return <td key={key}>{points?.got == null ? '–' : `${fixed(points.got)} of ${fixed(points.of, 0)}`}</td>;
            })}
          </tr>
        ))}
      </NumberTable>
    </section>
  );
}

interface Pair {
  readonly points: number | null;
  readonly isChance: boolean;
}

/** What the differences of pairs are: one after the other, since each is resampled. */
function usePairs(names: readonly string[]): ReadonlyMap<string, Pair> {
  const [pairs, setPairs] = useState<ReadonlyMap<string, Pair>>(new Map());
  useEffect(() => {
    let gone = false;
    const load = async () => {
      for (const [i, a] of names.entries())
        for (const b of names.slice(i + 1)) {
          const path = `compare/${encodeURIComponent(a)}/${encodeURIComponent(b)}/differences`;
          const answer = await source.json<{ readonly value: Differences }>(path).catch(() => null);
          if (gone) return;
          const spread = answer?.value?.metrics.find(({ key }) => key === 'final_score')?.spread;
          const isChance = spread?.low != null && spread.low <= 0 && (spread.high ?? 0) >= 0;
          setPairs((known) => new Map(known).set(JSON.stringify([a, b]), { points: spread?.value ?? null, isChance }));
        }
    };
    void load();
    return () => {
      gone = true;
    };
  }, [names.join('/')]);
  return pairs;
}

/** Each run against each worse one. */
function Pairs({ names }: { readonly names: readonly string[] }) {
  const pairs = usePairs(names);
  const said = (a: string, b: string) => {
    const pair = pairs.get(JSON.stringify([a, b]));
    if (pair === undefined) return '…';
    return pair.points === null ? '–' : `${signed(pair.points)}${pair.isChance ? ' ≈' : ''}`;
  };
  return (
    <section class="card">
      <h2>Which differences are more than chance</h2>
      <p class="soft">Points of the run in the row minus those of the run in the column; ≈ may be chance.</p>
      <NumberTable title="Differences in points, pair by pair" head={['run', ...names.slice(1)]}>
        {names.slice(0, -1).map((a, i) => (
          <tr key={a}>
            <th scope="row">
              <bdi>{a}</bdi>
            </th>
            {names.slice(1).map((b, k) => (
              <td key={b}>{k >= i && <a href={href(['compare', a, b])}>{said(a, b)}</a>}</td>
            ))}
          </tr>
        ))}
      </NumberTable>
    </section>
  );
}

/** The figures of each quantity, a run each. */
function Figures({ runs }: RunsProps) {
  return (
    <>
      {runs[0]?.findings?.quantities.map(({ key, title, explains }) => (
        <section class="card" key={key}>
          <h2>{title}</h2>
          <p class="soft">{explains}</p>
          <div class="two">
            {runs.map(({ run, findings }) => {
              const one = findings?.quantities.find((quantity) => quantity.key === key);
              return (
                <div key={run.name} class="quantity-figures">
                  <p>
                    <strong>
                      <bdi>{run.name}</bdi>: {fixed(one?.points.got)} of {fixed(one?.points.of, 0)} points.
                    </strong>
                  </p>
                  {one?.figures.slice(0, 1).map(({ title: name, figure }) => (
                    <AnyFigure key={name} title={name} figure={figure} />
                  ))}
                </div>
              );
            })}
          </div>
        </section>
      ))}
    </>
  );
}

import type { RunDetail, RunParts } from '../../wire/runs.js';
import { count, moment, moneySpent } from '../format.js';
import { useLoad } from '../load.js';
import { FirstDay } from '../parts/day-names.js';
import { Empty, Loading, Tag, Trouble } from '../parts/states.js';
import { ReplayView } from '../replay/replay-view.js';
import { href } from '../route.js';
import { source } from '../source.js';
import { AboutView } from './about.js';
import { CallsView } from './calls.js';
import { PeopleView } from './people.js';
import { PersonView } from './person.js';
import { ScoresView } from './scores.js';

/** Parts of a run that are in trouble, named one by one. */
const TROUBLES_SHOWN = 8;
/** Milliseconds between looks at a run that is under way, or was not scored yet. */
const REFRESH = 2500;
const DAY = 86_400;
const untilScored = ({ run }: RunDetail) =>
  run.state === 'running' || (run.state === 'finished' && run.score === null) ? REFRESH : 0;

interface Props {
  readonly name: string;
  readonly view: string;
  readonly detail: string | null;
}

/** A run: what it is, and its views. */
export function RunPage({ name, view, detail }: Props) {
  const path = `runs/${encodeURIComponent(name)}`;
  const { data, error } = useLoad<RunDetail>(path, untilScored);
  if (data === null) {
    if (error === null) return <Loading what="the run" />;
    return (
      <Trouble title={`There is nothing to show of ${name}`}>
        {error} <a href={href([])}>Go to the runs</a>.
      </Trouble>
    );
  }
  const { run } = data;
  return (
    <>
      <div class="page-head">
        <h1>
          <bdi>{run.name}</bdi>
        </h1>
        <p class="soft" hidden={run.task === null}>
          {run.task} {run.taskVersion} · <bdi>{run.agent}</bdi>
          {run.models.length > 0 && <bdi> · {run.models.join(', ')}</bdi>} · {count(run.people)} people · {run.city} ·
          seed {run.seed} · {moment(run.startedAt)}
          {run.synthetic && <Tag>synthetic data</Tag>}
          {run.state === 'running' && <Tag kind="live">running</Tag>}
          {run.state === 'stopped' && <Tag>stopped, can be resumed</Tag>}
          {run.state === 'failed' && <Tag kind="warn">failed</Tag>}
        </p>
      </div>
      {run.trouble && <Trouble title="Something is wrong with this run">{run.trouble}</Trouble>}
      {run.state === 'running' && <Progress data={data} />}
      {data.manifest !== null && <Tabs data={data} view={view} />}
      <FirstDay.Provider value={data.firstDay}>
        <View data={data} view={view} detail={detail} />
      </FirstDay.Provider>
    </>
  );
}

function Progress({ data: { run, parts } }: { readonly data: RunDetail }) {
  const [done, all] = [run.peopleDone ?? 0, run.people ?? 1];
  return (
    <section class="card progress" aria-live="polite">
      <progress max={all} value={done}>
        {`${Math.round((100 * done) / all)} %`}
      </progress>
      <p>
        {count(done)} of {count(all)} people are done
        {run.calls !== null && `, ${count(run.calls)} calls`}
        {moneySpent(run.cost, run.unpriced) && `, ${moneySpent(run.cost, run.unpriced)}`}. This page follows the run.
      </p>
      {parts !== null && <Parts parts={parts} />}
    </section>
  );
}

/** Parts of a run on machines: how many, how long, and which are in trouble. */
function Parts({ parts }: { readonly parts: RunParts }) {
  const { all, done, running, hosts, calls, cost, secondsLeft, latest } = parts;
  const troubles = [
    ...parts.silent.map((part) => [part, 'silent, probably dead'] as const),
    ...parts.stopped.map((part) => [part, 'stopped'] as const),
    ...parts.slow.map((part) => [part, 'slow'] as const),
  ];
  return (
    <>
      <p>
        {count(done)} of {count(all)} parts are done, {count(running)} under way on {count(hosts.length)} machines
        {calls > 0 && `, ${count(calls)} calls, ${moneySpent(cost, null)}`}
        {secondsLeft !== null && `, ${count(Math.ceil(secondsLeft / 60))} min left`}; last word {moment(latest)}.
      </p>
      <ul>
        {troubles.slice(0, TROUBLES_SHOWN).map(([{ number, host, people, peopleDone, at }, what]) => (
          <li key={`${what} ${number}`}>
            Part {number} on <bdi>{host}</bdi> is {what}: {count(peopleDone)} of {count(people)} people, {moment(at)}
          </li>
        ))}
      </ul>
    </>
  );
}

function tabsOf({ run, hasCalls }: RunDetail): readonly (readonly [view: string, title: string])[] {
  const base = `runs/${encodeURIComponent(run.name)}`;
  return (
    [
      ['scores', 'Scores', true],
      ['replay', 'Replay', source.has(`${base}/replay`)],
      ['people', 'People', source.has(`${base}/people`)],
      ['calls', 'Calls', hasCalls && source.has(`${base}/calls`)],
      ['about', 'About', true],
    ] as const
  ).flatMap(([view, title, shown]) => (shown ? [[view, title] as const] : []));
}

function Tabs({ data, view }: { readonly data: RunDetail; readonly view: string }) {
  return (
    <nav class="tabs" aria-label="Views of the run">
      {tabsOf(data).map(([name, title]) => (
        <a
          key={name}
          href={href(['run', data.run.name, name])}
          aria-current={name === view || (name === 'people' && view === 'person') ? 'page' : undefined}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}

function View({
  data,
  view,
  detail,
}: {
  readonly data: RunDetail;
  readonly view: string;
  readonly detail: string | null;
}) {
  // What is wrong with it stands above.
  if (data.manifest === null) return null;
  const refresh = data.run.state === 'running' ? REFRESH : 0;
  switch (view) {
    case 'scores':
      return <ScoresView data={data} />;
    case 'replay':
      return <ReplayView names={[data.run.name]} done={data.run.peopleDone} />;
    case 'people':
      return <PeopleView name={data.run.name} refresh={refresh} />;
    case 'person':
      return <PersonView name={data.run.name} id={detail ?? ''} hasCalls={data.hasCalls} />;
    case 'calls':
      return <CallsView name={data.run.name} days={(data.steps * data.stepSeconds) / DAY} refresh={refresh} />;
    case 'about':
      return <AboutView data={data} />;
    default:
      return <Empty title="There is no such view">Choose one of the views above.</Empty>;
  }
}

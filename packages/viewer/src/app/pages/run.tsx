import { counted, SECONDS_PER_DAY } from '@itinera/base';
import { API, match, PAGES } from '../../wire/addresses.js';
import { asDuration, asPercent, clock, count, describeCost, moment, sentence, taskTitle } from '../../wire/format.js';
import type { RunDetail, RunLive, RunParts } from '../../wire/runs.js';
import { useLoad } from '../load.js';
import { type Page, REFRESH } from '../page.js';
import { FirstDay, useDayNames } from '../parts/day-names.js';
import { ProblemCard } from '../parts/problem-card.js';
import { Command, Tag, Trouble, Waiting } from '../parts/states.js';
import { href, useRoute } from '../route.js';
import { RUN_VIEWS, trafficView } from './run-views.js';

/** Parts with problems that are listed one by one. */
const TROUBLES_SHOWN = 8;
const COMMANDS_SHOWN = 3;
const untilScored = ({ run, parts }: RunDetail) =>
  run.state === 'running' || parts !== null || (run.state === 'finished' && run.score === null) ? REFRESH : 0;

/** A run: its facts and its views; the scores, or the summary of a simulation, unless the address names another view. */
export const runPage: Page = {
  at: [PAGES.run, ...RUN_VIEWS.map(({ at }) => at)],
  View: ({ params }) => <Run name={params.run!} />,
};

function Run({ name }: { readonly name: string }) {
  const { parts } = useRoute();
  const { data, error } = useLoad(API.run.at({ run: name }), untilScored);
  if (data === null) return <Waiting alone error={error} title={`${name} cannot be shown`} what="the run" />;
  const { run } = data;
  const first = RUN_VIEWS.find(({ isShown }) => isShown?.(data) ?? true)!;
  const view = RUN_VIEWS.find(({ at }) => match(at, parts)) ?? first;
  const isFirst = view === first;
  const isBroken = run.invalid.length > 0 || (run.state !== 'finished' && run.state !== 'running');
  const problems = <ProblemCard total={run.problems} groups={data.problems} name={run.name} />;
  return (
    <FirstDay.Provider value={data.firstDay}>
      <div class="page-head">
        <h1>
          <bdi>{run.name}</bdi>
        </h1>
        <p class="soft" hidden={run.task === null}>
          {taskTitle(run)} · <bdi>{run.agent}</bdi>
          {run.models.length > 0 && <bdi> · {run.models.join(', ')}</bdi>} ·{' '}
          {run.people === null ? '– people' : counted(run.people, 'person', 'people')} · {run.city}
          {run.scenario !== null && <bdi> · {run.scenario}</bdi>} · seed {run.seed} · {moment(run.startedAt)}
          {run.synthetic && <Tag>synthetic data</Tag>}
          {run.state === 'running' && <Tag kind="live">running</Tag>}
          {run.state === 'stopped' && data.parts !== null && <Tag>no part is running</Tag>}
          {run.state === 'failed' && <Tag kind="warn">failed</Tag>}
        </p>
      </div>
      {run.state === 'stopped' || run.state === 'failed' ? (
        <Ended data={data} />
      ) : (
        run.trouble && <Trouble title="This run has a problem">{run.trouble}</Trouble>
      )}
      {isBroken && problems}
      {run.invalid.length > 0 && <Trouble title="Invalid result">{run.invalid.map(sentence).join(' ')}</Trouble>}
      {(isFirst || view === trafficView) && data.warnings.map((message) => <p key={message}>Warning: {message}</p>)}
      {(run.state === 'running' || data.parts !== null) && <Progress data={data} isFirst={isFirst} />}
      {data.manifest !== null && (
        <>
          <Tabs data={data} view={view} />
          <view.View data={data} params={match(view.at, parts) ?? { run: name }} />
          {isFirst && !isBroken && problems}
        </>
      )}
    </FirstDay.Provider>
  );
}

/** Why a run ended early, how far it came, and the next step. */
function Ended({ data: { run, parts, command, manifest } }: { readonly data: RunDetail }) {
  const why = String(manifest?.error || run.trouble || '');
  const reason = why === 'Stopped.' ? 'It was interrupted, by Ctrl-C or a signal.' : why && sentence(why);
  return (
    <Trouble title={run.state === 'failed' ? 'The run failed' : 'The run was stopped before its end'}>
      {reason && `${reason} `}
      {count(run.peopleDone)} of {count(run.people)} people have finished.{' '}
      {parts === null && (
        <>
          To finish it: <Command>{`${command.program} runs resume ${command.run}`}</Command>
        </>
      )}
    </Trouble>
  );
}

function Progress({
  data,
  isFirst,
}: {
  readonly data: RunDetail;
  /** Whether the first page of the run is shown, which has the latest calls. */
  readonly isFirst: boolean;
}) {
  const { run, parts, live } = data;
  const [done, all] = [run.peopleDone ?? 0, run.people ?? 1];
  const share = Math.max(done / all, run.stepsDone ?? 0);
  return (
    <section class="card progress" aria-live="polite">
      <progress max={1} value={share}>
        {asPercent(share)}
      </progress>
      <p>
        {count(done)} of {counted(all, 'person', 'people')} have finished
        {run.stepsDone !== null && `, ${asPercent(share)} of all time steps`}
        {run.models.length > 0 && run.calls !== null && `, ${count(run.calls)} calls`}
        {describeCost(run.cost, run.unpriced) && `, ${describeCost(run.cost, run.unpriced)}`}
        {live?.callsPerMinute != null &&
          `, ${count(live.callsPerMinute)} calls and ${count(live.tokensPerMinute)} tokens per minute`}
        {live?.secondsLeft != null && parts === null && `, about ${asDuration(live.secondsLeft)} left`}. This page
        updates itself.
      </p>
      {live && isFirst && run.state === 'running' && <Live run={run.name} live={live} />}
      {parts !== null && <Parts parts={parts} data={data} />}
    </section>
  );
}

/** The latest answers and errors, and how far the people who called last have come. */
function Live({ run, live: { answers, errors, people } }: { readonly run: string; readonly live: RunLive }) {
  const nameOf = useDayNames();
  if (people.length === 0) return null;
  const at = (time: number) => `${nameOf(Math.floor(time / SECONDS_PER_DAY))}, ${clock(time)}`;
  return (
    <div class="two live">
      <section>
        <h3>People who called last</h3>
        <ul class="lanes">
          {people.map(({ person, share, time }) => (
            <li key={person}>
              <span>person {person}</span>
              <progress max={1} value={share} aria-label={`Person ${person}`} />
              <span class="soft num">{at(time)}</span>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>Latest answers</h3>
        <ul class="problems">
          {answers.map(({ person, text, at: moment }) => (
            <li key={`${person} ${moment}`}>
              <span class="soft">person {person}</span>
              <bdi>{text}</bdi>
            </li>
          ))}
        </ul>
        {errors.length > 0 && <h3>Latest errors</h3>}
        <ul class="problems">
          {errors.map(({ message, count: times, person }) => (
            <li key={message} class="trouble">
              <span class="num">{count(times)} ×</span>
              <bdi>{message}</bdi>
              <span class="soft">first person {person}</span>
            </li>
          ))}
        </ul>
        <p>
          <a href={href(PAGES.calls, { run }, { sort: 'latest' })}>All calls, the latest first</a>
        </p>
      </section>
    </div>
  );
}

/** The parts of a run on several machines: progress, time left and problems. */
function Parts({ parts, data: { command } }: { readonly parts: RunParts; readonly data: RunDetail }) {
  const { all, done, running, hosts, calls, cost, secondsLeft, latest, missing } = parts;
  const troubles = [
    ...parts.silent.map((part) => [part, 'not responding'] as const),
    ...parts.stopped.map((part) => [part, 'stopped'] as const),
    ...parts.slow.map((part) => [part, 'slow'] as const),
  ];
  const idle = [...missing, ...[...parts.stopped, ...parts.silent].map(({ number }) => number)];
  const commands = idle
    .slice(0, COMMANDS_SHOWN)
    .map((number) => `${command.program} runs resume ${command.run} --part ${number}/${all}`);
  return (
    <>
      <p>
        {count(done)} of {count(all)} parts have finished
        {running > 0 && `, ${count(running)} running on ${count(hosts.length)} machines`}
        {calls > 0 && `, ${[`${count(calls)} calls`, describeCost(cost, null)].filter(Boolean).join(', ')}`}
        {secondsLeft !== null && `, ${count(Math.ceil(secondsLeft / 60))} min left`}; last update {moment(latest)}.
      </p>
      <ul>
        {troubles.slice(0, TROUBLES_SHOWN).map(([{ number, host, people, peopleDone, at }, what]) => (
          <li key={`${what} ${number}`}>
            Part {number} on <bdi>{host}</bdi> is {what}: {count(peopleDone)} of {counted(people, 'person', 'people')},{' '}
            {moment(at)}
          </li>
        ))}
      </ul>
      {missing.length > 0 && (
        <p>
          {missing.length === 1 ? 'Part' : 'Parts'} {missing.slice(0, TROUBLES_SHOWN).join(', ')}
          {missing.length > TROUBLES_SHOWN && ` and ${count(missing.length - TROUBLES_SHOWN)} more`} of {count(all)}:
          not started.
        </p>
      )}
      {done === all && (
        <div>
          To merge them: <Command>{`${command.program} runs gather ${command.run}`}</Command>
        </div>
      )}
      {idle.length > 0 && (
        <div>
          To start {idle.length === 1 ? 'it' : 'them'}:
          {commands.map((text) => (
            <Command key={text}>{text}</Command>
          ))}
          {idle.length > commands.length && <p>Change the number after --part for the others.</p>}
        </div>
      )}
    </>
  );
}

function Tabs({ data, view }: { readonly data: RunDetail; readonly view: (typeof RUN_VIEWS)[number] }) {
  return (
    <nav class="tabs" aria-label="Views of the run">
      {RUN_VIEWS.map(
        ({ at, tab, isShown }) =>
          RUN_VIEWS.find((one) => one.tab === tab)!.at === at &&
          (isShown?.(data) ?? true) && (
            <a key={at} href={href(at, { run: data.run.name })} aria-current={tab === view.tab ? 'page' : undefined}>
              {tab}
            </a>
          ),
      )}
    </nav>
  );
}

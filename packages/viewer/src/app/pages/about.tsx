import { SECONDS_PER_DAY } from '@itinera/base';
import { API, PAGES } from '../../wire/addresses.js';
import { asDuration, count, dayName, moment } from '../../wire/format.js';
import type { RunDetail, RunItem } from '../../wire/runs.js';
import { useLoad } from '../load.js';
import type { RunView } from '../page.js';
import { PlainTable } from '../parts/number-table.js';
import { ScrollRegion } from '../parts/scroll-region.js';
import { Command } from '../parts/states.js';
import { href } from '../route.js';
import { source } from '../source.js';

/** What was run, when and with which code, and the manifest. */
export const AboutRun: RunView['View'] = ({ data }) => (
  <>
    <section class="card">
      <h2>This run</h2>
      <dl class="about">
        {settingsInWords(data).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p class="soft">Repeat the run from its folder and compare every byte:</p>
      <Command>{`${data.command.program} runs reproduce ${data.command.run}`}</Command>
    </section>
    <AgentFiles data={data} />
    <section class="card">
      <h2>Manifest</h2>
      <p class="soft">run.json. It contains no API keys. The same manifest produces the same bytes.</p>
      <ScrollRegion label="run.json">
        <pre>{JSON.stringify(data.manifest, null, 2)}</pre>
      </ScrollRegion>
    </section>
  </>
);

type Fact = readonly [name: string, value: string];

/** The manifest in words. */
export function settingsInWords({ run, manifest, steps, stepSeconds, firstDay }: RunDetail): Fact[] {
  const { agent, versions, congestion, mode, dataset, scenario, movement } = (manifest ?? {}) as {
    readonly agent?: { readonly hash?: string; readonly params?: object };
    readonly versions?: { readonly itinera?: string; readonly node?: string };
    readonly congestion?: string;
    readonly mode?: string;
    readonly dataset?: { readonly hash?: string };
    readonly scenario?: { readonly name: string };
    readonly movement?: object;
  };
  const days = Math.max(1, Math.round((steps * stepSeconds) / SECONDS_PER_DAY));
  const params = Object.entries(agent?.params ?? {});
  const facts: (Fact | null)[] = [
    ['task', `${run.task} ${run.taskVersion}${mode === 'test' ? ', test mode' : ''}`],
    ['agent', run.agent ?? '–'],
    params.length > 0
      ? ['parameters', params.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join(', ')]
      : null,
    ['language models', run.models.join(', ') || 'none'],
    ['people', `${count(run.people)}, seed ${run.seed}`],
    [
      'time',
      `${days === 1 ? 'one day' : `${days} days`} in steps of ${asDuration(stepSeconds)}${firstDay ? `, from ${dayName(0, firstDay)}` : ''}`,
    ],
    ['city', run.city ?? '–'],
    scenario ? ['scenario', scenario.name] : null,
    movement ? ['movement', JSON.stringify(movement)] : null,
    ['congestion', congestion === 'off' ? 'none' : (congestion ?? '–')],
    ['data', `${run.synthetic ? 'synthetic, ' : ''}SHA-256 ${dataset?.hash?.slice(0, 12)}…`],
    ['started', `${moment(run.startedAt)}, took ${asDuration(run.seconds)}`],
    ['code', `Itinera ${versions?.itinera}, Node ${versions?.node}; agent SHA-256 ${agent?.hash?.slice(0, 12)}…`],
  ];
  return facts.filter((fact) => fact !== null);
}

/** The files of a custom agent, which the run folder keeps. */
function AgentFiles({ data: { manifest, run } }: { readonly data: RunDetail }) {
  const files = Object.entries((manifest?.agent as { files?: Record<string, string> } | undefined)?.files ?? {});
  if (files.length === 0) return null;
  return (
    <section class="card">
      <h2>Files of the agent</h2>
      <p class="soft">The folder agent of the run has a copy of each.</p>
      <PlainTable
        title="Files of the agent"
        head={['file', 'SHA-256']}
        rows={files.map(([name, hash]) => [name, `${hash.slice(0, 16)}…`])}
      />
      <EarlierRun run={run} />
    </section>
  );
}

/** The link to the changes since the previous run of the same agent. */
function EarlierRun({ run: { name, task, agent, startedAt } }: { readonly run: RunItem }) {
  const { data } = useLoad(source.live ? API.runs.at({}) : null);
  const started = (one: RunItem) => one.startedAt ?? '';
  const earlier = data?.runs
    .filter((one) => one.task === task && one.agent === agent && started(one) < (startedAt ?? ''))
    .reduce<RunItem | undefined>((last, one) => (last && started(last) > started(one) ? last : one), undefined);
  if (earlier === undefined) return null;
  return (
    <p>
      <a href={href(PAGES.comparedSetup, { a: earlier.name, b: name })}>
        Changes since <bdi>{earlier.name}</bdi>
      </a>
    </p>
  );
}

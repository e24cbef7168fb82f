import { dailyMobilityParts } from '@itinera/benchmarks/browser';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { offer } from '../../../viewer/src/app/charts/save.js';
import { ScoreStrip } from '../../../viewer/src/app/charts/score-strip.js';
import { ReplayView } from '../../../viewer/src/app/player/replay-view.js';
import { parseHash, setQuery } from '../../../viewer/src/app/route.js';
import { count, fixed } from '../../../viewer/src/wire/format.js';
import { ButtonWithReason } from '../button-with-reason.js';
import { Editor } from './editor.js';
import type { AgentCode } from './messages.js';
import type { OwnModel } from './model.js';
import { MOST_ADDRESS_CHARACTERS, packCode, unpackCode } from './shared-agent.js';
import { START_CODE } from './start-code.js';
import { type Choice, type SimulationView, useSimulation } from './use-simulation.js';
import type { PlayOutcome } from './world/world.js';

const PAUSE_MILLISECONDS = 700;
/** The folder in the archive of a run. */
const RUN_NAME = 'playground-run';
const PEOPLE = [50, 100, 200, 500];
const MOST_SEED = 4_294_967_295;
const MOST_MAP_BYTES = 200_000_000;
const BUILT_IN = ['random', 'commuter', 'day-pattern', 'd-epr', 'ditras', 'markov'];

const asSeed = (text: string | null) => Math.min(MOST_SEED, Math.max(0, Math.floor(Number(text)) || 0));

/** A small city in the browser, and an agent to edit. */
export function SimulateTab() {
  const { view, simulation } = useSimulation();
  const [code, setCode] = useState(START_CODE);
  const [agent, setAgent] = useState('');
  const [people, setPeople] = useState(200);
  const [seed, setSeed] = useState(42);
  /** Changes run by themselves once the reader has pressed Run: code from an address never does before. */
  const [isLive, setLive] = useState(false);
  const [map, setMap] = useState<Choice['map']>(null);
  const [model, setModel] = useState<OwnModel | null>(null);
  const [notice, setNotice] = useState('');
  const run = () => {
    const chosen: AgentCode = agent === '' ? { code } : { builtIn: agent };
    void simulation.run(chosen, { people, seed, map }, model);
  };
  useEffect(() => {
    const read = async () => {
      const { query } = parseHash(location.hash);
      const packed = query.get('code');
      if (packed === null) return;
      simulation.cancel();
      setLive(false);
      setQuery({ code: null, people: null, seed: null });
      try {
        setCode(await unpackCode(packed));
        setAgent('');
        const asked = Number(query.get('people'));
        if (PEOPLE.includes(asked)) setPeople(asked);
        setSeed(asSeed(query.get('seed')));
        setNotice('This agent came with the address and has not run yet. Read it, then press Run.');
      } catch (error) {
        setNotice((error as Error).message);
      }
    };
    void read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  const share = async () => {
    const packed = await packCode(code);
    if (packed.length > MOST_ADDRESS_CHARACTERS)
      return setNotice('The agent is too long for an address. Download the run and send that.');
    const address = `${location.href.replace(/#.*/, '')}#/?code=${packed}&people=${people}&seed=${seed}`;
    const isCopied = await navigator.clipboard?.writeText(address).then(
      () => true,
      () => false,
    );
    if (!isCopied) history.replaceState(null, '', address);
    setNotice(
      isCopied ? 'The address with this agent is copied.' : 'The address of this page now contains this agent.',
    );
  };
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return undefined;
    }
    // Calls of a model cost money, so they wait for Run.
    if (!isLive || model !== null) return undefined;
    const timer = setTimeout(run, PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [code, agent, people, seed, map]);
  return (
    <div class="simulate">
      <section class="simulate-code">
        <h1>Simulate a day</h1>
        <p class="soft">
          Write an agent in JavaScript: it decides for each person every 15 minutes. Everything happens in this page;
          nothing is uploaded.
        </p>
        <form
          class="filters"
          onSubmit={(event) => {
            event.preventDefault();
            setLive(true);
            setNotice('');
            run();
          }}
        >
          <label>
            <span>Agent</span>
            <select value={agent} onChange={(event) => setAgent(event.currentTarget.value)}>
              <option value="">your code</option>
              {BUILT_IN.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <label>
            <span>People</span>
            <select value={people} onChange={(event) => setPeople(Number(event.currentTarget.value))}>
              {PEOPLE.map((number) => (
                <option key={number}>{number}</option>
              ))}
            </select>
          </label>
          <label>
            <span>Seed</span>
            <input
              type="number"
              min={0}
              max={MOST_SEED}
              value={seed}
              onChange={(event) => setSeed(asSeed(event.currentTarget.value))}
            />
          </label>
          <label>
            <span>Map: synthetic town, or your .pb</span>
            <input
              type="file"
              accept=".pb"
              onChange={async (event) => {
                const file = event.currentTarget.files?.[0];
                if (file && file.size > MOST_MAP_BYTES)
                  return setNotice(
                    `The map has ${count(file.size)} bytes; the limit of the playground is ${count(MOST_MAP_BYTES)}.`,
                  );
                setNotice('');
                setMap(file ? { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) } : null);
              }}
            />
          </label>
          <button type="submit" class="button">
            Run
          </button>
          {view.doing !== null && (
            <button type="button" onClick={() => simulation.cancel()}>
              Cancel
            </button>
          )}
          <ButtonWithReason
            onClick={share}
            reason={agent === '' ? null : 'A link contains your code: choose “your code” as the agent.'}
          >
            Copy link
          </ButtonWithReason>
        </form>
        {notice !== '' && <p role="status">{notice}</p>}
        {agent === '' && <Editor code={code} onChange={setCode} faultLine={view.fault?.line ?? null} />}
        <ModelForm model={model} calls={view.calls} onChange={setModel} />
        <Printed lines={view.printed} />
      </section>
      <section class={`simulate-result ${view.isStale ? 'stale' : ''}`} aria-label="Result">
        <Status view={view} />
        {view.isStale && view.outcome && (
          <p class="earlier">
            <strong>Result of an earlier run</strong>, not of this code:
          </p>
        )}
        {view.outcome && (
          <ScoreCard outcome={view.outcome} isAddingFloor={view.isAddingFloor}>
            <ButtonWithReason
              reason={whyNoDownload(view, model)}
              onClick={async () => offer(await simulation.download(RUN_NAME), `${RUN_NAME}.zip`)}
            >
              Download the run
            </ButtonWithReason>
          </ScoreCard>
        )}
        {view.replay && <ReplayView key={view.replay} names={[view.replay]} plays />}
      </section>
    </div>
  );
}

function whyNoDownload({ doing, isKept }: SimulationView, model: OwnModel | null): string | null {
  if (doing !== null) return 'The simulation is still running.';
  if (isKept) return null;
  return model === null
    ? 'This run is of another city: run the agent again.'
    : 'The folder would lack the calls of the model.';
}

function Status({ view: { doing, share, fault } }: { readonly view: SimulationView }) {
  return (
    <div role="status" class="simulate-status">
      {doing !== null && (
        <p>
          {doing} … <progress max={1} value={doing === 'Simulating' ? share : undefined} />
        </p>
      )}
      {doing === null && fault !== null && (
        <p class="trouble">
          {fault.line !== null && <strong>Line {fault.line}: </strong>}
          {fault.message}
        </p>
      )}
    </div>
  );
}

/** Sentences of the explanation. */
const MOST_SENTENCES = 3;

type Spread = { readonly value: number | null; readonly low: number | null; readonly high: number | null };

function spreadOf(scale: { readonly documented: object } | null): Spread | null {
  return (scale?.documented as Readonly<Record<string, Spread>> | undefined)?.final_score ?? null;
}

function ScoreCard({
  outcome,
  isAddingFloor,
  children,
}: {
  readonly outcome: PlayOutcome;
  readonly isAddingFloor: boolean;
  readonly children: ComponentChildren;
}) {
  const { score, ceiling, floor, summary, trips, kilometres, failedTrips, underWay, doubts } = outcome;
  const documented = score.documented as Readonly<Record<string, number | null>>;
  const [spread, top, bottom] = [score.noise, ceiling, floor].map(spreadOf);
  return (
    <>
      {doubts.length > 0 && (
        <section class="card">
          {doubts.map(({ message, grave }) => (
            <p key={message} class="trouble">
              {grave ? 'INVALID RESULT: ' : 'Warning: '}
              {message}
            </p>
          ))}
        </section>
      )}
      <section class="card headline">
        <div class="headline-score">
          <strong class="big" data-score={score.final_score}>
            {fixed(score.final_score)}
          </strong>
          <span class="soft">of 100, DailyMobility; people and truth are SYNTHETIC</span>
          <ScoreStrip score={spread!} floor={bottom!} ceiling={top!} width={280} height={34} />
          <p class="soft">
            {spread?.low != null && `95 % interval ${fixed(spread.low)} to ${fixed(spread.high)}; `}
            {`floor, the random agent: ${bottom?.value == null && isAddingFloor ? 'being computed' : fixed(bottom?.value)}; `}
            {`ceiling, a perfect agent: ${fixed(top?.value)}`}
          </p>
        </div>
        <div class="headline-words">
          {summary.slice(0, MOST_SENTENCES).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <dl class="scale">
            {Object.entries(dailyMobilityParts).map(([key, { title, of }]) => (
              <div key={key}>
                <dt>{title}</dt>
                <dd>{documented[key] == null ? 'no value' : `${fixed(of * (1 - documented[key]))} of ${of}`}</dd>
              </div>
            ))}
          </dl>
          <p class="soft">
            {count(trips)} trips, {fixed(kilometres)} km.
            {underWay.map((sentence) => ` ${sentence}`)}
            {failedTrips > 0 && ` ${count(failedTrips)} trips failed.`}
          </p>
          {children}
        </div>
      </section>
    </>
  );
}

const NO_MODEL: OwnModel = { url: '', model: '', key: '', mostCalls: 50 };

interface ModelFormProps {
  readonly model: OwnModel | null;
  readonly calls: number;
  readonly onChange: (model: OwnModel | null) => void;
}

/** The reader's own language model. */
function ModelForm({ model, calls, onChange }: ModelFormProps) {
  const now = model ?? NO_MODEL;
  const change = (part: Partial<OwnModel>) => {
    const next = { ...now, ...part };
    onChange(next.url === '' && next.model === '' && next.key === '' ? null : next);
  };
  return (
    <details class="model">
      <summary>Language model: {model === null ? 'none' : `${calls} of ${model.mostCalls} calls used`}</summary>
      <p class="soft">
        For agents with <code>this.llm</code>: any server with the OpenAI protocol that accepts requests from pages. The
        key stays in the memory of this page until you close it and is sent to this server only. With a model, changes
        of the code wait for Run.
      </p>
      <div class="filters">
        <label>
          <span>Address</span>
          <input
            type="url"
            placeholder="https://api.openai.com/v1"
            value={now.url}
            onInput={(event) => change({ url: event.currentTarget.value.trim() })}
          />
        </label>
        <label>
          <span>Model</span>
          <input value={now.model} onInput={(event) => change({ model: event.currentTarget.value.trim() })} />
        </label>
        <label>
          <span>Key</span>
          <input
            type="password"
            autocomplete="off"
            value={now.key}
            onInput={(event) => change({ key: event.currentTarget.value.trim() })}
          />
        </label>
        <label>
          <span>Maximum calls per run</span>
          <input
            type="number"
            min={1}
            max={100000}
            value={now.mostCalls}
            onChange={(event) => change({ mostCalls: Math.max(1, Math.floor(Number(event.currentTarget.value)) || 1) })}
          />
        </label>
      </div>
    </details>
  );
}

function Printed({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <details class="printed">
      <summary>Output of the agent ({lines.length})</summary>
      <pre>{lines.join('\n')}</pre>
    </details>
  );
}

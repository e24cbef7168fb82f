import { API, PAGES } from '../../wire/addresses.js';
import { clock } from '../../wire/format.js';
import { useLoad } from '../load.js';
import { href } from '../route.js';
import { source } from '../source.js';
import { Command, Loading } from './states.js';

interface Props {
  readonly run: string;
  readonly person: number | string;
  /** When the person left, or failed to leave. */
  readonly time: number;
}

/** The last call before a departure, and the command that repeats it; nothing for an agent that makes none. */
export function Cause({ run, person, time }: Props) {
  const { data: detail } = useLoad(API.run.at({ run }));
  const at = source.live && detail?.hasCalls ? API.callBefore.at({ run, person, time }) : null;
  const { data, error } = useLoad(at);
  if (at !== null && data === null && error === null) return <Loading what="the call" />;
  if (!detail || !data?.call) return null;
  const { row, messages, answer, failure } = data.call;
  const { program, run: named } = detail.command;
  return (
    <section class="cause">
      <h3>Why: the last call before {clock(time)}</h3>
      <details>
        <summary>
          <span class="num">{clock(row.t)}</span> <bdi>{row.step}</bdi>
        </summary>
        {messages.map(({ role, content }, i) => (
          <pre key={`${i} ${role}`} dir="auto">
            {content}
          </pre>
        ))}
      </details>
      <pre class="answer" dir="auto">
        {answer ?? failure}
      </pre>
      <p>
        <a href={href(PAGES.calls, { run }, { person: String(person), call: String(row.number) })}>Open the call</a>
      </p>
      <p class="soft">Ask again:</p>
      <Command>{`${program} runs calls ${named} --again ${row.number}`}</Command>
    </section>
  );
}

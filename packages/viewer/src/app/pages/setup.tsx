import { API } from '../../wire/addresses.js';
import type { CodeChanges, FileChange } from '../../wire/code.js';
import { count } from '../../wire/format.js';
import type { RunDetail } from '../../wire/runs.js';
import { useLoad } from '../load.js';
import { PlainTable } from '../parts/number-table.js';
import { ScrollRegion } from '../parts/scroll-region.js';
import { Waiting } from '../parts/states.js';
import { source } from '../source.js';
import { settingsInWords } from './about.js';

/** What two runs have in common and what differs: settings, and the code of the agents. */
export function Setup({ runs: [first, second] }: { readonly runs: readonly [RunDetail, RunDetail] }) {
  const [own, other] = [new Map(settingsInWords(first)), new Map(settingsInWords(second))];
  const names = [...new Set([...own.keys(), ...other.keys()])].filter((name) => name !== 'started');
  const differing = names.filter((name) => own.get(name) !== other.get(name));
  return (
    <>
      <section class="card settings">
        <h2>{differing.length === 0 ? 'Both runs have the same setup' : 'Different settings'}</h2>
        {differing.length > 0 && (
          <PlainTable
            title="Settings that differ"
            head={['', first.run.name, second.run.name]}
            rows={differing.map((name) => [name, own.get(name) ?? '–', other.get(name) ?? '–'])}
          />
        )}
        {differing.length > 0 && differing.length < names.length && (
          <p class="soft">Equal: {names.filter((name) => !differing.includes(name)).join(', ')}.</p>
        )}
      </section>
      <Code a={first.run.name} b={second.run.name} />
    </>
  );
}

function Code({ a, b }: { readonly a: string; readonly b: string }) {
  const address = API.code.at({ a, b });
  const { data, error } = useLoad(source.has(address) ? address : null);
  if (!source.has(address)) return null;
  if (data === null) return <Waiting error={error} title="The code cannot be compared" what="the agents" />;
  return (
    <section class="card">
      <h2>{titleOf(data)}</h2>
      <p class="soft">
        {data.haveFiles
          ? 'The run folders keep copies of each agent and the local files that it imports.'
          : 'Run folders keep no files of built-in agents, so only their hashes are compared.'}
      </p>
      {data.files.map((file) => (
        <Changes key={file.names.join('/')} file={file} />
      ))}
    </section>
  );
}

const titleOf = ({ isSame, files }: CodeChanges): string => {
  if (isSame) return 'Both agents are the same code';
  return files.length === 0 ? 'The agents are different code' : `Changed files of the agent: ${count(files.length)}`;
};

const KINDS: Readonly<Record<string, string>> = { '-': 'removed', '+': 'added', ' ': '' };

function Changes({ file: { names, hunks, omitted, trouble } }: { readonly file: FileChange }) {
  const [one, other] = names;
  const title = one === other || other === null ? one : one === null ? other : `${one} → ${other}`;
  const changed = (sign: string) =>
    hunks.reduce((n, { lines }) => n + lines.filter((line) => line[0] === sign).length, 0);
  return (
    <>
      <h3>
        <bdi>{title}</bdi>{' '}
        <span class="soft">
          {one === null ? 'added, ' : other === null ? 'removed, ' : ''}+{changed('+')} −{changed('-')}
        </span>
      </h3>
      {trouble && <p class="trouble">{trouble}</p>}
      {hunks.length > 0 && (
        <ScrollRegion label={`Changes of ${title}`}>
          <table class="diff">
            <caption class="hidden">Changes of {title}</caption>
            <thead class="hidden">
              <tr>
                <th>line before</th>
                <th>line after</th>
                <th>text</th>
              </tr>
            </thead>
            {hunks.map(({ from, lines }) => (
              <tbody key={from.join()}>{numbered(from, lines)}</tbody>
            ))}
          </table>
        </ScrollRegion>
      )}
      {omitted > 0 && <p class="soft">{count(omitted)} more lines are not shown.</p>}
    </>
  );
}

function numbered([from, to]: readonly [number, number], lines: readonly string[]) {
  let [before, after] = [from, to];
  return lines.map((line) => {
    const sign = line[0]!;
    const [own, other] = [sign === '+' ? null : before++, sign === '-' ? null : after++];
    return (
      <tr key={`${own} ${other}`} class={KINDS[sign]}>
        <td>{own}</td>
        <td>{other}</td>
        <td>
          <span class="hidden">{KINDS[sign]} </span>
          <span aria-hidden="true">{sign === '-' ? '−' : sign} </span>
          <bdi>{line.slice(1)}</bdi>
        </td>
      </tr>
    );
  });
}

import { counted, usersInterval } from '@itinera/base';
import { useState } from 'preact/hooks';
import { API, PAGES } from '../../wire/addresses.js';
import { clock, count, fixed, typeset } from '../../wire/format.js';
import type { HumobDetail, HumobSide, HumobUser } from '../../wire/humob.js';
import { SetCells } from '../cells/set-cells.js';
import { Bars } from '../charts/findings.js';
import { useLoad } from '../load.js';
import type { Page } from '../page.js';
import { ListTable } from '../parts/list-table.js';
import { PlainTable } from '../parts/number-table.js';
import { Tag, Waiting } from '../parts/states.js';
import { href, setQuery, useRoute } from '../route.js';
import { source } from '../source.js';
import { HumobUserView } from './humob-user.js';

/** A HuMob scoring: the errors of a submission by user, day and half hour. */
export const humobPage: Page = {
  at: [PAGES.scoring, PAGES.scoringUser],
  View: ({ params }) => <Scoring name={params.scoring!} uid={params.user ?? null} />,
};

function Scoring({ name, uid }: { readonly name: string; readonly uid: string | null }) {
  const { data, error } = useLoad(API.scoring.at({ scoring: name }));
  if (data === null) return <Waiting alone error={error} title="This scoring cannot be shown" what="its files" />;
  return (
    <>
      <div class="page-head">
        <h1>
          <bdi>{data.name}</bdi>
        </h1>
        <p class="soft">
          {data.rules} · {counted(data.users, 'user')}, {counted(data.days, 'day')}, {counted(data.steps, 'step')}
          {data.synthetic && <Tag>SYNTHETIC people</Tag>}
        </p>
      </div>
      {data.warnings.map((message) => (
        <p key={message}>Warning: {message}</p>
      ))}
      {uid === null ? <Overview data={data} /> : <HumobUserView name={name} uid={uid} detail={data} />}
    </>
  );
}

function Overview({ data }: { readonly data: HumobDetail }) {
  const sides = data.second ? [data.first, data.second] : [data.first];
  return (
    <>
      <section class="card humob-sides">
        {sides.map((side) => (
          <SideHead key={side.name} side={side} rules={data.rules} />
        ))}
        <div class="headline-words">
          {data.says.map((line) => (
            <p key={line}>{typeset(line)}</p>
          ))}
        </div>
      </section>
      <section class="card">
        <Bars
          title={`Users by GEO-BLEU (${data.rules}), share`}
          names={sides.map(({ name }) => name)}
          rows={sides.map(({ spread }) => spread)}
          label={(bin) => (bin / data.first.spread.length).toFixed(1)}
          every={data.first.spread.length / 5}
          say={(value) => `${(100 * value).toFixed(1)} %`}
        />
      </section>
      <div class="two">
        <section class="card">
          <Bars
            title={`Mean GEO-BLEU (${data.rules}) by day, higher is better`}
            names={sides.map(({ name }) => name)}
            rows={sides.map(({ byDay }) => byDay.map(({ geobleu }) => geobleu))}
            label={(i) => String(data.first.byDay[i]?.day ?? '')}
            every={Math.ceil(data.first.byDay.length / 8)}
            say={(value) => (value > 0 && value < 0.001 ? value.toPrecision(2) : value.toFixed(3))}
          />
        </section>
        <section class="card">
          <Bars
            title="Mean distance from the real place by half hour, km"
            names={sides.map(({ name }) => name)}
            rows={sides.map(({ bySlot }) => bySlot.map((value) => value ?? 0))}
            label={(slot) => clock(slot * 1800)}
            every={8}
            say={(value) => `${value.toFixed(2)} km`}
          />
        </section>
      </div>
      <section class="card">
        <h2>Parts of GEO-BLEU ({data.rules})</h2>
        <p class="soft">
          p1, p2 …: how close the n-grams of each length are, 0 to 1; means over users, from the days that have such
          n-grams.
        </p>
        <PlainTable
          title="Parts of GEO-BLEU"
          head={['', ...sides.map(({ name }) => name), 'days']}
          rows={data.first.parts.days.map((days, k) => [
            `p${k + 1}`,
            ...sides.map(({ parts }) => fixed(parts.precisions[k], 4)),
            count(days),
          ])}
        />
      </section>
      {data.by && <Groups by={data.by} data={data} />}
      {sides.map((side, submission) => (
        <section class="card" key={side.name}>
          <h2>
            Cells where <bdi>{side.name}</bdi> misses
          </h2>
          <p class="soft">
            Users who are in a cell in the reference but not in the prediction, and the other way round, paired by user.
          </p>
          <SetCells
            address={API.scoringCells.at({ scoring: data.name, submission })}
            names={['reference', side.name]}
          />
        </section>
      ))}
      {source.live && <FindUser name={data.name} />}
      <div class="two">
        {data.users > LISTED ? (
          <>
            <UserList title="Worst users" rules={data.rules} name={data.name} users={data.first.worst} />
            <UserList title="Best users" rules={data.rules} name={data.name} users={data.first.best} />
          </>
        ) : (
          <UserList title="Users, worst first" rules={data.rules} name={data.name} users={data.first.worst} />
        )}
      </div>
    </>
  );
}

/** The groups of steps that were asked for. */
function Groups({ by, data }: { readonly by: NonNullable<HumobDetail['by']>; readonly data: HumobDetail }) {
  const isOfDays = by.groups.some(({ geobleu }) => geobleu !== null);
  return (
    <section class="card">
      <h2>
        By {by.group}
        {data.second && (
          <>
            {': '}
            <bdi>{data.first.name}</bdi>
          </>
        )}
      </h2>
      <PlainTable
        title={`Steps by ${by.group}`}
        head={[
          by.group,
          'steps',
          'right cell',
          'within 1 km',
          'mean km',
          ...(isOfDays ? [`GEO-BLEU ${data.rules}`, 'DTW km'] : []),
        ]}
        rows={by.groups.map(({ group, steps, exact, within1Km, meanKm, geobleu, dtw }) => [
          group,
          count(steps),
          `${fixed(100 * exact)} %`,
          `${fixed(100 * within1Km)} %`,
          fixed(meanKm, 2),
          ...(isOfDays ? [fixed(geobleu, 4), fixed(dtw, 2)] : []),
        ])}
      />
    </section>
  );
}

function SideHead({ side, rules }: { readonly side: HumobSide; readonly rules: string }) {
  return (
    <div class="headline-score">
      <bdi class="soft">{side.name}</bdi>
      <dl class="scale">
        <div>
          <dt>GEO-BLEU ({rules}), higher is better</dt>
          <dd class="middle">{fixed(side.geobleu.value, 4)}</dd>
          <dd class="soft">{usersInterval(side.geobleu, 0.95, 3)}</dd>
        </div>
        <div>
          <dt>DTW, lower is better</dt>
          <dd class="middle">{fixed(side.dtw.value, 2)} km</dd>
          <dd class="soft">{usersInterval(side.dtw, 0.95, 1, ' km')}</dd>
        </div>
      </dl>
    </div>
  );
}

function FindUser({ name }: { readonly name: string }) {
  const [uid, setUid] = useState('');
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault();
        if (uid) location.hash = href(PAGES.scoringUser, { scoring: name, user: uid });
      }}
    >
      <label>
        <span>user</span>
        <input
          type="search"
          inputMode="numeric"
          placeholder="uid"
          value={uid}
          onInput={(event) => setUid(event.currentTarget.value)}
        />
      </label>
      <button type="submit">Show</button>
    </form>
  );
}

/** Users of a list that are shown before all are asked for. */
const LISTED = 12;

interface UsersProps extends Readonly<Record<'title' | 'rules' | 'name', string>> {
  readonly users: readonly HumobUser[];
}

function UserList({ title, rules, name, users }: UsersProps) {
  const { query } = useRoute();
  const all = query.get('all') === 'yes';
  return (
    <section class="board">
      <h2>{title}</h2>
      <ListTable
        title={title}
        people
        columns={['user', { name: `GEO-BLEU (${rules})`, short: 'GEO-BLEU' }, { name: 'DTW, km' }, { name: 'steps' }]}
        rows={users.slice(0, all ? users.length : LISTED).map(({ uid, geobleu, dtw, steps }) => ({
          key: uid,
          cells: [
            <a key="user" href={href(PAGES.scoringUser, { scoring: name, user: uid })}>
              user {uid}
            </a>,
            fixed(geobleu, 4),
            fixed(dtw, 2),
            count(steps),
          ],
        }))}
      />
      {!all && users.length > LISTED && (
        <p>
          <button type="button" onClick={() => setQuery({ all: 'yes' })}>
            Show {users.length}
          </button>
        </p>
      )}
    </section>
  );
}

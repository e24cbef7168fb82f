import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type RunRecord, RunState } from '@itinera/benchmarks';
import { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RegistryPlace, SqlRegistry } from './sql-registry.js';
import { sqliteDialect } from './sqlite-dialect.js';

const run = (change: Partial<RunRecord> = {}): RunRecord => ({
  id: '1b4e28ba-2fa1-11d2-883f-0016d3cca427',
  tenantId: 'DEFAULT',
  task: 'DailyMobility',
  llm: 'openai/gpt-x',
  official: false,
  state: RunState.RUNNING,
  resultInfo: '',
  finalScore: null,
  error: '',
  agentFile: 'agent.ts',
  resultFile: '',
  folder: '/runs/daily-mobility-1',
  ...change,
});

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'itinera registry '));
});
afterEach(() => rmSync(home, { recursive: true }));

/** What holds in any database. */
function behaviour(place: () => RegistryPlace) {
  let minute = 0;
  const open = () => SqlRegistry.open(place(), () => new Date(Date.UTC(2026, 0, 1, 0, minute++)));

  test('a run is written once and then kept up to date', async () => {
    const registry = await open();
    await registry.replaceAll([]);
    await registry.save(run());
    await registry.save(run({ state: RunState.EVALUATED, finalScore: 61.25, resultInfo: '{"a": "ü"}' }));
    const [only, ...others] = await registry.list();
    expect(others).toEqual([]);
    expect(only).toMatchObject({ state: RunState.EVALUATED, finalScore: 61.25, resultInfo: '{"a": "ü"}' });
    expect(only!.createdAt < only!.updatedAt).toBe(true);
    await registry.close();
  });

  test('runs outlive the process and are listed by task, the latest first', async () => {
    const first = await open();
    await first.replaceAll([]);
    await first.save(run({ id: 'a' }));
    await first.save(run({ id: 'b', task: 'HurricaneMobility', folder: null }));
    await first.save(run({ id: 'c' }));
    await first.close();
    const second = await open();
    expect((await second.list()).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
    expect((await second.list('HurricaneMobility')).map(({ id, folder }) => [id, folder])).toEqual([['b', null]]);
    await second.replaceAll([run({ id: 'd' })]);
    expect((await second.list()).map(({ id }) => id)).toEqual(['d']);
    await expect(second.replaceAll([run({ id: 'e' }), run({ id: null as unknown as string })])).rejects.toThrow();
    expect((await second.list()).map(({ id }) => id)).toEqual(['d']);
    await second.replaceAll([]);
    expect(await second.list()).toEqual([]);
    await second.close();
  });

  test('tenants do not see over each other', async () => {
    const registry = await open();
    await registry.replaceAll([]);
    await registry.save(run({ tenantId: 'x', finalScore: 1 }));
    await registry.save(run({ tenantId: 'y', finalScore: 2 }));
    expect((await registry.list()).map(({ finalScore }) => finalScore)).toEqual([2, 1]);
    await registry.close();
  });

  test('what a run says of itself is data, never a query', async () => {
    const registry = await open();
    await registry.replaceAll([]);
    const error = `'); DROP TABLE benchmark_runs; -- "`;
    await registry.save(run({ error }));
    expect((await registry.list())[0]!.error).toBe(error);
    await registry.close();
  });
}

describe('in SQLite', () => {
  behaviour(() => ({ kind: 'sqlite', home }));

  test('several processes may write at once', async () => {
    (await SqlRegistry.open({ kind: 'sqlite', home }, () => new Date(0))).close();
    const script = join(home, 'write.mjs');
    const module = new URL('../../dist/registry/sql-registry.js', import.meta.url).href;
    writeFileSync(
      script,
      `import { SqlRegistry } from ${JSON.stringify(module)};
       const registry = await SqlRegistry.open({ kind: 'sqlite', home: ${JSON.stringify(home)} }, () => new Date(0));
       for (let i = 0; i < 25; i++) await registry.save({ ...${JSON.stringify(run())}, id: process.argv[2] + i });
       await registry.close();`,
    );
    await Promise.all(['a', 'b', 'c'].map((name) => promisify(execFile)(process.execPath, [script, name])));
    const registry = await SqlRegistry.open({ kind: 'sqlite', home }, () => new Date(0));
    expect(await registry.list()).toHaveLength(75);
    await registry.close();
  });

  test('what reads the table of the original by its name reads the runs', async () => {
    const registry = await SqlRegistry.open({ kind: 'sqlite', home }, () => new Date(0));
    await registry.save(run({ finalScore: 61.25 }));
    await registry.close();
    const db = new Kysely<{ as_benchmark: { benchmark_name: string; final_score: number; status: number } }>({
      dialect: await sqliteDialect(join(home, 'runs.sqlite')),
    });
    const rows = await db.selectFrom('as_benchmark').select(['benchmark_name', 'final_score', 'status']).execute();
    expect(rows).toEqual([{ benchmark_name: 'DailyMobility', final_score: 61.25, status: RunState.RUNNING }]);
    await db.destroy();
  });

  test('a file that is no database is named, with a way out', async () => {
    writeFileSync(
      join(home, 'runs.sqlite'),
      'this is no database, but a text that is long enough to be looked at as one '.repeat(20),
    );
    await expect(SqlRegistry.open({ kind: 'sqlite', home }, () => new Date(0))).rejects.toThrow(
      /runs\.sqlite.*--rebuild/,
    );
  });
});

const server = process.env.ITINERA_TEST_POSTGRES;
describe.skipIf(!server)('in PostgreSQL (ITINERA_TEST_POSTGRES names a server)', () => {
  behaviour(() => ({ kind: 'postgresql', address: server! }));
});

test('a PostgreSQL server that is not there is named without its password', async () => {
  const address = 'postgresql://user:secret@127.0.0.1:9/runs';
  const error: Error = await SqlRegistry.open({ kind: 'postgresql', address }, () => new Date(0)).then(
    () => new Error('opened'),
    (caught: Error) => caught,
  );
  expect(error.message).toMatch(/PostgreSQL at 127\.0\.0\.1:9: .*pg_dsn/);
  expect(error.message).not.toContain('secret');
});

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ListedRun, RunRecord, RunState } from '@itinera/benchmarks';
import { UserError } from '@itinera/metrics';
import { type Dialect, Kysely, PostgresDialect, sql } from 'kysely';
import { sqliteDialect } from './sqlite-dialect.js';

/** Where the registry is: a file under the home folder, or a PostgreSQL server that a team shares. */
export type RegistryPlace =
  | { readonly kind: 'sqlite'; readonly home: string }
  | { readonly kind: 'postgresql'; readonly address: string };

interface Row {
  id: string;
  tenant_id: string;
  benchmark_name: string;
  llm: string;
  agent: string;
  official_validated: number;
  status: number;
  result_info: string;
  final_score: number | null;
  error: string;
  agent_filename: string;
  result_filename: string;
  folder: string | null;
  created_at: string;
  updated_at: string;
}

interface Tables {
  benchmark_runs: Row;
}

/**
 * The list of runs. Run folders are the truth: the registry is an index that can be rebuilt from them at any time.
 */
export class SqlRegistry {
  readonly #db: Kysely<Tables>;
  readonly #now: () => Date;
  readonly #place: RegistryPlace;

  private constructor(db: Kysely<Tables>, place: RegistryPlace, now: () => Date) {
    this.#db = db;
    this.#place = place;
    this.#now = now;
  }

  /** Opens the registry and makes its table when there is none. @throws UserError when it cannot be reached. */
  static async open(place: RegistryPlace, now: () => Date): Promise<SqlRegistry> {
    const db = new Kysely<Tables>({ dialect: await dialectOf(place) });
    try {
      await createTable(db, place.kind);
    } catch (error) {
      await db.destroy().catch(() => {});
      throw unreachable(place, error);
    }
    return new SqlRegistry(db, place, now);
  }

  /** Writes what is known of a run now: a new row, or over the one with this tenant and id. */
  async save(record: RunRecord): Promise<void> {
    await this.#asked(this.#save(this.#db, record));
  }

  /** Forgets all runs and writes these, all of it or nothing. */
  async replaceAll(records: readonly RunRecord[]): Promise<void> {
    const all = this.#db.transaction().execute(async (db) => {
      await db.deleteFrom('benchmark_runs').execute();
      for (const record of records) await this.#save(db, record);
    });
    await this.#asked(all);
  }

  /** @throws UserError when the database refuses: it is locked, damaged or has other tables. */
  async #asked<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      throw unreachable(this.#place, error);
    }
  }

  async #save(db: Kysely<Tables>, record: RunRecord): Promise<void> {
    const now = this.#now().toISOString();
    const row = { ...rowOf(record), updated_at: now };
    const { tenant_id: _tenant, id: _id, ...change } = row;
    await db
      .insertInto('benchmark_runs')
      .values({ ...row, created_at: now })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doUpdateSet(change))
      .execute();
  }

  /** The runs of a task (or of all), the latest first. */
  async list(task?: string): Promise<ListedRun[]> {
    let query = this.#db.selectFrom('benchmark_runs').selectAll();
    if (task !== undefined) query = query.where('benchmark_name', '=', task);
    const rows = await this.#asked(query.orderBy('updated_at', 'desc').orderBy('id').execute());
    return rows.map(recordOf);
  }

  async close(): Promise<void> {
    await this.#db.destroy();
  }
}

async function dialectOf(place: RegistryPlace): Promise<Dialect> {
  if (place.kind === 'postgresql') {
    const { default: pg } = await import('pg');
    return new PostgresDialect({
      pool: new pg.Pool({ connectionString: place.address, max: 2, connectionTimeoutMillis: 10_000 }),
    });
  }
  mkdirSync(place.home, { recursive: true });
  return sqliteDialect(join(place.home, 'runs.sqlite'));
}

/** The table, and in SQLite under the name that readers of the original's file look for. */
async function createTable(db: Kysely<Tables>, kind: RegistryPlace['kind']): Promise<void> {
  await db.schema
    .createTable('benchmark_runs')
    .ifNotExists()
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('benchmark_name', 'text', (column) => column.notNull())
    .addColumn('llm', 'text', (column) => column.notNull())
    .addColumn('agent', 'text', (column) => column.notNull())
    .addColumn('official_validated', 'integer', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('result_info', 'text', (column) => column.notNull())
    .addColumn('final_score', sql`double precision`)
    .addColumn('error', 'text', (column) => column.notNull())
    .addColumn('agent_filename', 'text', (column) => column.notNull())
    .addColumn('result_filename', 'text', (column) => column.notNull())
    .addColumn('folder', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('benchmark_runs_key', ['tenant_id', 'id'])
    .execute();
  if (kind === 'sqlite') await sql`create view if not exists as_benchmark as select * from benchmark_runs`.execute(db);
}

function rowOf(record: RunRecord) {
  return {
    id: record.id,
    tenant_id: record.tenantId,
    benchmark_name: record.task,
    llm: record.llm,
    agent: record.agentFile,
    official_validated: record.official ? 1 : 0,
    status: record.state,
    result_info: record.resultInfo,
    final_score: record.finalScore,
    error: record.error,
    agent_filename: record.agentFile,
    result_filename: record.resultFile,
    folder: record.folder,
  };
}

function recordOf(row: Row): ListedRun {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    task: row.benchmark_name,
    llm: row.llm,
    official: row.official_validated === 1,
    state: row.status as RunState,
    resultInfo: row.result_info,
    finalScore: row.final_score,
    error: row.error,
    agentFile: row.agent_filename,
    resultFile: row.result_filename,
    folder: row.folder,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Says what is wrong without the address: it may hold a password. */
function unreachable(place: RegistryPlace, error: unknown): UserError {
  const reason = error instanceof Error ? error.message : String(error);
  if (place.kind === 'sqlite') {
    const next = /unable to open|readonly|disk is full|disk I\/O/.test(reason)
      ? 'Is the disk full or read-only? Make room or mend the permissions.'
      : 'Move the file away: asbench leaderboard --rebuild makes it anew from the run folders.';
    return new UserError(`${join(place.home, 'runs.sqlite')}: ${reason}. ${next}`);
  }
  const host = /@([^/?]*)/.exec(place.address)?.[1] ?? 'the address given';
  return new UserError(
    `PostgreSQL at ${host}: ${reason.replaceAll(place.address, host)}. Check env.db.pg_dsn, or leave it out to use SQLite.`,
  );
}

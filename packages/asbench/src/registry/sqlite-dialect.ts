import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

/** The part of a synchronous SQLite binding that is needed; `node:sqlite` and `libsql` both have it. */
interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): { all(...parameters: unknown[]): unknown[]; run(...parameters: unknown[]): unknown };
  close(): void;
}

const BUSY_MILLISECONDS = 10_000;

/** SQLite by what the machine has: Node's own from 22.13 on, else libsql. */
export async function sqliteDialect(path: string): Promise<Dialect> {
  const database = await openDatabase(path);
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SqliteDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

async function openDatabase(path: string): Promise<Database> {
  const [major, minor] = process.versions.node.split('.').map(Number) as [number, number];
  const nodeHasIt = major > 22 || (major === 22 && minor >= 13);
  if (nodeHasIt) {
    const { DatabaseSync } = await unwarned<{ DatabaseSync: new (path: string) => Database }>('node:sqlite');
    return new DatabaseSync(path);
  }
  const { default: Libsql } = await import('libsql');
  return new Libsql(path) as unknown as Database;
}

/** Loads a module of Node's without its word, at every start, that it may change: which one it is stands above. */
async function unwarned<Module>(name: string): Promise<Module> {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return (await import(name)) as Module;
  } finally {
    process.emitWarning = emitWarning;
  }
}

class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection;
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
    this.#connection = new SqliteConnection(database);
  }

  async init(): Promise<void> {
    // Several processes may register runs at once.
    this.#database.exec(`PRAGMA busy_timeout = ${BUSY_MILLISECONDS}`);
    this.#database.exec('PRAGMA journal_mode = WAL');
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async beginTransaction(): Promise<void> {
    this.#database.exec('BEGIN IMMEDIATE');
  }

  async commitTransaction(): Promise<void> {
    this.#database.exec('COMMIT');
  }

  async rollbackTransaction(): Promise<void> {
    this.#database.exec('ROLLBACK');
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#database.close();
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async executeQuery<R>({
    sql,
    parameters,
  }: {
    readonly sql: string;
    readonly parameters: readonly unknown[];
  }): Promise<QueryResult<R>> {
    const statement = this.#database.prepare(sql);
    if (/^\s*(select|pragma)\b/i.test(sql)) return { rows: statement.all(...parameters) as R[] };
    statement.run(...parameters);
    return { rows: [] };
  }

  // biome-ignore lint/correctness/useYield: SQLite answers a query in one go.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The registry streams no queries.');
  }
}

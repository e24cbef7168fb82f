import { noRegistry, type Registry } from '@itinera/benchmarks';
import { UserError } from '@itinera/metrics';
import { printable } from '@itinera/run';
import type { SqlRegistry } from '../registry/sql-registry.js';
import type { Config, Warn } from './config-file.js';

/**
 * The registry of a home: a SQLite file in it, or the PostgreSQL server that the configuration names.
 * @throws UserError when it cannot be reached.
 */
export async function openRegistry(home: string, config: Config): Promise<SqlRegistry> {
  // Only now: the drivers of data bases take their time to load.
  const { SqlRegistry } = await import('../registry/sql-registry.js');
  const { db_type, pg_dsn } = config.env?.db ?? {};
  if (db_type !== 'postgresql') return await SqlRegistry.open({ kind: 'sqlite', home }, () => new Date());
  if (pg_dsn == null || pg_dsn === '')
    throw new UserError('env.db: db_type is postgresql, but pg_dsn is missing. Add the address of the server.');
  const address = pg_dsn.replace(/\$\{(\w+)\}/g, (_, name: string) => process.env[name] ?? '');
  return await SqlRegistry.open({ kind: 'postgresql', address }, () => new Date());
}

/** The registry for a run that can do without one: folders are the truth, and the list can be made again from them. */
export async function openRegistryIfPossible(
  home: string,
  config: Config,
  warn: Warn,
): Promise<Registry & { close?(): Promise<void> }> {
  if (config.env?.db?.enabled === false) return noRegistry;
  try {
    return forgiving(await openRegistry(home, config), warn);
  } catch (error) {
    warn(notListed(error));
    return noRegistry;
  }
}

/** A registry that is locked, damaged or of another make fails no run: it is said once, and then done without. */
function forgiving(registry: SqlRegistry, warn: Warn): Registry & { close(): Promise<void> } {
  let works = true;
  return {
    save: async (record) => {
      if (!works) return;
      try {
        await registry.save(record);
      } catch (error) {
        works = false;
        warn(notListed(error));
      }
    },
    close: () => registry.close().catch(() => {}),
  };
}

function notListed(error: unknown): string {
  const reason = printable(error instanceof Error ? error.message : String(error), 300);
  return `The run is not listed in the registry: ${reason} List it later: asbench leaderboard --rebuild`;
}

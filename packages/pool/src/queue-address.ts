import { UserError } from '@itinera/base';

/** The server of a queue and its credentials. */
export interface QueueAddress {
  readonly host: string;
  readonly port: number;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly db: number;
  readonly isEncrypted: boolean;
}

const DEFAULT_PORT = 6379;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/**
 * Reads the address of a queue, `redis://[name:password@]host[:port][/db]`, or `rediss://` through TLS.
 * @param environment values of `${NAME}` in the address, so that no password has to be in a command
 * @param warn receives warnings about a queue that anyone in the network may write to
 * @throws UserError when it is invalid; the message does not repeat it, because it may hold a password
 */
export function queueAddress(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
  warn: (message: string) => void,
): QueueAddress {
  const missing = [...text.matchAll(/\$\{(\w+)\}/g)].find(([, name]) => environment[name!] === undefined);
  if (missing) throw new UserError(`--queue: ${missing[1]} is not set in the environment. Set it and try again.`);
  // A password may contain characters with a meaning in addresses.
  const filled = text.replace(/\$\{(\w+)\}/g, (_, name: string) => encodeURIComponent(environment[name]!));
  const url = URL.canParse(filled) ? new URL(filled) : null;
  const db = /^\/?(\d{0,4})$/.exec(url?.pathname ?? '')?.[1];
  if (url === null || !['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '' || db === undefined)
    throw new UserError('--queue: expected an address such as redis://127.0.0.1:6379 or rediss://host/0.');
  const host = decodeURIComponent(url.hostname).replace(/^\[|\]$/g, '');
  const address = {
    host,
    port: url.port === '' ? DEFAULT_PORT : Number(url.port),
    username: url.username === '' ? undefined : decodeURIComponent(url.username),
    password: url.password === '' ? undefined : decodeURIComponent(url.password),
    db: Number(db),
    isEncrypted: url.protocol === 'rediss:',
  };
  if (!LOOPBACK.test(url.hostname) && address.password === undefined)
    warn(
      `The queue at ${host} has no password: anyone who can reach it can remove or repeat jobs. Set one: redis://:\${NAME}@${host}`,
    );
  else if (!LOOPBACK.test(url.hostname) && !address.isEncrypted)
    warn(
      `The password of the queue at ${host} is sent unencrypted. In a network that you do not control, use rediss://.`,
    );
  return address;
}

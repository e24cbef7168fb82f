import { UserError } from '@itinera/base';

/** A file of a dataset repository. */
export interface HubFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** The expected hash: SHA-256 of large files, git's blob id of small ones. */
  readonly digest: { readonly kind: 'sha256' | 'git-blob'; readonly hex: string };
}

/** A dataset repository at one commit. */
export interface HubSnapshot {
  readonly repository: string;
  readonly commit: string;
  readonly files: readonly HubFile[];
}

export interface HubOptions {
  /** The host, `https://huggingface.co` or a mirror. */
  readonly endpoint: string;
  /** Access token for repositories that are not public. */
  readonly token?: string;
  readonly signal?: AbortSignal;
  /** Waits between attempts. Tests pass a function that returns at once. */
  readonly sleep?: (milliseconds: number) => Promise<void>;
}

export const DEFAULT_ENDPOINT = 'https://huggingface.co';
const MAX_FILES = 100_000;
const MAX_LISTING = 256 * 2 ** 20;
const ATTEMPTS = 5;

/** Lists the files of a branch of a dataset repository. @throws UserError when it cannot be listed */
export async function listDataset(repository: string, branch: string, options: HubOptions): Promise<HubSnapshot> {
  const api = `${base(options)}/api/datasets/${repository}`;
  const info = (await json(`${api}/revision/${encodeURIComponent(branch)}`, options)).body as { sha?: unknown };
  if (typeof info.sha !== 'string' || !/^[0-9a-f]{7,64}$/.test(info.sha))
    throw new UserError(
      `${options.endpoint}: returned no commit for ${repository}, branch ${branch}. Is it a Hugging Face mirror?`,
    );
  const files: HubFile[] = [];
  let next: string | null = `${api}/tree/${info.sha}?recursive=true&expand=false`;
  while (next !== null) {
    const { body, link }: { body: unknown; link: string | null } = await json(next, options);
    if (!Array.isArray(body))
      throw new UserError(
        `${options.endpoint}: the file list of ${repository} is invalid. Is it a Hugging Face mirror?`,
      );
    for (const entry of body) if (entry?.type === 'file') files.push(fileOf(entry, repository));
    if (files.length > MAX_FILES)
      throw new UserError(`${repository} lists more than ${MAX_FILES} files, the limit for a dataset.`);
    next = link;
  }
  return { repository, commit: info.sha, files };
}

/** Opens a file at `offset`. `resumed` is false when the host sends it from the start. */
export async function openDatasetFile(
  { repository, commit }: HubSnapshot,
  { path }: HubFile,
  offset: number,
  options: HubOptions,
): Promise<{ readonly body: ReadableStream<Uint8Array>; readonly resumed: boolean }> {
  const url = `${base(options)}/datasets/${repository}/resolve/${commit}/${path.split('/').map(encodeURIComponent).join('/')}`;
  const response = await request(url, options, offset > 0 ? { range: `bytes=${offset}-` } : {});
  if (response.body === null) throw new UserError(`${url}: the response is empty.`);
  return { body: response.body, resumed: response.status === 206 };
}

function fileOf(entry: Record<string, unknown>, repository: string): HubFile {
  const { path, size, oid } = entry;
  const lfs = entry.lfs as { oid?: unknown; size?: unknown } | undefined;
  const bytes = lfs?.size ?? size;
  const hex = lfs?.oid ?? oid;
  if (typeof path !== 'string' || !isSafePath(path))
    throw new UserError(
      `${repository}: lists a file named ${JSON.stringify(path)?.slice(0, 80)}, which is outside its folder or reserved. Nothing was downloaded.`,
    );
  if (typeof bytes !== 'number' || !Number.isSafeInteger(bytes) || bytes < 0 || typeof hex !== 'string')
    throw new UserError(`${repository}: ${path} is listed without a size or a hash. Nothing was downloaded.`);
  return { path, size: bytes, digest: { kind: lfs ? 'sha256' : 'git-blob', hex: hex.replace(/^sha256:/, '') } };
}

/**
 * The record in the folder of a cloned dataset: its source and the hashes of its files. A host must not list a file
 * with this name.
 */
export const RECORD = '.dataset.json';

/** True for relative paths that stay inside the folder on any system and are not the record. */
export function isSafePath(path: string): boolean {
  return (
    path !== '' &&
    path.toLowerCase() !== RECORD &&
    !/[\p{Cc}\\:]/u.test(path) &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}

function base({ endpoint }: HubOptions): string {
  return endpoint.replace(/\/+$/, '');
}

async function json(url: string, options: HubOptions): Promise<{ body: unknown; link: string | null }> {
  const response = await request(url, options);
  const text = await readBounded(response, url);
  const link = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  // The next page comes from the same host, whatever the response says: a token must not leave it.
  const next =
    link === undefined ? null : base(options) + new URL(link, url).href.slice(new URL(link, url).origin.length);
  try {
    return { body: JSON.parse(text), link: next };
  } catch {
    throw new UserError(
      `${url}: expected JSON, got ${JSON.stringify(text.slice(0, 60))}. Is HF_ENDPOINT a Hugging Face mirror?`,
    );
  }
}

async function readBounded(response: Response, url: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > MAX_LISTING) throw new UserError(`${url}: the response is larger than 256 MB.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

async function request(url: string, options: HubOptions, headers: Record<string, string> = {}): Promise<Response> {
  const { token, signal, sleep = wait } = options;
  let reason = '';
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await sleep(500 * 2 ** attempt);
    try {
      const response = await fetch(url, {
        headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
        ...(signal && { signal }),
      });
      if (response.ok) return response;
      await response.body?.cancel();
      reason = `HTTP ${response.status}`;
      if (response.status === 401 || response.status === 403)
        throw new UserError(`${url}: ${reason}. The dataset is not public: set HF_TOKEN to a token with read access.`);
      if (response.status === 404) throw new UserError(`${url}: ${reason}. This host has no such dataset or branch.`);
      if (response.status < 500 && response.status !== 429) break;
    } catch (error) {
      if (error instanceof UserError) throw error;
      if (signal?.aborted) throw new UserError('Stopped. Run the same command again to resume.');
      reason =
        error instanceof Error ? String((error.cause as Error | undefined)?.message ?? error.message) : String(error);
    }
  }
  throw new UserError(
    `${url}: ${reason}. Check the network, or set HF_ENDPOINT to a mirror, and run the command again.`,
  );
}

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

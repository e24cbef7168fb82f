import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { API, PAGES } from '../../wire/addresses.js';
import { typeset } from '../../wire/format.js';
import { href } from '../route.js';
import { source } from '../source.js';

const COPIED_MILLISECONDS = 1500;

interface TroubleProps {
  readonly title: string;
  /** Whether there is nothing else on the page. */
  readonly alone?: boolean;
  readonly children?: ComponentChildren;
}

const ToRuns = () => (source.has(API.runs.at({})) ? <a href={href(PAGES.runs, {})}>Go to the runs</a> : null);

/** A problem and the next step. */
export function Trouble({ title, alone = false, children }: TroubleProps) {
  const Heading = alone ? 'h1' : 'h2';
  return (
    <section class="state" role="alert">
      <Heading>{title}</Heading>
      <p>{alone ? [children, ' ', <ToRuns key="runs" />] : children}</p>
    </section>
  );
}

/** A message in place of missing content. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <section class="state">
      <h2>{title}</h2>
      <p>{children}</p>
    </section>
  );
}

/** @param alone whether there is nothing else on the page */
export function Loading({ what, alone = false }: { readonly what: string; readonly alone?: boolean }) {
  return (
    <>
      {alone && <h1 class="hidden">Loading</h1>}
      <p class="loading" role="status">
        Loading {what} …
      </p>
    </>
  );
}

interface WaitingProps {
  /** Why the data cannot be loaded; null while they are. */
  readonly error: string | null;
  /** What this means. */
  readonly title: string;
  readonly what: string;
  readonly alone?: boolean;
}

/** What stands in place of data that are missing. */
export function Waiting({ error, title, what, alone = false }: WaitingProps) {
  return error === null ? <Loading {...{ what, alone }} /> : <Trouble {...{ title, alone }}>{error}</Trouble>;
}

/** Sentences, the first of which is the verdict. */
export const Says = ({ lines }: { readonly lines: readonly string[] }) => (
  <>
    {lines.map((line, i) => (
      <p key={line} class={i === 0 ? 'verdict' : ''}>
        {typeset(line)}
      </p>
    ))}
  </>
);

/** A short label with a border. */
export function Tag({
  kind = '',
  children,
}: {
  readonly kind?: '' | 'warn' | 'live';
  readonly children: ComponentChildren;
}) {
  return <span class={`tag ${kind}`}>{children}</span>;
}

/** A command, and a button that copies it. */
export function Command({ children }: { readonly children: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(children);
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_MILLISECONDS);
  };
  return (
    <span class="command">
      <code>{children}</code>
      <button type="button" onClick={copy} aria-label={`Copy the command: ${children}`}>
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </span>
  );
}

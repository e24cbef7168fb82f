import type { ComponentChildren } from 'preact';

interface Props {
  readonly onClick: () => void;
  /** Why the button is disabled; null if it is not. */
  readonly reason: string | null;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A button that says why it is disabled. */
export function ButtonWithReason({ onClick, reason, class: style, children }: Props) {
  return (
    <>
      <button type="button" {...(style && { class: style })} disabled={reason !== null} onClick={onClick}>
        {children}
      </button>
      {reason !== null && <span class="soft">{reason}</span>}
    </>
  );
}

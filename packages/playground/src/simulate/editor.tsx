import { useRef } from 'preact/hooks';

interface Props {
  readonly code: string;
  readonly onChange: (code: string) => void;
  /** Line with a fault, from 1. */
  readonly faultLine: number | null;
}

/** A text field with numbered lines. The Tab key leaves it, as in every form. */
export function Editor({ code, onChange, faultLine }: Props) {
  const numbers = useRef<HTMLPreElement>(null);
  const lines = code.split('\n').length;
  return (
    <div class="editor">
      <pre ref={numbers} aria-hidden="true">
        {Array.from({ length: lines }, (_, i) => (
          <span key={i} class={i + 1 === faultLine ? 'fault' : ''}>{`${i + 1}\n`}</span>
        ))}
      </pre>
      <textarea
        aria-label="Code of the agent"
        value={code}
        onInput={(event) => onChange(event.currentTarget.value)}
        onScroll={(event) => {
          if (numbers.current) numbers.current.scrollTop = event.currentTarget.scrollTop;
        }}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        wrap="off"
        rows={24}
      />
    </div>
  );
}

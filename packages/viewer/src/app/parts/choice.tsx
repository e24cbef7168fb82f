import type { ComponentChildren } from 'preact';

/** A control with its name. */
export const Field = ({ label, children }: { readonly label: string; readonly children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children.
  <label>
    <span>{label}</span>
    {children}
  </label>
);

interface Props {
  readonly label: string;
  readonly value: string;
  readonly choose: (value: string) => void;
  /** Selectable values and their titles. */
  readonly children: readonly (readonly [value: string, title: string, ...unknown[]] | readonly string[])[];
}

/** A choice among some values. */
export const Choice = ({ label, value, choose, children }: Props) => (
  <Field label={label}>
    <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
      {children.map(([one, title = one]) => (
        <option key={one} value={one}>
          {title}
        </option>
      ))}
    </select>
  </Field>
);

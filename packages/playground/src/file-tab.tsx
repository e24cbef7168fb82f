import { counted } from '@itinera/base';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { offer } from '../../viewer/src/app/charts/save.js';
import { Command, Tag, Trouble } from '../../viewer/src/app/parts/states.js';
import { href } from '../../viewer/src/app/route.js';
import { ButtonWithReason } from './button-with-reason.js';
import { assignFiles, type DroppedFile, droppedFiles, type FileSlot, isNote, notedSynthetic } from './file-slots.js';
import { shownName } from './jobs/job-files.js';
import { ResultPage } from './result-page.js';
import { type FileTab, type Setting, usesFlows } from './tabs.js';
import { Cancelled, type ShownResult, type ShowProgress, type TaskRunner } from './task-runner.js';
import { whereItBelongs } from './where-it-belongs.js';

type Files = Readonly<Record<string, File>>;
type Settings = Readonly<Record<string, string>>;
interface Progress {
  readonly text: string;
  readonly done: number;
  readonly total: number;
}

/** What a tab keeps while others are shown. */
export interface TabState {
  files: Files;
  /** The files whose people do not exist: samples, and those with a note that says so. */
  synthetic: readonly File[];
  settings: Settings;
  trouble: string | null;
  /** The last result, and the settings that it was computed with. */
  result: { readonly shown: ShownResult; readonly settings: Settings; readonly synthetic: boolean } | null;
  runner: TaskRunner;
}

interface Props {
  readonly tab: FileTab;
  readonly state: TabState;
  /** Called when the state has changed. */
  readonly onChange: () => void;
}

/** A tab that processes files: settings, files, and the result below. */
export function FileTabView({ tab, state, onChange }: Props) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const { settings } = state;
  const result = isSame(state.result?.settings, settings) ? state.result : null;
  const slots = tab.slots(settings);
  const files = Object.fromEntries(
    slots.flatMap(({ role }) => (state.files[role] ? [[role, state.files[role]]] : [])),
  ) as Files;
  const hint = useHint(files, tab.job, settings);
  const missing = slots.filter(({ role, optional }) => !optional && files[role] === undefined);
  const change = (changes: Partial<TabState>) => {
    Object.assign(state, changes);
    onChange();
  };
  const take = (dropped: readonly DroppedFile[], onto?: string) => {
    const notes = dropped.filter(isNote);
    const others = dropped.filter((one) => !isNote(one));
    const assigned = notes.length > 0 && others.length === 0 ? files : assignFiles(slots, files, others, onto);
    if (typeof assigned === 'string') return change({ trouble: assigned });
    change({ files: assigned, trouble: null, result: null });
    void notedSynthetic(notes).then((names) => {
      const marked = Object.values(assigned).filter(({ name }) => names.includes(name));
      if (marked.length > 0) change({ synthetic: [...state.synthetic, ...marked] });
    });
  };
  /** Shows the progress of work in the worker, and why it fails. */
  const follow = async (text: string, work: (show: ShowProgress) => Promise<void>) => {
    change({ trouble: null, result: null });
    setProgress({ text, done: 0, total: 0 });
    try {
      await work((text, done, total) => setProgress({ text, done, total }));
    } catch (error) {
      if (!(error instanceof Cancelled)) change({ trouble: (error as Error).message });
    }
    setProgress(null);
  };
  const run = async (given: Files, show: ShowProgress) => {
    const synthetic = Object.values(given).some((file) => state.synthetic.includes(file));
    const shown = await state.runner.run({ job: tab.job, files: given, settings, synthetic }, show);
    change({ result: { shown, settings, synthetic } });
  };
  const trySample = async (show: ShowProgress) => {
    const given = await state.runner.sample(tab.job, usesFlows(settings));
    change({ files: given, synthetic: Object.values(given) });
    await run(given, show);
  };
  // A task ends with its tab: its files may be large.
  useEffect(() => () => void (state.result ?? state.runner.cancel()), []);
  return (
    <>
      <div class="page-head">
        <h1>{tab.title}</h1>
        <p class="soft">{tab.words}</p>
      </div>
      <DropZone onDrop={take}>
        <div class="filters">
          {tab.settings.map((setting) => (
            <SettingField
              key={setting.name}
              setting={setting}
              value={settings[setting.name] ?? ''}
              onChange={(value) => {
                const next = Object.entries({ ...settings, [setting.name]: value }).filter(([, text]) => text !== '');
                change({ settings: Object.fromEntries(next), result: null });
                history.replaceState(null, '', href(tab.job, {}, state.settings));
              }}
            />
          ))}
        </div>
        <div class="slots">
          {slots.map((slot) => (
            <Slot
              key={slot.role}
              slot={slot}
              file={files[slot.role]}
              synthetic={state.synthetic.includes(files[slot.role]!)}
              onFiles={(dropped) => take(dropped, slot.role)}
              onRemove={() => change({ files: without(files, slot.role), result: null })}
            />
          ))}
        </div>
        <div class="actions">
          <ButtonWithReason
            class="button"
            reason={
              progress !== null
                ? 'It is running.'
                : missing.length > 0
                  ? `Missing: ${missing.map(({ label }) => label).join(', ')}.`
                  : null
            }
            onClick={() => follow('starting', (show) => run(files, show))}
          >
            {tab.action}
          </ButtonWithReason>
          {progress === null && (
            <button type="button" onClick={() => follow('making SYNTHETIC files', trySample)}>
              Try with made-up data
            </button>
          )}
          <span class="soft">Nothing is uploaded: your browser computes everything.</span>
        </div>
        {progress && <Running progress={progress} onCancel={() => state.runner.cancel()} />}
      </DropZone>
      {state.trouble && <Trouble title="This did not work">{state.trouble}</Trouble>}
      {hint && <Trouble title="Is this the right file?">{hint}</Trouble>}
      {result && (
        <>
          <Saved result={result.shown} synthetic={result.synthetic} />
          <ResultPage result={result.shown} runner={state.runner} />
        </>
      )}
      <p class="soft">The same on the command line:</p>
      <Command>{tab.command(settings)}</Command>
    </>
  );
}

/** Where the first file that does not belong here belongs, whichever was chosen last; null if all may be right. */
function useHint(files: Files, job: FileTab['job'], settings: Settings): string | null {
  const [hint, setHint] = useState<string | null>(null);
  const all = Object.values(files);
  useEffect(() => {
    let isGone = false;
    void Promise.all(all.map((file) => whereItBelongs(file, job, settings))).then((hints) => {
      if (!isGone) setHint(hints.find((each) => each !== null) ?? null);
    });
    return () => {
      isGone = true;
    };
  }, [
    JSON.stringify(all.map(({ name, size, lastModified }) => [name, size, lastModified])),
    job,
    JSON.stringify(settings),
  ]);
  return hint;
}

interface FieldProps {
  readonly setting: Setting;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function SettingField({ setting: { name, label, choices }, value, onChange }: FieldProps) {
  const change = (event: { readonly currentTarget: { readonly value: string } }) =>
    onChange(event.currentTarget.value.trim());
  const id = `setting-${name}`;
  return (
    <label for={id}>
      <span>{label}</span>
      {choices ? (
        <select id={id} value={value} onChange={change}>
          {choices.map(([choice, text]) => (
            <option key={choice} value={choice}>
              {text}
            </option>
          ))}
        </select>
      ) : (
        <input id={id} inputMode="numeric" size={6} placeholder="1" value={value} onChange={change} />
      )}
    </label>
  );
}

const isSame = (a: Settings | undefined, b: Settings) => JSON.stringify(a) === JSON.stringify(b);

function without(files: Files, role: string): Files {
  return Object.fromEntries(Object.entries(files).filter(([name]) => name !== role));
}

interface DropProps {
  readonly onDrop: (dropped: readonly DroppedFile[]) => void;
  readonly children: preact.ComponentChildren;
}

/** A card onto which files can be dropped; anywhere else on the page, a drop does not leave the page either. */
function DropZone({ onDrop, children }: DropProps) {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onDrop);
  latest.current = onDrop;
  // Before the card is shown: a drop onto it is never lost.
  useLayoutEffect(() => {
    const over = (event: DragEvent) => {
      event.preventDefault();
      setOver(event.type === 'dragover');
    };
    const drop = (event: DragEvent) => {
      over(event);
      latest.current(droppedFiles(event.dataTransfer));
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', over);
      removeEventListener('drop', drop);
    };
  }, []);
  return <section class={`card drop ${isOver ? 'over' : ''}`}>{children}</section>;
}

interface SlotProps {
  readonly slot: FileSlot;
  readonly file: File | undefined;
  readonly synthetic: boolean;
  readonly onFiles: (dropped: readonly DroppedFile[]) => void;
  readonly onRemove: () => void;
}

/** A place for a file: drop it here, or choose it. */
function Slot({ slot: { label, hint, optional }, file, synthetic, onFiles, onRemove }: SlotProps) {
  const drop = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    dispatchEvent(new DragEvent('dragleave'));
    onFiles(droppedFiles(event.dataTransfer));
  };
  return (
    <section class={`slot ${file ? 'full' : ''}`} onDrop={drop} aria-label={label}>
      <label>
        <strong>{label}</strong>
        {optional && <span class="soft"> (optional)</span>}
        <input
          type="file"
          multiple
          class="hidden"
          onChange={(event) => {
            const list = [...(event.currentTarget.files ?? [])];
            event.currentTarget.value = '';
            if (list.length > 0) onFiles(list.map((one) => ({ file: one, isFolder: false })));
          }}
        />
        {file ? <bdi class="file">{shownName(file.name)}</bdi> : <span class="soft sub">Drop or choose: {hint}</span>}
      </label>
      {file && (
        <p class="soft">
          {sizeOf(file.size)} {synthetic && <Tag kind="warn">SYNTHETIC</Tag>}
          <button type="button" class="quiet" onClick={onRemove} aria-label={`Remove: ${label}`}>
            Remove
          </button>
        </p>
      )}
    </section>
  );
}

function sizeOf(bytes: number): string {
  if (bytes < 1e3) return counted(bytes, 'byte');
  const [unit, size] = bytes < 1e6 ? ['kB', bytes / 1e3] : ['MB', bytes / 1e6];
  return `${size.toFixed(size < 10 ? 1 : 0)} ${unit}`;
}

function Running({
  progress: { text, done, total },
  onCancel,
}: {
  readonly progress: Progress;
  readonly onCancel: () => void;
}) {
  return (
    <div class="actions" role="status">
      <progress aria-label="Progress" {...(total > 0 && { value: Math.min(done, total), max: total })} />
      <span class="soft">{text} …</span>
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}

function Saved({ result: { saved, notes }, synthetic }: { readonly result: ShownResult; readonly synthetic: boolean }) {
  return (
    <div class="actions">
      {notes.map((note) => (
        <p key={note} class="trouble">
          Warning: {note}
        </p>
      ))}
      {synthetic && <Tag kind="warn">SYNTHETIC data: this says nothing about reality</Tag>}
      {saved.map(({ name: plain, text }) => {
        const name = `${synthetic ? 'synthetic-' : ''}${plain}`;
        return (
          <button key={name} type="button" onClick={() => offer(new Blob([text]), name)}>
            Save {name}
          </button>
        );
      })}
    </div>
  );
}

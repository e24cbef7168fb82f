import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { asUserError, withPath } from '@itinera/base';
import { requireUnchanged, requireWholeSet } from '@itinera/base/node';
import type { ByteSource } from '@itinera/tables';
import { openFile, STDIN, standardInput } from '@itinera/tables/node';
import type { CompatResult } from './compat-validate.js';
import type { FlowFile } from './od/flow-file.js';
import { runOfficialCheck } from './od/official.js';
import { type OdFlows, type ReadOdOptions, readOdFlows, startsAsOd } from './od/tsv.js';
import { checkOdSubmission, type OdValidation } from './od/validate.js';
import { type ReadStepsOptions, readStepFile, type StepFile, streamStepFile } from './step-file.js';
import type { StepColumns } from './step-table.js';
import type { HumobTask } from './tasks.js';
import { type ValidateOptions, type Validation, validateSteps } from './validate.js';

// Readers of files by path. Everything else reads from sources of bytes, and also runs in browsers.

/** A file of steps. @throws UserError if it cannot be opened, or the files written with it are of another set */
function stepSource(path: string): ByteSource {
  try {
    if (path === STDIN) return standardInput();
    return openFile(path);
  } catch (error) {
    throw asUserError(withPath(error, path));
  }
}

/** Same as `readStepFile`, by path; `-` is standard input. @throws UserError */
export async function readSteps(path: string, options: ReadStepsOptions = {}): Promise<StepFile> {
  return readStepFile(stepSource(path), options);
}

/** Same as `streamStepFile`, by path. @throws UserError */
export async function streamSteps(
  path: string,
  options: ReadStepsOptions,
  onSteps: (steps: StepColumns) => void,
): Promise<void> {
  return streamStepFile(stepSource(path), options, onSteps);
}

/** Same as `validateSteps`, by path. @throws UserError; RangeError with neither task nor data set */
export async function validateSubmission(
  submissionPath: string,
  task: HumobTask | undefined,
  datasetPath: string | undefined,
  options: ValidateOptions,
): Promise<Validation> {
  const dataset = datasetPath === undefined ? undefined : stepSource(datasetPath);
  return validateSteps(stepSource(submissionPath), task, dataset, options);
}

/** Bytes of a file; 0 if it is missing or inaccessible, which reading will report. */
export function fileSize(path: string): number {
  try {
    const stat = statSync(path);
    return stat.isFile() ? stat.size : 0;
  } catch {
    return 0;
  }
}

/** A file of daily flows. */
export function flowFileAt(path: string): FlowFile {
  return {
    name: path,
    head() {
      try {
        if (!statSync(path).isFile()) return new Uint8Array();
        const file = openSync(path, 'r');
        try {
          const head = new Uint8Array(16);
          return head.subarray(0, readSync(file, head));
        } finally {
          closeSync(file);
        }
      } catch {
        return new Uint8Array();
      }
    },
    open() {
      requireWholeSet(path);
      const file = openSync(path, 'r');
      const stats = fstatSync(file);
      return {
        read(buffer) {
          const bytes = readSync(file, buffer);
          requireUnchanged(path, stats, fstatSync(file));
          return bytes;
        },
        close: () => closeSync(file),
      };
    },
  };
}

/** Same as `readOdFlows`, by path. @throws UserError */
export function readOdTsv(path: string, options?: ReadOdOptions): OdFlows {
  return readOdFlows(flowFileAt(path), options);
}

/** Same as `checkOdSubmission`, by path. @throws UserError if the file exceeds the limits */
export function validateOd(path: string, options?: { readonly examples?: number }): OdValidation {
  return checkOdSubmission(flowFileAt(path), options);
}

/** Whether a file starts like one of daily flows. */
export const isOdFile = (path: string): boolean => startsAsOd(flowFileAt(path));

const USAGE = 'Usage: python humob2026_validator.py <submission_file_path>';

/**
 * Returns the output and exit code of the organisers' 2026 validator: the first fault in the order of the file, lines counted
 * from 0.
 *
 * @param args - its command line: the submission file
 */
export function compatValidateOd(args: readonly string[]): CompatResult {
  const [path] = args;
  if (args.length !== 1 || path === undefined) return { stdout: `${USAGE}\n`, exitCode: 1 };
  const { message, crash } = runOfficialCheck(flowFileAt(path));
  if (crash !== undefined) return { stdout: '', exitCode: 1, uncaught: crash };
  return { stdout: `${message ?? 'Validation passed!'}\n`, exitCode: message === undefined ? 0 : 1 };
}

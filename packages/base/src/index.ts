export { compiledUrl, endThreads, LOADS_BY_IMPORT } from './compiled-url.js';
export { counted, decimals, fixed, grouped, signed, withMinus } from './counted.js';
export { formatTime, midnightOf, momentOf, WEEKDAYS, type Weekday } from './dates.js';
export {
  blendedOnWhite,
  type Drawing,
  drawingAsPdf,
  drawingAsSvg,
  type Mark,
  markAsSvg,
  widthInHelvetica,
} from './drawing.js';
export {
  bibtexText,
  csvCell,
  csvText,
  fileName,
  latexText,
  markdownText,
  markupText,
  terminalText,
} from './escape.js';
export { asUserError, describeFileError, type FileError, isFileError, withPath } from './file-error.js';
export { groupBy } from './group-by.js';
export {
  beyondLimits,
  FileBudget,
  type Limits,
  limitOf,
  parseLimited,
  refuseHollow,
  refuseManyNames,
  textCost,
} from './guard.js';
export { rangeOfUsers, usersInterval } from './interval-text.js';
export { type Hunk, lineDiff } from './line-diff.js';
export { didYouMean, nearest, nearestNames } from './nearest.js';
export { pValueInWords, pValueText } from './p-value.js';
export { parseJson } from './parse-json.js';
export { power } from './power.js';
export { printable, withoutFolders } from './printable.js';
export { Random, type RandomState } from './random.js';
export { MOST_PEOPLE_OF_CARD, type PublishedLaw, peopleOfCard, type RealismRow, YOUR_SURVEY } from './realism-row.js';
export { describeIssue, furthestIssue } from './schema-issue.js';
export { SECONDS_PER_DAY, SECONDS_PER_HOUR } from './seconds.js';
export { shareArrays } from './share-arrays.js';
export { shellPath } from './shell-path.js';
export { stepLength } from './step-length.js';
export { tenTo } from './ten-to.js';
export { UserError } from './user-error.js';

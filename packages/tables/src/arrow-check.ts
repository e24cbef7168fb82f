// Checks only: readers of known Arrow files need no other format.
export { type ArrowMessage, checkMessage, MessageKind } from './arrow/check-message.js';
export { readFooter } from './arrow/footer.js';

// Checks alone: readers of known Arrow files need none of the other formats.
export { type ArrowMessage, checkMessage, MessageKind } from './arrow/check-message.js';
export { readFooter } from './arrow/footer.js';

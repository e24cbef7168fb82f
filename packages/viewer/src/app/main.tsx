import { render } from 'preact';
import { App } from './app.js';
import { startScroll } from './scroll.js';
import { startTheme } from './theme.js';
import './style/base.css';
import './style/parts.css';
import './style/replay.css';
import './style/person.css';
import './style/cells.css';
import './style/humob.css';
import './style/print.css';

startTheme();
startScroll();
const root = document.getElementById('app')!;
root.replaceChildren();
render(<App />, root);

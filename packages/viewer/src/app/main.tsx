import { render } from 'preact';
import { App } from './app.js';
import { applyTheme } from './theme.js';
import './style/base.css';
import './style/parts.css';
import './style/replay.css';
import './style/person.css';
import './style/humob.css';

applyTheme();
render(<App />, document.getElementById('app')!);

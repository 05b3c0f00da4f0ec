// The console: where editors keep the calendar.
import { render } from 'preact';
import './style.css';

const root = document.getElementById('console');
if (root) render(<p>Console</p>, root);

// What the public pages do where scripts run: nothing that reading them needs.
import './style.css';

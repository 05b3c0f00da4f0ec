export { console } from './console.js';
export { entry } from './entry.js';
export { mails } from './mails.js';
export { messages } from './messages.js';
export { pages } from './pages.js';
export { recurrence } from './recurrence.js';
export { signIn } from './sign-in.js';
export { submit } from './submit.js';

// Texts for a browser in which the console itself cannot run.

export const console = {
  needsScript: 'The console needs JavaScript. Turn it on, then reload this page.',
  failed: 'The console did not start',
  advice: 'Reload the page. If this happens again, update your browser or contact your administrator.',
  reload: 'Reload',
  calendar: 'Open the public calendar',
};

// Texts of the settings page.

export const settings = {
  title: 'Settings',
  saved: 'Settings saved',
  subject: 'the settings',
  sections: 'Sections',
  preview: 'Preview',
  previewHelp: 'The site with your changes, before you save them.',
  light: 'Light',
  dark: 'Dark',
  testMail: {
    to: 'Send a test mail to',
    toHelp: 'Leave empty for your own address.',
    send: 'Send a test mail',
    saveAndSend: 'Save and send a test mail',
    sent: (address: string) => `Sent to ${address}. If it does not arrive, look in the spam folder.`,
    failed: 'The test mail was not sent.',
    answer: 'The mail server says:',
    advice: {
      authentication: 'Check user name and password. Some providers need an app password.',
      connection: 'Check server and port, and whether a firewall blocks the port.',
      certificate: 'Check server, port and security: port 587 uses STARTTLS, port 465 uses TLS.',
      sender: 'The server does not send from this address. Enter a sender address of your own.',
      recipient: 'The server does not accept the recipient. Check the address.',
      'private-address': 'Servers on a private network are set with the environment variable ALMANAC_SMTP_URL.',
      other: 'Your mail provider can tell you what this means.',
    },
  },
  indexing: (done: number, total: number) => `Preparing texts for the new languages: ${done} of ${total}.`,
};

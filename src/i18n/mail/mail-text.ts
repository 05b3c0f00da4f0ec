// One mail as plain text.

export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Why the recipient gets this mail, and how to stop it. */
  readonly reason: string;
}

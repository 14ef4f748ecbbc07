/** An address; the name may be empty. */
export interface MailAddress {
  readonly name: string
  readonly address: string
}

/** A mail as it is handed to a mail server. */
export interface Mail {
  /** With its angle brackets. The same for each attempt of one job. */
  readonly messageId: string
  readonly from: MailAddress
  readonly to: MailAddress
  readonly replyTo?: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** Further headers, in addition to the fields above. */
  readonly headers: Readonly<Record<string, string>>
}

import type { MailAddress } from '../../core/notifying/mail/mail.ts'
import type { RealmRecord } from '../../core/state/realm/record.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import type { Values } from './templates.ts'

/** The recipient and the values of a mail, before it is composed. */
export interface MailContent {
  readonly realm: RealmRecord
  readonly to: MailAddress
  /** The language code of the reader. */
  readonly language: string
  /**
   * Values of the template with the job's name; `realm`, `look`, `unsubscribeUrl` and `replyTo` are added to
   * them.
   */
  readonly values: Values
  /** The one person who has written what the mail shows; the sender is then named `Hamlet via Acme`. */
  readonly author?: string
  /** Mails with the same thread are shown together. Letters, digits, dots and dashes. */
  readonly thread?: string
  /** The URL for one-click unsubscription without a log-in (RFC 8058). */
  readonly unsubscribeUrl?: string
}

/** The content of a mail to a user. */
export function contentFor(
  realm: RealmRecord,
  reader: UserRecord,
  values: Values,
): Pick<MailContent, 'realm' | 'to' | 'language' | 'values'> {
  return {
    realm,
    to: { name: reader.fullName, address: reader.deliveryEmail },
    language: reader.settings.default_language,
    values,
  }
}

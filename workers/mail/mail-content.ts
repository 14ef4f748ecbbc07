import type { MailAddress } from '../../core/notifying/mail/mail.ts'
import type { RealmRecord } from '../../core/state/realm/record.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import type { Values } from './templates.ts'

/** What an organization has to say to somebody, before it is a mail. */
export interface MailContent {
  readonly realm: RealmRecord
  readonly to: MailAddress
  /** Code of the reader's language. */
  readonly language: string
  /** Of the template that has the job's name; `realm`, `unsubscribeUrl` and `replyTo` are added to them. */
  readonly values: Values
  /** Letters of one name are one thread for the reader. Letters, digits, dots and dashes. */
  readonly thread?: string
  /** Where one click, without a log-in, ends letters of this kind (RFC 8058). */
  readonly unsubscribeUrl?: string
}

/** A mail to somebody who has an account. */
export function letterTo(
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

import { unsubscribeUrl } from '../../core/notifying/mail/unsubscribe.ts'
import { NEW_LOGIN } from '../../core/people/users/account-mails.ts'
import { letterTo } from '../mail/mail-content.ts'
import { mailJob } from '../mail/mail-job.ts'
import { readerOf } from '../mail/reader.ts'
import { timeFor } from '../mail/time.ts'

/** Tells a person who wants to know that somebody has logged in with the password (spec.md enable_login_emails). */
export const mailNewLoginJob = mailJob(NEW_LOGIN, {
  load: async (core, data) => {
    const found = await readerOf(core, data)
    if (!found?.reader.settings.enable_login_emails) return undefined
    const { realm, reader } = found
    const letter = letterTo(realm.record, reader, {
      name: reader.fullName,
      email: reader.deliveryEmail,
      when: timeFor(reader, data.at),
      device: data.device,
      address: data.address,
    })
    return { ...letter, unsubscribeUrl: unsubscribeUrl(core, realm.record, reader, { reasons: ['logins'] }) }
  },
})

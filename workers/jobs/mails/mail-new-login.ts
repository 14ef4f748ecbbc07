import { unsubscribeUrl } from '../../../core/notifying/mail/unsubscribe.ts'
import { NEW_LOGIN } from '../../../core/people/credentials/account-mails.ts'
import { MailDevice } from '../../mail/device.ts'
import { contentFor } from '../../mail/mail-content.ts'
import { mailJob } from '../../mail/mail-job.ts'
import { loadReader } from '../../mail/reader.ts'
import { MailTime } from '../../mail/time.ts'

/** Mails a user about a new log-in, if the user wants such mails (spec.md enable_login_emails). */
export const mailNewLoginJob = mailJob(NEW_LOGIN, {
  load: async (core, data) => {
    const found = await loadReader(core, data)
    if (!found?.reader.settings.enable_login_emails) return undefined
    const { realm, reader } = found
    const content = contentFor(realm.record, reader, {
      name: reader.fullName,
      email: reader.deliveryEmail,
      when: new MailTime(reader, data.at),
      device: new MailDevice(data),
      address: data.address,
    })
    return { ...content, unsubscribeUrl: unsubscribeUrl(core, realm.record, reader, { reasons: ['logins'] }) }
  },
})

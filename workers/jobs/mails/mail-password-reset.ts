import { PASSWORD_RESET } from '../../../core/people/credentials/account-mails.ts'
import { passwordResetUrl } from '../../../core/people/credentials/reset-password.ts'
import { MailCount } from '../../mail/count.ts'
import { contentFor } from '../../mail/mail-content.ts'
import { mailJob } from '../../mail/mail-job.ts'
import { loadReader } from '../../mail/reader.ts'

/** Mails the link to choose a new password, unless no account has the address or the link has expired. */
export const mailPasswordResetJob = mailJob(PASSWORD_RESET, {
  load: async (core, data) => {
    const realm = await core.realms.get(data.realm)
    await realm?.sync()
    const user = realm?.users.byEmail(data.email)
    const found = user && (await loadReader(core, { realm: data.realm, user: user.id }))
    if (found === undefined || data.until * 1000 < Date.now()) return undefined
    const { reader } = found
    return contentFor(found.realm.record, reader, {
      name: reader.fullName,
      email: reader.deliveryEmail,
      link: passwordResetUrl({ core, realm: found.realm, user: reader }, data.until),
      validHours: new MailCount(data.validHours),
    })
  },
})

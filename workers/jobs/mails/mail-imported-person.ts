import { unsubscribeUrl } from '../../../core/notifying/mail/unsubscribe.ts'
import { enabledMethods } from '../../../core/people/authentication/methods.ts'
import { passwordResetUrl } from '../../../core/people/credentials/reset-password.ts'
import { isUnclaimed } from '../../../core/people/unclaimed/list.ts'
import { IMPORTED_PERSON } from '../../../core/people/unclaimed/mail.ts'
import { realmUrl } from '../../../core/state/realm/address.ts'
import { contentFor } from '../../mail/mail-content.ts'
import { mailJob } from '../../mail/mail-job.ts'
import { loadReader } from '../../mail/reader.ts'
import { MailTime } from '../../mail/time.ts'

/**
 * Asks an imported person to come: by a link to choose a password where people log in with one, or else by
 * the log-in page. Nobody who has come meanwhile gets it.
 */
export const mailImportedPersonJob = mailJob(IMPORTED_PERSON, {
  load: async (core, data) => {
    const found = await loadReader(core, data)
    if (found === undefined || data.until * 1000 < Date.now()) return undefined
    const { realm, reader } = found
    if (!(await isUnclaimed(core.db, reader.id))) return undefined
    const usesPassword = enabledMethods(core, realm).some(({ name }) => name === 'password')
    const values = {
      name: reader.fullName,
      email: reader.deliveryEmail,
      inviter: realm.users.get(data.by)?.fullName ?? realm.record.settings.name,
      usesPassword,
      link: usesPassword
        ? passwordResetUrl({ core, realm, user: reader }, data.until)
        : `${realmUrl(realm.record, core.options.rootUrl)}/login`,
      expires: new MailTime(reader, data.until),
    }
    return {
      ...contentFor(realm.record, reader, values),
      unsubscribeUrl: unsubscribeUrl(core, realm.record, reader, { reasons: ['imported'] }),
    }
  },
})

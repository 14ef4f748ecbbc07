import { SECOND_FACTOR_CHANGED, type SecondFactorChange } from '../../../core/people/second-factors/mails.ts'
import { contentFor } from '../../mail/mail-content.ts'
import { mailJob } from '../../mail/mail-job.ts'
import { loadReader } from '../../mail/reader.ts'
import { MailTime } from '../../mail/time.ts'

const SENTENCES: Readonly<Record<SecondFactorChange, string>> = {
  authenticator_added: 'An authenticator app now makes codes for your account',
  authenticator_removed: 'The authenticator app was removed from your account',
  passkey_added: 'A passkey was added to your account',
  passkey_removed: 'A passkey was removed from your account',
  recovery_codes_renewed: 'Your account has new recovery codes, and the former ones no longer work',
  reset: 'The operator of the server has removed the second factors of your account',
}

/** Mails a user that second factors were changed. */
export const mailSecondFactorChangedJob = mailJob(SECOND_FACTOR_CHANGED, {
  load: async (core, data) => {
    const found = await loadReader(core, data)
    if (found === undefined) return undefined
    const { realm, reader } = found
    return contentFor(realm.record, reader, {
      name: reader.fullName,
      email: reader.deliveryEmail,
      when: new MailTime(reader, data.at),
      change: SENTENCES[data.change],
    })
  },
})

import { SECOND_FACTOR_CHANGED } from '../../../core/people/second-factors/mails.ts'
import { contentFor } from '../../mail/mail-content.ts'
import { mailJob } from '../../mail/mail-job.ts'
import { loadReader } from '../../mail/reader.ts'
import { MailTime } from '../../mail/time.ts'
import { wordsOf } from '../../mail/words.ts'

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
      change: wordsOf(reader.settings.default_language).secondFactor[data.change],
    })
  },
})

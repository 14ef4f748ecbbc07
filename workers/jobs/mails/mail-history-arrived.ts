import { type Language, LOCALES, languageFor } from '../../../core/platform/text/languages.ts'
import { realmUrl } from '../../../core/state/realm/address.ts'
import type { WireHistoryImport } from '../../../core/state/wire/history-import.ts'
import { HISTORY_ARRIVED } from '../../../core/transfer/history/jobs.ts'
import { newestHistoryImport } from '../../../core/transfer/history/show.ts'
import { contentFor } from '../../mail/mail-content.ts'
import { mailJob } from '../../mail/mail-job.ts'
import { loadReader } from '../../mail/reader.ts'

/** Most lines about changes and omissions in the mail. The page has all of them. */
const MAX_NOTES = 20

/** Mails an owner that the history is there, with the report. */
export const mailHistoryArrivedJob = mailJob(HISTORY_ARRIVED, {
  load: async (core, data) => {
    const found = await loadReader(core, data)
    if (found === undefined) return undefined
    const { realm, reader } = found
    const url = realmUrl(realm.record, core.options.rootUrl)
    const language = languageFor(reader.settings.default_language) ?? 'en'
    const history = await newestHistoryImport(core.db, realm, language)
    const lines = linesOf(history?.report ?? null, language)
    return contentFor(realm.record, reader, {
      name: reader.fullName,
      reportUrl: `${url}/#organization/bring-history`,
      hasLines: lines.length > 0,
      lines: lines.map((text) => ({ text })),
    })
  },
})

/** The report as lines: what was kept of what was found, then the changes and omissions. */
function linesOf(report: WireHistoryImport['report'], language: Language): string[] {
  if (report === null) return []
  const numbers = new Intl.NumberFormat(LOCALES[language])
  const counted = report.counts.map(({ name, found, kept }) =>
    kept === found
      ? `${name}: ${numbers.format(kept)}`
      : `${name}: ${numbers.format(kept)} / ${numbers.format(found)}`,
  )
  const noted = report.notes.map(({ text, count }) => `${numbers.format(count)} × ${text}`)
  const more = noted.length > MAX_NOTES ? ['…'] : []
  return [...counted, ...noted.slice(0, MAX_NOTES), ...more]
}

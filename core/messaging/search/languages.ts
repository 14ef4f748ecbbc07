import type { RealmView } from '../../state/realm/view.ts'

/** How the words of a language are read: `message.language`, and the text search configuration of Postgres. */
export interface Language {
  readonly code: number
  readonly configuration: string
}

/** In the order of their codes, which are stored; what is added goes to the end. */
const CONFIGURATIONS = [
  ...['english', 'simple', 'arabic', 'catalan', 'danish', 'german', 'greek', 'spanish', 'basque', 'finnish'],
  ...['french', 'irish', 'hindi', 'hungarian', 'armenian', 'indonesian', 'italian', 'lithuanian', 'nepali'],
  ...['dutch', 'norwegian', 'portuguese', 'romanian', 'russian', 'serbian', 'swedish', 'tamil', 'turkish'],
  'yiddish',
]

/** The languages of clients that Postgres reads words of. */
const OF: Readonly<Record<string, string>> = {
  ...{ ar: 'arabic', ca: 'catalan', da: 'danish', de: 'german', el: 'greek', en: 'english', es: 'spanish' },
  ...{ eu: 'basque', fi: 'finnish', fr: 'french', ga: 'irish', hi: 'hindi', hu: 'hungarian', hy: 'armenian' },
  ...{ id: 'indonesian', it: 'italian', lt: 'lithuanian', nb: 'norwegian', ne: 'nepali', nl: 'dutch' },
  ...{ nn: 'norwegian', no: 'norwegian', pt: 'portuguese', ro: 'romanian', ru: 'russian', sr: 'serbian' },
  ...{ sv: 'swedish', ta: 'tamil', tr: 'turkish', yi: 'yiddish' },
}

/** How a language that clients name ("de", "pt-br") is read: as English when Postgres does not know it. */
export function languageNamed(name: string): Language {
  const base = name.toLowerCase().split(/[-_]/)[0]!
  const configuration = Object.hasOwn(OF, base) ? OF[base]! : 'english'
  return { code: CONFIGURATIONS.indexOf(configuration), configuration }
}

/** How the words of an organization's messages are read from now on. */
export const languageOf = (realm: Pick<RealmView, 'record'>): Language =>
  languageNamed(realm.record.settings.default_language)

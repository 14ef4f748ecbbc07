import type { RealmView } from '../../state/realm/view.ts'

/** A language for full-text search. */
export interface Language {
  /** The value of `message.language`. */
  readonly code: number
  /** Its name in Postgres. */
  readonly configuration: string
  /** The dictionary of Postgres that finds stems and stop words. */
  readonly dictionary: string
}

/** Names by code. The database stores the codes, so add new ones at the end. */
const CONFIGURATIONS = [
  ...['english', 'simple', 'arabic', 'catalan', 'danish', 'german', 'greek', 'spanish', 'basque', 'finnish'],
  ...['french', 'irish', 'hindi', 'hungarian', 'armenian', 'indonesian', 'italian', 'lithuanian', 'nepali'],
  ...['dutch', 'norwegian', 'portuguese', 'romanian', 'russian', 'serbian', 'swedish', 'tamil', 'turkish'],
  'yiddish',
]

/** Names in Postgres by the language codes of clients. */
const OF: Readonly<Record<string, string>> = {
  ...{ ar: 'arabic', ca: 'catalan', da: 'danish', de: 'german', el: 'greek', en: 'english', es: 'spanish' },
  ...{ eu: 'basque', fi: 'finnish', fr: 'french', ga: 'irish', hi: 'hindi', hu: 'hungarian', hy: 'armenian' },
  ...{ id: 'indonesian', it: 'italian', lt: 'lithuanian', nb: 'norwegian', ne: 'nepali', nl: 'dutch' },
  ...{ nn: 'norwegian', no: 'norwegian', pt: 'portuguese', ro: 'romanian', ru: 'russian', sr: 'serbian' },
  ...{ sv: 'swedish', ta: 'tamil', tr: 'turkish', yi: 'yiddish' },
}

/**
 * Languages whose stems may begin with another letter than their words: they lose prefixes, or are written
 * in another script.
 */
const WITH_PREFIXES: ReadonlySet<string> = new Set([
  ...['arabic', 'indonesian', 'irish', 'serbian', 'tamil', 'yiddish'],
])

/** Whether the stem of a word begins with the letter of the word, except for accents. */
export const keepsFirstLetters = ({ configuration }: Language): boolean => !WITH_PREFIXES.has(configuration)

/** Finds the language for a client's code ("de", "pt-br"); English when Postgres does not support it. */
export function languageNamed(name: string): Language {
  const base = name.toLowerCase().split(/[-_]/)[0]!
  const configuration = Object.hasOwn(OF, base) ? OF[base]! : 'english'
  return {
    code: CONFIGURATIONS.indexOf(configuration),
    configuration,
    dictionary: configuration === 'simple' ? 'pg_catalog.simple' : `pg_catalog.${configuration}_stem`,
  }
}

/** Returns the language in which new messages of an organization are indexed. */
export const languageOf = (realm: Pick<RealmView, 'record'>): Language =>
  languageNamed(realm.record.settings.default_language)

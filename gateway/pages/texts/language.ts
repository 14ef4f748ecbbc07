import type { RealmState } from '../../../core/state/realm/state.ts'
import type { UserRecord } from '../../../core/state/users/record.ts'

/** The languages of the server's own pages. */
export const PAGE_LANGUAGES = ['en', 'de'] as const

export type PageLanguage = (typeof PAGE_LANGUAGES)[number]

/** What a visitor's language follows from. */
export interface Visitor {
  readonly user?: UserRecord | undefined
  readonly realm?: Pick<RealmState, 'record'> | undefined
  /** The header Accept-Language. */
  readonly accept: string
}

/** Longest part of the header that is read. */
const MAX_HEADER_LENGTH = 500

/**
 * The language of a page: the one in the settings of the person who is logged in, otherwise the browser's
 * first one that pages have, otherwise the organization's, otherwise English.
 */
export function pageLanguage({ user, realm, accept }: Visitor): PageLanguage {
  return (
    languageOf(user?.settings.default_language) ??
    acceptedLanguage(accept) ??
    languageOf(realm?.record.settings.default_language) ??
    'en'
  )
}

/** The language of a code such as `de` or `en-gb`; undefined when pages do not have it. */
const languageOf = (code: string | undefined): PageLanguage | undefined =>
  PAGE_LANGUAGES.find((language) => code?.toLowerCase().split('-')[0] === language)

/** The first language of the header by weight, then by place (RFC 9110, section 12.5.4). */
function acceptedLanguage(header: string): PageLanguage | undefined {
  return header
    .slice(0, MAX_HEADER_LENGTH)
    .split(',')
    .map((range) => {
      const [code = '', ...parameters] = range.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return { language: languageOf(code), weight: weight === undefined ? 1 : Number(weight.slice(2)) }
    })
    .filter(({ language, weight }) => language !== undefined && weight > 0)
    .sort((a, b) => b.weight - a.weight)[0]?.language
}

import { isLanguage, type Language, languageFor } from '../../../core/platform/text/languages.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import type { UserRecord } from '../../../core/state/users/record.ts'
import { readCookie, setCookie } from '../../http/authentication/cookies.ts'
import type { Header } from '../../http/reply/headers.ts'

/** The language of a page. */
export type PageLanguage = Language

/** The cookie with the language that a visitor has chosen below a page. The web client reads it too. */
const COOKIE = 'language'
const YEAR_SECONDS = 365 * 24 * 60 * 60

/** What a visitor's language follows from. */
export interface Visitor {
  readonly user?: UserRecord | undefined
  readonly realm?: Pick<RealmState, 'record'> | undefined
  /** The header Accept-Language. */
  readonly accept: string
  /** The header Cookie. */
  readonly cookie?: string
}

/** Longest part of the header that is read. */
const MAX_HEADER_LENGTH = 500

/**
 * The language of a page: the one in the settings of the person who is logged in, otherwise the one that the
 * visitor has chosen in this browser, otherwise the browser's first one that pages have, otherwise the
 * organization's, otherwise English.
 */
export function pageLanguage({ user, realm, accept, cookie = '' }: Visitor): PageLanguage {
  return (
    languageFor(user?.settings.default_language ?? '') ??
    chosenLanguage(cookie) ??
    acceptedLanguage(accept) ??
    languageFor(realm?.record.settings.default_language ?? '') ??
    'en'
  )
}

/** The language that a visitor has chosen below a page, from the header Cookie. */
export function chosenLanguage(cookie: string): PageLanguage | undefined {
  const chosen = readCookie(cookie, COOKIE)
  return isLanguage(chosen) ? chosen : undefined
}

/** The header that keeps the language that a visitor has chosen. */
export const languageCookie = (language: PageLanguage, isSecure: boolean): Header =>
  setCookie(COOKIE, language, { maxAge: YEAR_SECONDS, isSecure, isReadable: true })

/** The first language of the header by weight, then by place (RFC 9110, section 12.5.4). */
function acceptedLanguage(header: string): PageLanguage | undefined {
  return header
    .slice(0, MAX_HEADER_LENGTH)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return { language: languageFor(tag), weight: weight === undefined ? 1 : Number(weight.slice(2)) }
    })
    .filter(({ language, weight }) => language !== undefined && weight > 0)
    .sort((a, b) => b.weight - a.weight)[0]?.language
}

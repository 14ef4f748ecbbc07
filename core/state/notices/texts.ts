import { type Language, languageFor } from '../../platform/text/languages.ts'
import type { RealmView } from '../realm/view.ts'
import { ARABIC } from './ar.ts'
import { GERMAN } from './de.ts'
import { ENGLISH } from './en.ts'
import { SPANISH } from './es.ts'
import { FRENCH } from './fr.ts'
import { JAPANESE } from './ja.ts'
import type { NoticeTexts } from './notice-texts.ts'
import { CHINESE } from './zh-hans.ts'

const TEXTS: Readonly<Record<Language, NoticeTexts>> = {
  en: ENGLISH,
  de: GERMAN,
  es: SPANISH,
  fr: FRENCH,
  ar: ARABIC,
  ja: JAPANESE,
  'zh-hans': CHINESE,
}

/**
 * The texts of messages that the server writes, in the organization's language (spec.md
 * realm_default_language); English where that is a language without texts.
 */
export const noticeTexts = ({ record }: Pick<RealmView, 'record'>): NoticeTexts =>
  TEXTS[languageFor(record.settings.default_language) ?? 'en']

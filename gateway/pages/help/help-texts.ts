import type { PageLanguage } from '../texts/language.ts'
import { arabic } from './arabic.ts'
import { chinese } from './chinese.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import type { HelpTexts } from './help-text.ts'
import { japanese } from './japanese.ts'
import { spanish } from './spanish.ts'

/** The texts of the help page by language. */
export const helpTexts: Readonly<Record<PageLanguage, HelpTexts>> = {
  en: english,
  de: german,
  es: spanish,
  fr: french,
  ar: arabic,
  ja: japanese,
  'zh-hans': chinese,
}

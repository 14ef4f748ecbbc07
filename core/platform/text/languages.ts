/**
 * The languages that pages and mails have, by code, in their own words. Each has a catalogue in
 * `gateway/web/texts`, `gateway/pages/texts` and `workers/mail/templates` (docs/languages.md).
 */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  ar: 'العربية',
  ja: '日本語',
  'zh-hans': '简体中文',
} as const

/** The code of a language that pages and mails have. */
export type Language = keyof typeof LANGUAGES

/** The tags by which `Intl` formats dates, numbers and lists. Arabic has the digits of the other ones. */
export const LOCALES: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  de: 'de-DE',
  es: 'es-ES',
  fr: 'fr-FR',
  ar: 'ar-u-nu-latn',
  ja: 'ja-JP',
  'zh-hans': 'zh-Hans-CN',
}

/** Languages whose readers write times with 24 hours. The others keep the default of the interface, 12. */
const WITH_24_HOURS: ReadonlySet<Language> = new Set(['de', 'es', 'fr', 'ja', 'zh-hans'])

export const usesTwentyFourHours = (language: Language): boolean => WITH_24_HOURS.has(language)

/** Whether pages and mails have the language. */
export const isLanguage = (code: string | undefined): code is Language =>
  code !== undefined && Object.hasOwn(LANGUAGES, code)

/** The direction in which a language is written. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

/** Scripts and regions of Chinese in traditional characters. */
const TRADITIONAL = /-(?:hant|tw|hk|mo)\b/

/** The language for a tag such as `de-AT` or `zh-CN`; undefined when there is none. */
export function languageFor(tag: string): Language | undefined {
  const code = tag.toLowerCase().replaceAll('_', '-')
  if (isLanguage(code)) return code
  const base = code.split('-')[0]
  if (base === 'zh') return TRADITIONAL.test(code) ? undefined : 'zh-hans'
  return isLanguage(base) ? base : undefined
}

/**
 * The languages that an organization may speak, by code. Search finds words in their forms by it. People who
 * join and have chosen no language have this one if pages have it, otherwise English.
 */
export const SPOKEN_LANGUAGES: Readonly<Record<string, string>> = {
  ar: 'العربيّة',
  be: 'Беларуская',
  bg: 'Български',
  bn: 'বাংলা',
  ca: 'Català',
  cs: 'Česky',
  cy: 'Cymraeg',
  da: 'Dansk',
  de: 'Deutsch',
  el: 'Ελληνικά',
  en: 'English',
  'en-gb': 'British English',
  eo: 'Esperanto',
  es: 'Español',
  fa: 'فارسی',
  fi: 'Suomi',
  fr: 'Français',
  gl: 'Galego',
  gu: 'ગુજરાતી',
  hi: 'हिन्दी',
  hu: 'Magyar',
  id: 'Bahasa Indonesia',
  it: 'Italiano',
  ja: '日本語',
  ko: '한국어',
  lt: 'Lietuviškai',
  lv: 'Latviešu',
  ml: 'മലയാളം',
  mn: 'Монгол',
  nl: 'Nederlands',
  no: 'Norsk',
  pl: 'Polski',
  pt: 'Português',
  'pt-br': 'Português Brasileiro',
  'pt-pt': 'Português Europeu',
  ro: 'Română',
  ru: 'Русский',
  si: 'සිංහල',
  sk: 'Slovensky',
  sq: 'Shqip',
  sr: 'Српски',
  sv: 'Svenska',
  ta: 'தமிழ்',
  tl: 'Tagalog',
  tr: 'Türkçe',
  uk: 'Українська',
  uz: 'Oʻzbekcha',
  vi: 'Tiếng Việt',
  'zh-hans': '简体中文',
  'zh-hant': '繁體中文',
}

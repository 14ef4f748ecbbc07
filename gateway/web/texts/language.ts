/** The languages that the catalogue has, by code, in their own words. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const

export type Language = keyof typeof LANGUAGES

const KEY = 'loquat-language'

/** Whether the catalogue has the language. */
export const isLanguage = (code: string | undefined): code is Language =>
  code !== undefined && Object.hasOwn(LANGUAGES, code)

/** The language of this page: the reader's last choice on this device, otherwise the browser's. */
export const language: Language = chosenLanguage()

function chosenLanguage(): Language {
  const remembered = rememberedLanguage()
  if (remembered !== undefined) return remembered
  const codes = globalThis.navigator?.languages ?? []
  return codes.map((code) => code.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'
}

/** Undefined where nothing was chosen, and where the browser forbids storage. */
function rememberedLanguage(): Language | undefined {
  try {
    const code = globalThis.localStorage?.getItem(KEY) ?? undefined
    return isLanguage(code) ? code : undefined
  } catch {
    return undefined
  }
}

/** Keeps the language for the next page on this device. Returns whether the browser did so. */
export function rememberLanguage(code: Language): boolean {
  try {
    localStorage.setItem(KEY, code)
  } catch {
    return false
  }
  return rememberedLanguage() === code
}

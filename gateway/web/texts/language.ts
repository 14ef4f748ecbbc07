import { isLanguage, type Language, languageFor } from '../../../core/platform/text/languages.ts'

const KEY = 'loquat-language'

/**
 * The language of this page: the reader's last choice on this device, otherwise the choice on the pages
 * before the log-in, otherwise the browser's.
 */
export const language: Language = chosenLanguage()

function chosenLanguage(): Language {
  const tags = globalThis.navigator?.languages ?? []
  return (
    rememberedLanguage() ??
    languageOfPages() ??
    tags.map(languageFor).find((code) => code !== undefined) ??
    'en'
  )
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

/** The language that was chosen below a page of the server, such as the log-in page. */
function languageOfPages(): Language | undefined {
  const code = /(?:^|; )language=([\w-]+)/.exec(globalThis.document?.cookie ?? '')?.[1]
  return isLanguage(code) ? code : undefined
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

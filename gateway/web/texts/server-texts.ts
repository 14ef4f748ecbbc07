import type { Catalogue } from '../../../core/platform/text/translate.ts'
import { language } from './language.ts'

const catalogues = import.meta.glob<Readonly<Record<string, Catalogue>>>([
  '../../../core/platform/text/errors/*.ts',
  '!**/in-language.ts',
])

let fetched: Promise<(text: string) => string> | undefined

/** Fetched with the first error, because most readers see none. */
async function fetchTranslator(): Promise<(text: string) => string> {
  const fetchCatalogue = catalogues[`../../../core/platform/text/errors/${language}.ts`]
  if (fetchCatalogue === undefined) return (text) => text
  const [{ translator }, catalogue] = await Promise.all([
    import('../../../core/platform/text/translate.ts'),
    fetchCatalogue(),
  ])
  return translator(Object.values(catalogue)[0]!)
}

/**
 * Resolves with a text of the server, such as the message of an error, in the page's language. Texts that are
 * not translated stay in English, and so do all while the translations cannot be fetched. In English, texts
 * for programs become sentences for people.
 */
export async function translated(text: string): Promise<string> {
  fetched ??= fetchTranslator()
  try {
    return (await fetched)(text)
  } catch {
    fetched = undefined
    return text
  }
}

/**
 * Translates what people read of a refused request: its message, and the reasons why single addresses were
 * not invited. Codes and other fields stay. `original` is the server's message, by which a form finds the
 * field that it is about (`../saving/places.ts`).
 */
export async function translatedAnswer(json: string): Promise<string> {
  try {
    const answer = JSON.parse(json) as { readonly msg?: unknown; readonly errors?: unknown }
    if (typeof answer.msg !== 'string') return json
    const msg = await translated(answer.msg)
    if (!Array.isArray(answer.errors)) return JSON.stringify({ ...answer, msg, original: answer.msg })
    const errors = await Promise.all(
      answer.errors.map(async (error: unknown) =>
        Array.isArray(error) && typeof error[1] === 'string'
          ? [error[0], await translated(error[1]), ...error.slice(2)]
          : error,
      ),
    )
    return JSON.stringify({ ...answer, msg, errors, original: answer.msg })
  } catch {
    return json
  }
}

/** The texts of a language, with the English ones for those that it does not have yet. */
export function withEnglish<T>(texts: unknown, english: T): T {
  if (texts === undefined) return english
  if (typeof texts !== 'object' || texts === null || Array.isArray(texts)) return texts as T
  const own = texts as Readonly<Record<string, unknown>>
  const all = Object.entries(english as object).map(([key, text]) => [key, withEnglish(own[key], text)])
  return { ...own, ...Object.fromEntries(all) } as T
}

import type { Text } from './en/index.ts'
import { language } from './language.ts'

/**
 * The texts of a part of the client in the page's language, fetched with that part. `files`: the part's
 * module of each language, by path.
 */
export async function inLanguage<M extends object>(
  files: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<Text<M>> {
  const [, fetchPart] = Object.entries(files).find(([path]) => path.includes(`/${language}/`))!
  return (await fetchPart()) as Text<M>
}

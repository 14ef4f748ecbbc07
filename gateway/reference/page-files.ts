import { existsSync, readFileSync } from 'node:fs'

/** One built file of the reference; its compressed versions have `.br` and `.gz` after its name. */
export interface PageFile {
  readonly file: string
  readonly etag: string
}

/** The folder that the build writes pages to, seen from this file compiled and from its source. */
export const PAGES = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/gateway/reference/pages/' : './pages/',
  import.meta.url,
)

/** The file that names all others, by address. */
export const PAGE_LIST = 'pages.json'

/** The address of the index of the search. */
export const SEARCH_INDEX = '/api/search.json'

/** The built pages by address; undefined before the first build. */
export function readPageFiles(): ReadonlyMap<string, PageFile> | undefined {
  const list = new URL(PAGE_LIST, PAGES)
  if (!existsSync(list)) return undefined
  return new Map(Object.entries(JSON.parse(readFileSync(list, 'utf8')) as Record<string, PageFile>))
}

import type { Rollup } from 'vite'

/** Puts what the first view needs into few files, because each file is a request. */
export function firstChunks(): Rollup.GetManualChunk {
  let chunks: ReadonlyMap<string, string> | undefined
  return (id, { getModuleInfo, getModuleIds }) => {
    chunks ??= assign([...getModuleIds()], getModuleInfo)
    return chunks.get(id)
  }
}

/**
 * The chunk of each module: `first-requests` has what that script imports, `shared` what the page shares with
 * pages that load nothing else of the client, and `client` the rest of the page. A chunk imports no chunk
 * that imports it, because each set has all imports of its modules. `client` waits for the texts of the
 * page's language before it runs, so what these import is in `shared`: otherwise both wait for ever.
 */
function assign(ids: readonly string[], infoOf: Rollup.GetModuleInfo): ReadonlyMap<string, string> {
  const entries = ids.filter((id) => infoOf(id)?.isEntry)
  const isPage = (id: string) => id.endsWith('gateway/web/index.html')
  const isFirst = (id: string) => id.endsWith('store/requests/first-requests.ts')
  const page = importsOf(entries.filter(isPage), infoOf)
  const first = importsOf(entries.filter(isFirst), infoOf)
  const isCatalogue = (id: string) => /gateway\/web\/texts\/(?!en\/)[\w-]+\/index\.ts$/.test(id)
  const others = importsOf(
    [...entries.filter((id) => !isPage(id) && !isFirst(id)), ...ids.filter(isCatalogue)],
    infoOf,
  )
  const chunks = new Map<string, string>()
  for (const id of [...page, ...first]) {
    if (isPage(id)) continue
    chunks.set(id, others.has(id) ? 'shared' : first.has(id) ? 'first-requests' : 'client')
  }
  return chunks
}

/** The modules and all that they import before they run. */
function importsOf(modules: readonly string[], infoOf: Rollup.GetModuleInfo): ReadonlySet<string> {
  const found = new Set(modules)
  for (const id of found) for (const imported of infoOf(id)?.importedIds ?? []) found.add(imported)
  return found
}

/**
 * Where to go on after a page, as a path of this site; the first page for every address that a browser could read as
 * another site's. `origin` is this site's. What browsers do with the result is tried by reading it once more: a path may
 * begin with two slashes once its dots are gone.
 */
export function localPath(next: string | undefined, origin: string): string {
  if (next?.startsWith('/') !== true) return '/'
  const path = pathAt(next, origin)
  return path !== undefined && pathAt(path, origin) === path ? path : '/'
}

/** The path and query of an address as a page of the origin understands it; undefined when it is elsewhere. */
function pathAt(address: string, origin: string): string | undefined {
  if (!URL.canParse(address, origin)) return undefined
  const url = new URL(address, origin)
  return url.origin === origin ? url.pathname + url.search : undefined
}

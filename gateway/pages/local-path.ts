/**
 * The path of `next` on the site of `origin`; `/` when a browser could read `next` as an address of another
 * site. The result is parsed a second time, because a path may begin with two slashes once its dot segments
 * are resolved.
 */
export function localPath(next: string | undefined, origin: string): string {
  if (next?.startsWith('/') !== true) return '/'
  const path = pathAt(next, origin)
  return path !== undefined && pathAt(path, origin) === path ? path : '/'
}

/**
 * The path, query and fragment of an address, resolved against `origin`; undefined when it is on another
 * site.
 */
function pathAt(address: string, origin: string): string | undefined {
  if (!URL.canParse(address, origin)) return undefined
  const url = new URL(address, origin)
  return url.origin === origin ? url.pathname + url.search + url.hash : undefined
}

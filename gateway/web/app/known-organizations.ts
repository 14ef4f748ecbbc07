/** An organization of the same server in which somebody of this browser has logged in. */
export interface KnownOrganization {
  /** With the port. */
  readonly host: string
  readonly name: string
}

const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/

/**
 * The organizations of this server that the browser knows (`gateway/pages/known-organizations.ts`), this one
 * too.
 */
export function knownOrganizations(): readonly KnownOrganization[] {
  const text = /(?:^|; )organizations=([\w-]+)/.exec(document.cookie)?.[1]
  if (text === undefined) return []
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
      one.charCodeAt(0),
    )
    const list = JSON.parse(new TextDecoder().decode(bytes)) as readonly [unknown, unknown][]
    return list
      .map(([host, name]) => ({ host: String(host), name: String(name) }))
      .filter(({ host }) => HOST.test(host) && isOfSameServer(host))
  } catch {
    return []
  }
}

/** Whether one of the two host names is below the other, or both are below the same host. */
function isOfSameServer(host: string): boolean {
  const { hostname } = new URL(`${location.protocol}//${host}`)
  const own = location.hostname
  const parent = (name: string) => name.slice(name.indexOf('.') + 1)
  const isBelow = (name: string, root: string) => name === root || name.endsWith(`.${root}`)
  return isBelow(hostname, own) || isBelow(own, hostname) || isBelow(hostname, parent(own))
}

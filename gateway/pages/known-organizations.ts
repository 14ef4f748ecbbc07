import { MAX_KNOWN_ORGANIZATIONS } from '../../config/limits.ts'
import type { RealmRecord } from '../../core/state/realm/record.ts'
import { readCookie } from '../http/authentication/cookies.ts'
import type { Headers } from '../http/reply/headers.ts'

/**
 * The cookie with the organizations of this server in which somebody of the browser has logged in. Scripts
 * read it.
 */
const COOKIE = 'organizations'
const MAX_AGE_SECONDS = 365 * 24 * 3600
/** Longer names are cut: browsers send the cookie with every request. */
const MAX_NAME_LENGTH = 30

/** The host with its port, and the name. */
type KnownOrganization = readonly [host: string, name: string]

/**
 * Returns headers that add an organization to the cookie. All hosts below the root host share the cookie, so
 * each organization can list the others. Returns none on a server with one organization, and on other hosts.
 */
export function rememberOrganization(
  { subdomain, settings }: Pick<RealmRecord, 'subdomain' | 'settings'>,
  { cookie, host }: { readonly cookie: string; readonly host: string },
  rootUrl: string,
): Headers {
  const given = readCookie(cookie, COOKIE)
  if (!isShared(host, rootUrl) || (subdomain === '' && given === undefined)) return []
  const own = [withPort(host, rootUrl), [...settings.name].slice(0, MAX_NAME_LENGTH).join('')] as const
  const known = given === undefined ? [] : parse(given)
  const isKnown = known.some(([other, name]) => other === own[0] && name === own[1])
  if (isKnown) return []
  return setList(
    [own, ...known.filter(([other]) => other !== own[0])].slice(0, MAX_KNOWN_ORGANIZATIONS),
    rootUrl,
  )
}

/**
 * Returns headers that take an organization out of the cookie: the organization of `forgotten` (a host with
 * its port), or the request's organization. Returns none when the cookie does not have it.
 */
export function forgetOrganization(
  { cookie, host }: { readonly cookie: string; readonly host: string },
  rootUrl: string,
  forgotten = withPort(host, rootUrl),
): Headers {
  const given = readCookie(cookie, COOKIE)
  if (given === undefined || !isShared(host, rootUrl)) return []
  const known = parse(given)
  const rest = known.filter(([other]) => other !== forgotten)
  return rest.length === known.length ? [] : setList(rest, rootUrl)
}

/** Whether the host belongs to those below the root host, which share the cookie. */
function isShared(host: string, rootUrl: string): boolean {
  const { hostname: root } = new URL(rootUrl)
  return root.includes('.') && !/^[\d.]+$/.test(root) && (host === root || host.endsWith(`.${root}`))
}

function withPort(host: string, rootUrl: string): string {
  const { port } = new URL(rootUrl)
  return port === '' ? host : `${host}:${port}`
}

/** The header that sets the cookie, or removes it with an empty list. */
function setList(list: readonly KnownOrganization[], rootUrl: string): Headers {
  const { hostname: root, protocol } = new URL(rootUrl)
  const value = list.length === 0 ? '' : Buffer.from(JSON.stringify(list)).toString('base64url')
  const maxAge = list.length === 0 ? 0 : MAX_AGE_SECONDS
  const secure = protocol === 'https:' ? '; Secure' : ''
  return [
    ['Set-Cookie', `${COOKIE}=${value}; Domain=${root}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure}`],
  ]
}

/** Any site below the root host can set the cookie, so its text may be anything. */
function parse(text: string): readonly KnownOrganization[] {
  try {
    const list: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (!Array.isArray(list)) return []
    return list
      .filter(
        (one): one is KnownOrganization =>
          Array.isArray(one) && one.every((part) => typeof part === 'string'),
      )
      .map(([host = '', name = '']) => [host.slice(0, 255), name.slice(0, 2 * MAX_NAME_LENGTH)] as const)
  } catch {
    return []
  }
}

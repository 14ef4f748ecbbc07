import { createRequire } from 'node:module'
import { lengthWithout, UrlEnds } from './url-ends.ts'

/** A URL or e-mail address that stands in the text by itself. */
export interface BareLink {
  start: number
  end: number
}

/** Endings that are far more often a file's than a site's. */
const fileExtensions = new Set(['java', 'md', 'mov', 'py', 'zip'])
const allDomains: string[] = createRequire(import.meta.url)('tlds')
const topLevelDomains = new Set(allDomains.filter((domain) => !fileExtensions.has(domain)))

/** Where a link may begin: after whitespace or an opening character, with what a name may contain. */
const candidate = /(?<![^\s'"(,:<])[\p{L}\p{M}\p{N}_.@-]+/gu
const host = /[\p{L}\p{M}\p{N}_.:@-]+/uy

/**
 * Bare links in the order they stand: anything after `http://` or `https://`, else a domain whose
 * last label is a top-level domain, else an e-mail address. A link ends at whitespace, without
 * closing punctuation, quotes or parentheses that it did not open.
 */
export function findBareLinks(text: string): BareLink[] {
  const links: BareLink[] = []
  if (!/[.:]/.test(text)) return links
  const ends = new UrlEnds(text)
  let from = 0
  for (const match of text.matchAll(candidate)) {
    const start = match.index
    if (start < from) continue
    const end = linkEnd(text, start, match[0], ends)
    if (end === undefined) continue
    links.push({ start, end })
    from = end
  }
  return links
}

function linkEnd(text: string, start: number, name: string, ends: UrlEnds): number | undefined {
  const nameEnd = start + name.length
  if (/^https?$/i.test(name)) {
    if (!text.startsWith('://', nameEnd)) return undefined
    host.lastIndex = nameEnd + 3
    const hostName = host.exec(text)?.[0]
    if (hostName === undefined) return undefined
    return addressEnd(text, nameEnd + 3, hostName, ends)
  }
  if (name.includes('@')) {
    const address = /^[^@]+@[^@]+\.[^@.-]+(?=\.*$)/.exec(name)?.[0]
    return address === undefined ? undefined : ends.name(start + address.length)
  }
  return name.includes('.') ? addressEnd(text, start, name, ends, true) : undefined
}

/** The end of a host with the path after it, if there is one. */
function addressEnd(
  text: string,
  hostStart: number,
  hostName: string,
  ends: UrlEnds,
  needsTopLevelDomain = false,
): number | undefined {
  const hostEnd = hostStart + hostName.length
  const next = text[hostEnd]
  const hasPath = next === '/' || ((next === '?' || next === '#') && !needsTopLevelDomain)
  const bareHost = hasPath ? hostName : hostName.slice(0, lengthWithout('.:', hostName))
  if (bareHost === '' || (needsTopLevelDomain && !isDomain(bareHost))) return undefined
  return hasPath ? (ends.name(hostEnd) ?? ends.path(hostEnd + 1)) : ends.name(hostStart + bareHost.length)
}

function isDomain(name: string): boolean {
  const labels = name.split('.')
  return (
    labels.length > 1 &&
    labels.every((label) => label !== '') &&
    topLevelDomains.has(labels.at(-1)!.toLowerCase())
  )
}

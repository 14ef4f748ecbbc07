import { createRequire } from 'node:module'
import { lengthWithout, UrlEnds } from './url-ends.ts'

/** Position of a URL or e-mail address in plain text. */
export interface BareLink {
  start: number
  end: number
}

/** Top-level domains that are more common as file extensions. */
const fileExtensions = new Set(['java', 'md', 'mov', 'py', 'zip'])
const allDomains: string[] = createRequire(import.meta.url)('tlds')
const topLevelDomains = new Set(allDomains.filter((domain) => !fileExtensions.has(domain)))

/** Where a link may begin: a name after white space or an opening character. */
const candidate = /(?<![^\s'"(,:<])[\p{L}\p{M}\p{N}_.@-]+/gu
const host = /[\p{L}\p{M}\p{N}_.:@-]+/uy

/**
 * Finds bare links, sorted by position: anything after `http://` or `https://`, a domain whose last label is
 * a top-level domain, or an e-mail address. A link ends before white space and leaves out trailing
 * punctuation, quotes and unbalanced parentheses.
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

/** Returns the end of a host and its optional path; undefined when they form no link. */
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

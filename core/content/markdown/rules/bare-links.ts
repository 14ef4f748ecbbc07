import { createRequire } from 'node:module'
import { SPACELESS_CLASS } from '../../../platform/text/word-edges.ts'
import { OpenEmphasis } from './open-emphasis.ts'
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

/** A run of characters in which a link may begin. */
const candidate = /[\p{L}\p{N}_.@+-][\p{L}\p{M}\p{N}_.@+-]*/gu
const host = /[\p{L}\p{M}\p{N}_.:@-]+/uy

/** Splits a run between a letter of a spaceless script and one of ASCII. */
const changeOfScript = new RegExp(
  `(?<=[${SPACELESS_CLASS}])(?=[a-z0-9])|(?<=[a-z0-9])(?=[${SPACELESS_CLASS}])`,
  'iu',
)

/**
 * Characters that may precede a name without a scheme, besides the start of the text and characters beyond
 * ASCII.
 */
const beforeName = new Set('\'"(,:<[{*~|')
/** Characters that may precede a scheme, besides. */
const beforeScheme = new Set([...beforeName, ...')]}!;>.`'])

/**
 * Finds bare links, sorted by position: anything after `http://` or `https://`, a domain whose last label is
 * a top-level domain, or an e-mail address. A link may touch punctuation, symbols, and letters of scripts
 * without spaces, and leaves out trailing punctuation, quotes, brackets without a partner and the marks of
 * emphasis around it.
 */
export function findBareLinks(text: string): BareLink[] {
  const links: BareLink[] = []
  if (!/[.:]/.test(text)) return links
  const search = { text, ends: new UrlEnds(text), emphasis: new OpenEmphasis(text) }
  let from = 0
  for (const { 0: run, index } of text.matchAll(candidate)) {
    if (index + run.length <= from) continue
    let start = index
    for (const name of run.split(changeOfScript)) {
      const link = start < from ? undefined : linkAt(search, start, name)
      if (link !== undefined) {
        links.push(link)
        from = link.end
        search.emphasis.skipTo(from)
      }
      start += name.length
    }
  }
  return links
}

interface Search {
  readonly text: string
  readonly ends: UrlEnds
  readonly emphasis: OpenEmphasis
}

function linkAt(search: Search, at: number, name: string): BareLink | undefined {
  const { text, ends } = search
  const nameEnd = at + name.length
  const scheme = text.startsWith('://', nameEnd) ? /https?$/i.exec(name)?.[0] : undefined
  if (scheme !== undefined) {
    const start = nameEnd - scheme.length
    if (!canBegin(text, start, beforeScheme) && !isDash(text, start - 1)) return undefined
    return linked(start, addressEnd(search, start, nameEnd + 3))
  }
  const start = at + (/^[.+-]*/.exec(name)?.[0].length ?? 0)
  if (!canBegin(text, at, beforeName)) return undefined
  if (name.includes('@')) {
    const address = /^[^@]+@[^@+]+\.[^@.+-]+(?=\.*$)/.exec(name.slice(start - at))?.[0]
    return address === undefined ? undefined : linked(start, ends.name(start + address.length))
  }
  return name.includes('.') ? linked(at, domainEnd(search, at, name)) : undefined
}

const linked = (start: number, end: number | undefined): BareLink | undefined =>
  end === undefined ? undefined : { start, end }

const canBegin = (text: string, at: number, allowed: ReadonlySet<string>): boolean => {
  const before = text[at - 1]
  return before === undefined || /\s/.test(before) || before > '\u007f' || allowed.has(before)
}

/** Whether this is a dash, as before the items of a list, and not a hyphen inside a word. */
const isDash = (text: string, at: number): boolean =>
  text[at] === '-' && !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')

/** Returns the end of an address whose host begins at `hostStart`; undefined when it has none. */
function addressEnd(search: Search, start: number, hostStart: number): number | undefined {
  const { text, ends, emphasis } = search
  host.lastIndex = hostStart
  const hostName = withoutText(host.exec(text)?.[0] ?? '')
  if (!/[\p{L}\p{N}]/u.test(hostName)) return undefined
  const hostEnd = hostStart + hostName.length
  const next = text[hostEnd]
  if (next === '/' || next === '?' || next === '#') {
    const end = ends.path(hostEnd + 1, emphasis.endFor(start))
    return next === '?' && end === hostEnd + 1 ? hostEnd : end
  }
  return /[%$&+=^\\]/.test(next ?? '') ? undefined : hostStart + lengthWithout('.:', hostName)
}

/** Cuts a host where text of a spaceless script follows a whole name: `example.comです`. */
function withoutText(hostName: string): string {
  const [first = ''] = hostName.split(changeOfScript)
  return /^localhost$|[.:]/i.test(first) ? first : hostName
}

function domainEnd({ ends, emphasis, text }: Search, at: number, name: string): number | undefined {
  const nameEnd = at + name.length
  const hasPath = text[nameEnd] === '/'
  const bareName = hasPath ? name : name.slice(0, lengthWithout('.', name))
  if (!isDomain(bareName)) return undefined
  return hasPath ? ends.path(nameEnd + 1, emphasis.endFor(at)) : ends.name(at + bareName.length)
}

function isDomain(name: string): boolean {
  const labels = name.split('.')
  return (
    labels.length > 1 &&
    labels.every((label) => label !== '' && !label.includes('+')) &&
    topLevelDomains.has(labels.at(-1)!.toLowerCase())
  )
}

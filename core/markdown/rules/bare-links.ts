import { createRequire } from 'node:module'
import { maxUrlParentheses } from '../limits.ts'

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
const word = /\S*/y
const closingPunctuation = /[!:;?),.'">]*$/

/**
 * Bare links in the order they stand: anything after `http://` or `https://`, else a domain whose
 * last label is a top-level domain, else an e-mail address. A link ends at whitespace, without
 * closing punctuation, quotes or parentheses that it did not open.
 */
export function findBareLinks(text: string): BareLink[] {
  const links: BareLink[] = []
  if (!/[.:]/.test(text)) return links
  const words = new Words(text)
  let from = 0
  for (const match of text.matchAll(candidate)) {
    const start = match.index
    if (start < from) continue
    const end = linkEnd(text, start, match[0], words)
    if (end === undefined) continue
    links.push({ start, end })
    from = end
  }
  return links
}

function linkEnd(text: string, start: number, name: string, words: Words): number | undefined {
  const nameEnd = start + name.length
  if (/^https?$/i.test(name)) {
    if (!text.startsWith('://', nameEnd)) return undefined
    host.lastIndex = nameEnd + 3
    const hostName = host.exec(text)?.[0]
    if (hostName === undefined) return undefined
    return addressEnd(text, nameEnd + 3, hostName, words)
  }
  if (name.includes('@')) {
    const address = /^[^@]+@[^@]+\.[^@.-]+(?=\.*$)/.exec(name)?.[0]
    return address === undefined ? undefined : endIfLast(start + address.length, words)
  }
  return name.includes('.') ? addressEnd(text, start, name, words, true) : undefined
}

/** The end of a host with the path after it, if there is one. */
function addressEnd(
  text: string,
  hostStart: number,
  hostName: string,
  words: Words,
  needsTopLevelDomain = false,
): number | undefined {
  const hostEnd = hostStart + hostName.length
  const next = text[hostEnd]
  const hasPath = next === '/' || ((next === '?' || next === '#') && !needsTopLevelDomain)
  const bareHost = hasPath ? hostName : hostName.replace(/[.:]+$/, '')
  if (bareHost === '' || (needsTopLevelDomain && !isDomain(bareHost))) return undefined
  return hasPath
    ? (pathEnd(text, hostEnd + 1, words) ?? endIfLast(hostEnd, words))
    : endIfLast(hostStart + bareHost.length, words)
}

function isDomain(name: string): boolean {
  const labels = name.split('.')
  return (
    labels.length > 1 &&
    labels.every((label) => label !== '') &&
    topLevelDomains.has(labels.at(-1)!.toLowerCase())
  )
}

/** `end` if nothing but punctuation follows it in its word. */
function endIfLast(end: number, words: Words): number | undefined {
  return end >= words.at(end).tail ? end : undefined
}

/** The first position past `from` with parentheses in balance and only punctuation after it. */
function pathEnd(text: string, from: number, words: Words): number | undefined {
  const { tail, end } = words.at(from)
  let depth = 0
  for (let position = from; position < end; position += 1) {
    if (depth === 0 && position >= tail) return position
    const character = text[position]
    if (character === '"') return undefined
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (depth < 0 || depth > maxUrlParentheses) return undefined
  }
  return depth === 0 ? end : undefined
}

/** The ends of words; candidates in one word ask for the same end, so the last answer is kept. */
class Words {
  readonly #text: string
  #start = 0
  #last = { tail: -1, end: -1 }

  constructor(text: string) {
    this.#text = text
  }

  /** Where the word that holds `position` ends, and where its closing punctuation begins. */
  at(position: number): { tail: number; end: number } {
    if (position >= this.#start && position <= this.#last.end) return this.#last
    word.lastIndex = position
    const rest = word.exec(this.#text)![0]
    this.#start = position
    this.#last = { tail: position + rest.search(closingPunctuation), end: position + rest.length }
    return this.#last
  }
}

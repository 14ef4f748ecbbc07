import { ATTACHED, EDGE, SPACELESS } from '../../model/word-edges.ts'

/** The places that the server does not search for alert words. */
const SKIPPED = 'code, pre, a, .katex, .user-mention, .user-group-mention, .topic-mention'

const BEFORE = `(?:(?<=^|[\\s("'.,;[*\`>]|(?:${EDGE}|${SPACELESS})${ATTACHED}*)|(?=${SPACELESS}))`
const AFTER = `(?:(?=$|[\\s)"'?:.,;\\]!*\`]|${EDGE}|${SPACELESS})|(?<=${SPACELESS}${ATTACHED}*)(?!${ATTACHED}))`

const patterns = new WeakMap<readonly string[], RegExp>()

/**
 * Marks the reader's alert words in the text of a message. They are separate words, and their case does not
 * matter.
 */
export function markAlertWords(fragment: DocumentFragment, words: readonly string[]): void {
  if (words.length === 0) return
  const pattern = patternOf(words)
  const walker = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (walker.nextNode()) {
    const text = walker.currentNode as Text
    if (text.data.search(pattern) >= 0 && text.parentElement?.closest(SKIPPED) == null) found.push(text)
  }
  for (const text of found) text.replaceWith(...marked(text.data, pattern))
}

function patternOf(words: readonly string[]): RegExp {
  const known = patterns.get(words)
  if (known !== undefined) return known
  const longestFirst = [...words].sort((a, b) => b.length - a.length)
  const made = new RegExp(`${BEFORE}(?:${longestFirst.map(escaped).join('|')})${AFTER}`, 'giu')
  patterns.set(words, made)
  return made
}

const escaped = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

function marked(text: string, pattern: RegExp): (string | HTMLElement)[] {
  const parts: (string | HTMLElement)[] = []
  let end = 0
  for (const { 0: word, index } of text.matchAll(pattern)) {
    const mark = document.createElement('mark')
    mark.className = 'alert-word'
    mark.textContent = word
    parts.push(text.slice(end, index), mark)
    end = index + word.length
  }
  return [...parts, text.slice(end)]
}

import DOMPurify, { type Config } from 'dompurify'
import { safeStyle } from '../../../../core/content/markdown/rendering/safe-style.ts'
import { emojiOf } from '../../emoji/emoji.ts'
import { momentOf, zonedDateOf } from '../../texts/dates.ts'

/** KaTeX's MathML contains the source of a formula. */
const CONFIG: Config & { RETURN_DOM_FRAGMENT: true } = {
  ADD_TAGS: ['semantics', 'annotation'],
  ADD_ATTR: ['encoding'],
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'template', 'slot'],
  FORBID_ATTR: ['id', 'name'],
  RETURN_DOM_FRAGMENT: true,
}

const purifier = DOMPurify()
purifier.setConfig(CONFIG)
purifier.addHook('uponSanitizeAttribute', (element, attribute) => {
  if (attribute.attrName !== 'style') return
  const styled = {
    tag: element.localName.toLowerCase(),
    classes: [...element.classList],
    isInFormula: element.closest('.katex') !== null,
  }
  attribute.attrValue = safeStyle(styled, attribute.attrValue)
  if (attribute.attrValue === '') attribute.keepAttr = false
})

/** The reader's settings for the text of messages. */
export interface Reader {
  readonly me: number
  readonly uses24Hours: boolean
  readonly showsEmojiAsText: boolean
}

/** Paragraphs of text without elements and entities, which most messages are. */
const PLAIN = /^(?:<p>[^<&]*<\/p>\s*)+$/

function plainFragment(html: string): DocumentFragment {
  const fragment = document.createDocumentFragment()
  for (const [, text] of html.matchAll(/<p>([^<&]*)<\/p>/g)) {
    const paragraph = document.createElement('p')
    paragraph.textContent = text!
    fragment.append(paragraph, '\n')
  }
  fragment.lastChild?.remove()
  return fragment
}

/** A second sanitizer after the server's renderer: only harmless HTML gets into the page. */
export function safeFragment(html: string, { me, uses24Hours, showsEmojiAsText }: Reader): DocumentFragment {
  if (PLAIN.test(html)) return plainFragment(html)
  const fragment = purifier.sanitize(html, CONFIG)
  for (const link of fragment.querySelectorAll('a')) openOutside(link)
  if (showsEmojiAsText) nameEmoji(fragment)
  else for (const span of fragment.querySelectorAll<HTMLElement>('span.emoji')) drawEmoji(span)
  for (const time of fragment.querySelectorAll('time')) {
    const seconds = Date.parse(time.dateTime) / 1000
    if (Number.isNaN(seconds)) continue
    time.textContent = momentOf(seconds, uses24Hours)
    time.title = zonedDateOf(seconds, uses24Hours)
  }
  for (const mention of fragment.querySelectorAll<HTMLElement>('.user-mention')) {
    const { userId } = mention.dataset
    if (userId === String(me) || userId === '*') mention.classList.add('of-me')
  }
  if (fragment.querySelector('.katex')) void import('katex/dist/katex.min.css')
  return fragment
}

/** Links to this organization's conversations stay in the page; others open a tab without access to it. */
function openOutside(link: HTMLAnchorElement): void {
  const href = (link.getAttribute('href') ?? '').replace(`${location.origin}/#`, '#').replace(/^\/#/, '#')
  if (href.startsWith('#')) link.setAttribute('href', href)
  else {
    // A link in an SVG has no such properties.
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noopener noreferrer')
  }
}

/** Shows emoji by their names, which the server wrote into the elements. */
function nameEmoji(fragment: DocumentFragment): void {
  for (const emoji of fragment.querySelectorAll<HTMLElement>('.emoji')) {
    const name = document.createElement('span')
    name.className = 'emoji-name'
    name.textContent = emoji instanceof HTMLImageElement ? emoji.alt : emoji.textContent
    emoji.replaceWith(name)
  }
}

function drawEmoji(span: HTMLElement): void {
  const code = [...span.classList].find((name) => name.startsWith('emoji-'))?.slice('emoji-'.length)
  const character = code === undefined ? undefined : emojiOf(code)
  if (character === undefined) return
  span.setAttribute('role', 'img')
  span.setAttribute('aria-label', span.title || (span.textContent ?? ''))
  span.textContent = character
}

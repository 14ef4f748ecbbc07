import { convert } from 'html-to-text'
import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5'
import { look } from './look.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element
type Fragment = DefaultTreeAdapterTypes.DocumentFragment

/** How a message is shown in a mail. */
export interface MailedMessageOptions {
  /** The URL of the organization, the base of relative addresses. */
  readonly url: string
  /** The text that replaces a spoiler. */
  readonly spoiler: string
  /** Formats a time, in Unix seconds, for the reader. */
  readonly time: (at: number) => string
}

const KEPT_ATTRIBUTES = new Set(['href', 'title', 'alt', 'src', 'start', 'datetime', 'style'])
const MENTIONS = ['user-mention', 'user-group-mention', 'topic-mention']
const STYLES: Readonly<Record<string, string>> = {
  blockquote: `margin: 0 0 8px; padding: 0 12px; border-left: 3px solid ${look.line}; color: ${look.soft};`,
  pre: `margin: 0 0 8px; padding: 8px 12px; background: ${look.code}; border-radius: ${look.radius}; overflow-x: auto; white-space: pre-wrap; font-family: ${look.mono}; font-size: 13px;`,
  p: 'margin: 0 0 8px;',
  a: `color: ${look.accent};`,
  code: `font-family: ${look.mono}; font-size: 13px; background: ${look.code};`,
  table: 'border-collapse: collapse; margin: 0 0 8px;',
  td: `border: 1px solid ${look.line}; padding: 4px 8px;`,
  th: `border: 1px solid ${look.line}; padding: 4px 8px;`,
}

/**
 * Converts rendered Markdown for mail: makes addresses absolute, removes spoilers and images that need a
 * log-in, and replaces parts that need a style sheet or a script.
 */
export function mailedHtml(rendered: string, options: MailedMessageOptions): string {
  const fragment = parseFragment(rendered)
  fragment.childNodes = childrenOf(fragment, options)
  return serialize(fragment)
}

/** Converts the HTML of a mail to plain text. */
export const mailedText = (html: string): string =>
  convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
      { selector: 'img.emoji', format: 'skip' },
      { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
    ],
  }).trim()

const childrenOf = (parent: Element | Fragment, options: MailedMessageOptions): Node[] =>
  parent.childNodes.flatMap((node) => ('tagName' in node ? convertElement(node, options) : [node]))

/** Returns the nodes that replace an element: itself, others, or none. */
function convertElement(element: Element, options: MailedMessageOptions): Node[] {
  const classes = attribute(element, 'class')?.split(' ') ?? []
  const is = (name: string) => classes.includes(name)
  if (is('message_inline_image') || is('message_inline_ref')) return []
  if (is('spoiler-content')) return parsed(`<p><em>${escaped(options.spoiler)}</em></p>`)
  if (is('katex')) return parsed(`<code style="${STYLES.code}">${escaped(texOf(element))}</code>`)
  if (is('emoji') && element.tagName === 'span')
    return parsed(escaped(characterOf(classes) ?? textOf(element)))
  if (element.tagName === 'time') return parsed(escaped(timeOf(element, options)))
  if (['video', 'audio', 'script', 'style', 'svg', 'math'].includes(element.tagName)) return []
  if (element.tagName === 'img' && !is('emoji')) return parsed(escaped(attribute(element, 'alt') ?? ''))

  const style = is('emoji')
    ? 'width: 20px; height: 20px; vertical-align: text-bottom;'
    : MENTIONS.some(is)
      ? `padding: 0 4px; border-radius: 4px; background: ${look.code}; font-weight: 600;`
      : STYLES[element.tagName]
  element.childNodes = childrenOf(element, options)
  element.attrs = element.attrs
    .filter(({ name }) => KEPT_ATTRIBUTES.has(name) && name !== 'style')
    .flatMap(({ name, value }) => {
      if (name !== 'href' && name !== 'src') return [{ name, value }]
      const absolute = absoluteAddress(value, options.url)
      return absolute === undefined ? [] : [{ name, value: absolute }]
    })
  if (MENTIONS.some(is)) element.attrs.push({ name: 'class', value: 'mention' })
  if (style !== undefined) element.attrs.push({ name: 'style', value: style })
  return [element]
}

const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((candidate) => candidate.name === name)?.value

/** Undefined for an address that a mail may not link. */
function absoluteAddress(address: string, base: string): string | undefined {
  if (!URL.canParse(address, `${base}/`)) return undefined
  const url = new URL(address, `${base}/`)
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined
}

const textOf = (node: Node | Element): string => {
  if ('value' in node) return node.value
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
}

/** The TeX source of a formula. */
function texOf(element: Element): string {
  for (const child of element.childNodes) {
    if (!('tagName' in child)) continue
    if (child.tagName === 'annotation') return textOf(child)
    const found = texOf(child)
    if (found !== '') return found
  }
  return ''
}

/** The characters of an emoji: `emoji-1f44d-1f3fb` names their code points. */
function characterOf(classes: readonly string[]): string | undefined {
  const code = classes.find((name) => /^emoji-[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/.test(name))
  if (code === undefined) return undefined
  const points = code
    .split('-')
    .slice(1)
    .map((hex) => Number.parseInt(hex, 16))
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined
}

function timeOf(element: Element, { time }: MailedMessageOptions): string {
  const at = Date.parse(attribute(element, 'datetime') ?? '')
  return Number.isNaN(at) ? textOf(element) : time(at / 1000)
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const parsed = (html: string): Node[] => parseFragment(html).childNodes

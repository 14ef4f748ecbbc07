import { escapeAttribute, escapeText } from './rendering/escape.ts'

/** Metadata of a linked web page. */
export interface LinkPreview {
  readonly title: string
  /** Empty when the page has none. */
  readonly description: string
  /** Address from which clients load the page's image. */
  readonly image: string
}

const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s[^>]*)?)>/g
const VOID = new Set(['br', 'hr', 'img'])
/** A preview is inserted after these text elements, and at the end of these containers. */
const TEXTS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const CONTAINERS = new Set(['li', 'td', 'th'])
/** A preview. Its texts are escaped, so they have no tags. */
const EMBED =
  /<div class="message_embed"><a class="message_embed_image" href="([^"]*)".*?<\/div><\/div><\/div>/sy
/** Elements that end the inline text of a container. */
const BLOCKS = new Set(['blockquote', 'div', 'ol', 'p', 'table', 'ul'])

/**
 * Inserts link previews into a message's HTML: each once, below the text that contains the link. Previews
 * below one text, also those of earlier calls, are in the order of their links. Links in quotes get no
 * preview. Idempotent.
 */
export function showEmbeds(html: string, previews: ReadonlyMap<string, LinkPreview>): string {
  const wanted = new Map<string, string>()
  for (const [url, preview] of previews) {
    const href = escapeAttribute(url)
    if (!html.includes(openingOf(href))) wanted.set(href, embed(href, preview))
  }
  if (wanted.size === 0) return html
  let shown = ''
  let from = 0
  const open: string[] = []
  /** Links found in the element at `depth` whose previews are not written yet. */
  let waiting: string[] = []
  let depth = -1
  /** The numbers of the links that may have previews, in their order. */
  const links = new Map<string, number>()
  const insertWaiting = (at: number, before = '') => {
    shown += html.slice(from, at) + before
    from = at
    const below = new Map(waiting.map((href) => [href, wanted.get(href)!]))
    EMBED.lastIndex = at
    for (let match = EMBED.exec(html); match !== null; match = EMBED.exec(html)) {
      below.set(match[1]!, match[0])
      from = EMBED.lastIndex
    }
    const number = (href: string) => links.get(href) ?? -1
    for (const [, each] of [...below].sort(([a], [b]) => number(a) - number(b))) shown += each
    for (const href of waiting) wanted.delete(href)
    waiting = []
  }
  for (const tag of html.matchAll(TAG)) {
    const [whole, slash, name = '', attributes = ''] = tag
    if (VOID.has(name) || attributes.endsWith('/')) continue
    if (slash === '/') {
      open.length = Math.max(open.lastIndexOf(name), 0)
      if (waiting.length === 0 || open.length !== depth) continue
      const end = tag.index + whole.length
      if (CONTAINERS.has(name)) insertWaiting(tag.index)
      else if (html[end] === '\n') insertWaiting(end + 1)
      else insertWaiting(end, '\n')
      continue
    }
    if (waiting.length > 0 && BLOCKS.has(name)) insertWaiting(tag.index)
    const href = name === 'a' ? / href="([^"]*)"/.exec(attributes)?.[1] : undefined
    if (href !== undefined && !open.includes('blockquote')) {
      if (!links.has(href)) links.set(href, links.size)
      if (wanted.has(href) && !waiting.includes(href)) {
        depth = open.findLastIndex((element) => TEXTS.has(element) || CONTAINERS.has(element))
        if (depth >= 0) waiting.push(href)
      }
    }
    open.push(name)
  }
  return shown + html.slice(from)
}

const openingOf = (href: string): string =>
  `<div class="message_embed"><a class="message_embed_image" href="${href}"`

function embed(href: string, { title, description, image }: LinkPreview): string {
  const source = image.replace(/["'()\\\s]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
  const picture = `style="background-image: url(&quot;${escapeAttribute(source)}&quot;)"`
  const about =
    description === '' ? '' : `<div class="message_embed_description">${escapeText(description)}</div>`
  return (
    `${openingOf(href)} ${picture}></a><div class="data-container"><div class="message_embed_title">` +
    `<a href="${href}" title="${escapeAttribute(title)}">${escapeText(title)}</a></div>${about}</div></div>`
  )
}

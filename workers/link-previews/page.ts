import { Parser } from 'htmlparser2'
import type { LinkPreview } from '../../core/content/markdown/embeds.ts'

const MAX_TITLE = 200
const MAX_DESCRIPTION = 500
const MAX_IMAGE_ADDRESS = 2_000

/** The parser takes time by the depth for each tag, and pages have their metadata near the top. */
const MAX_DEPTH = 256

/** Names of the metadata, in order of preference. */
const TITLES = ['og:title', 'twitter:title', 'title']
const DESCRIPTIONS = ['og:description', 'twitter:description', 'description']
const IMAGES = ['og:image', 'og:image:url', 'og:image:secure_url', 'twitter:image', 'twitter:image:src']

/**
 * Reads the preview of the page at `url` from its Open Graph, Twitter or HTML metadata. Undefined without a
 * title or a picture. Accepts incomplete and malformed HTML. Reads to the first element that is nested too
 * deep.
 */
export function readPage(html: string, url: URL): LinkPreview | undefined {
  const metadata = new Map<string, string>()
  let title: string | undefined
  let depth = 0
  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth++
      if (depth > MAX_DEPTH) return parser.pause()
      if (name === 'title' && !metadata.has('title')) title = ''
      if (name !== 'meta') return
      const property = (attributes.property ?? attributes.name)?.toLowerCase()
      const content = attributes.content?.trim()
      if (property !== undefined && content && !metadata.has(property)) metadata.set(property, content)
    },
    ontext: (text) => {
      if (title !== undefined && title.length < 10 * MAX_TITLE) title += text
    },
    onclosetag: (name) => {
      depth--
      if (name !== 'title' || title === undefined) return
      metadata.set('title', title)
      title = undefined
    },
  })
  parser.end(html)
  const first = (names: readonly string[]) => {
    const name = names.find((candidate) => metadata.has(candidate))
    return name === undefined ? '' : metadata.get(name)!
  }
  const image = imageAddress(first(IMAGES), url)
  const shown = onOneLine(first(TITLES), MAX_TITLE)
  if (image === undefined || shown === '') return undefined
  return { title: shown, description: onOneLine(first(DESCRIPTIONS), MAX_DESCRIPTION), image }
}

function imageAddress(given: string, url: URL): string | undefined {
  if (given === '' || !URL.canParse(given, url.href)) return undefined
  const { protocol, href } = new URL(given, url)
  return /^https?:$/.test(protocol) && href.length <= MAX_IMAGE_ADDRESS ? href : undefined
}

/** Removes control and bidirectional characters, and shortens the text. */
function onOneLine(text: string, limit: number): string {
  const line = text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
  const letters = [...line.slice(0, 4 * limit)]
  return letters.length <= limit
    ? line
    : `${letters
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`
}

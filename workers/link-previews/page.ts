import { Parser } from 'htmlparser2'
import type { LinkPreview } from '../../core/content/markdown/embeds.ts'

const MAX_TITLE = 200
const MAX_DESCRIPTION = 500
const MAX_IMAGE_ADDRESS = 2_000

/** Where a page says it, the best first. */
const TITLES = ['og:title', 'twitter:title', 'title']
const DESCRIPTIONS = ['og:description', 'twitter:description', 'description']
const IMAGES = ['og:image', 'og:image:url', 'og:image:secure_url', 'twitter:image', 'twitter:image:src']

/**
 * What a page at `url` says of itself, by Open Graph or as pages always have; undefined when it says too little to
 * be shown: it needs a title and a picture. Also of half a page, and of a broken one.
 */
export function readPage(html: string, url: URL): LinkPreview | undefined {
  const said = new Map<string, string>()
  let title: string | undefined
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === 'title' && !said.has('title')) title = ''
      if (name !== 'meta') return
      const property = (attributes.property ?? attributes.name)?.toLowerCase()
      const content = attributes.content?.trim()
      if (property !== undefined && content && !said.has(property)) said.set(property, content)
    },
    ontext: (text) => {
      if (title !== undefined && title.length < 10 * MAX_TITLE) title += text
    },
    onclosetag: (name) => {
      if (name !== 'title' || title === undefined) return
      said.set('title', title)
      title = undefined
    },
  })
  parser.end(html)
  const first = (names: readonly string[]) => {
    const name = names.find((one) => said.has(one))
    return name === undefined ? '' : said.get(name)!
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

/** Without what nobody sees and what turns the text around it. */
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

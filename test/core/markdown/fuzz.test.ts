import fc from 'fast-check'
import { type DefaultTreeAdapterMap, parseFragment, serialize } from 'parse5'
import { describe, expect, it } from 'vitest'
import { html as htmlWith, render } from './realm.ts'

const html = (content: string): string => htmlWith(content, { translateEmoticons: true })

/** What the dialect is made of; random text alone would rarely be more than a paragraph. */
const pieces = [
  ...[
    '*',
    '**',
    '***',
    '~',
    '~~',
    '~~~',
    '`',
    '``',
    '```',
    '```\n',
    '```quote\n',
    '~~~quote\n',
    '```spoiler x\n',
  ],
  ...['```js\n', '>', '> ', '>\n', '* ', '- ', '1. ', '2. a\n', '  ', '    ', '\t', ' ', '\n', '\n\n', '\r'],
  ...[
    '# ',
    '---\n',
    '|',
    '|-|-|\n',
    'a|b\n-|-\n',
    '\\',
    '_',
    '[',
    ']',
    '(',
    ')',
    '](',
    '[a](',
    '"',
    "'",
    '!',
  ],
  ...[
    'http://',
    'https://a.com/',
    'a.com',
    'me@a.com',
    '.',
    ':',
    '/',
    '?',
    ',',
    'javascript:',
    'data:',
    '//',
    '#',
  ],
  ...[
    '@**',
    '@_**',
    '@**King Hamlet**',
    '@**|10**',
    '@**all**',
    '@**topic**',
    '#**',
    '#**Verona**',
    '#**Verona>',
  ],
  ...[
    '&',
    '&lt;',
    '&#60;',
    '&quot;',
    '<',
    '</',
    '<b>',
    '<script>',
    '<img src=x onerror=y>',
    '<!--',
    '<a href="',
  ],
  ...[
    ':smile:',
    ':a',
    ':green_tick:',
    '👁‍🗨',
    '1️⃣',
    '🇫',
    '🇫🇷',
    '🏴󠁧󠁢',
    '\u200d',
    '\ufe0f',
    '👍🏽',
    ':)',
    '<3',
    ' (:',
    '©️',
  ],
  ...['a', 'word', '\u0000', '\u0001', '\ud800', '\u202e', 'ש', 'é', '😀', '/me ', ' onload=x'],
]
const piece = fc.constantFrom(...pieces)
const content = fc
  .array(fc.oneof({ weight: 8, arbitrary: piece }, fc.string({ unit: 'binary', maxLength: 4 })), {
    maxLength: 60,
  })
  .map((parts) => parts.join(''))

const allowed: Record<string, Record<string, RegExp>> = {
  ...Object.fromEntries(
    ['p', 'br', 'hr', 'em', 'strong', 'del', 'code', 'pre', 'blockquote', 'ul', 'li'].map((tag) => [tag, {}]),
  ),
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, {}])),
  ...Object.fromEntries(['table', 'thead', 'tbody', 'tr'].map((tag) => [tag, {}])),
  ol: { start: /^\d{1,9}$/ },
  th: { style: /^text-align: (left|center|right);$/ },
  td: { style: /^text-align: (left|center|right);$/ },
  div: {
    class: /^(codehilite|spoiler-block|spoiler-header|spoiler-content)$/,
    'aria-hidden': /^true$/,
    'data-code-language': /^[\w+\-./#]+$/,
  },
  span: {
    class: /^(((user-mention( channel-wildcard-mention)?|topic-mention)( silent)?)|emoji emoji-[0-9a-f-]+)$/,
    'data-user-id': /^(\d+|\*)$/,
    'aria-label': /^[\w+ -]+$/,
    role: /^img$/,
    title: /^[\w+ -]+$/,
  },
  img: { alt: /^:\w+:$/, class: /^emoji$/, src: /^\/user_avatars\//, title: /^[\w ]+$/ },
  a: {
    class: /^(stream|stream-topic|message-link)$/,
    'data-stream-id': /^\d+$/,
    href: /^(https?:\/\/|http:|https:|mailto:|\/(?![/\\])|#|user_uploads\/)/i,
    title: /^/,
  },
}

type Node = DefaultTreeAdapterMap['node']

function violations(node: Node): string[] {
  const found: string[] = []
  if (node.nodeName === '#comment') found.push('a comment')
  if ('tagName' in node) {
    const attributes = allowed[node.tagName]
    if (attributes === undefined) found.push(`<${node.tagName}>`)
    for (const { name, value } of node.attrs) {
      if (attributes?.[name]?.test(value) !== true) found.push(`<${node.tagName} ${name}="${value}">`)
    }
  }
  if ('childNodes' in node) found.push(...node.childNodes.flatMap(violations))
  return found
}

function expectSafe(output: string): void {
  const errors: string[] = []
  const tree = parseFragment(output, { onParseError: (error) => errors.push(error.code) })
  // Characters that are not text to HTML may stand in a message; they are no fault of its structure.
  const ignored = /^(control-character|noncharacter)-in-input-stream$/
  expect(errors.filter((error) => !ignored.test(error))).toEqual([])
  expect(violations(tree)).toEqual([])
  // A browser finds exactly the tags written, having neither added nor dropped one.
  expect(serialize(tree).split('<')).toHaveLength(output.split('<').length)
}

describe('any content', () => {
  it('becomes well-formed HTML of the dialect’s tags and attributes alone', () => {
    fc.assert(
      fc.property(content, (text) => expectSafe(html(text))),
      { numRuns: 4_000 },
    )
  })

  it('of arbitrary characters does too', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => expectSafe(html(text))),
      { numRuns: 500 },
    )
  })

  it('renders the same each time', () => {
    fc.assert(
      fc.property(content, (text) => {
        expect(render(text)).toEqual(render(text))
      }),
      { numRuns: 300 },
    )
  })
})

const size = 10_000
/** Characters of HTML for one of content: an emoji of two is over a hundred. */
const mostWritten = 60
const fill = (unit: string, length = size) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** The best of several runs, in ms: what is asked is the cost of the work, not of the machine's other work. */
function timeOf(text: string): number {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < 5 && best > 20; run += 1) {
    const start = performance.now()
    html(text)
    best = Math.min(best, performance.now() - start)
  }
  return best
}

describe('ten thousand characters', () => {
  it.each(pieces)('of %j take bounded time and space', (unit) => {
    for (const text of [
      fill(unit),
      fill(`${unit}a`),
      fill(`${unit} `),
      fill(`${unit}\n`),
      `${fill(unit, size - 3)}"x)`,
    ]) {
      expect(timeOf(text)).toBeLessThan(50)
      expect(html(text).length).toBeLessThan(size * mostWritten)
    }
  })

  it('of any few pieces over and over take bounded time and space', () => {
    const repeated = fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(repeated, repeated, (first, second) => {
        for (const text of [fill(first + second), fill(first, size / 2) + fill(second, size / 2)]) {
          expect(timeOf(text)).toBeLessThan(50)
          expect(html(text).length).toBeLessThan(size * mostWritten)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('between any two pieces take bounded time', () => {
    fc.assert(
      fc.property(
        piece,
        fc.constantFrom('a', '-', ' ', '.', ':', '|', '`', ...pieces),
        piece,
        (head, unit, tail) => {
          expect(timeOf(head + fill(unit) + tail)).toBeLessThan(50)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('nest only so deep', () => {
    expect(html('>'.repeat(size)).match(/<blockquote>/g)).toHaveLength(20)
    expect(html('```quote\n'.repeat(100)).length).toBeLessThan(2_000)
    expectSafe(html(`${'>'.repeat(500)} ${'* '.repeat(500)}a`))
    expectSafe(html('```quote\n> * '.repeat(100)))
  })
})

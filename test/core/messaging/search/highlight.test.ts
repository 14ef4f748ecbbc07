import fc from 'fast-check'
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5'
import { describe, expect, test } from 'vitest'
import { escapeText } from '../../../../core/content/markdown/rendering/escape.ts'
import { highlight } from '../../../../core/messaging/search/highlight.ts'
import { tokensOfHtml } from '../../../../core/messaging/words/html-words.ts'
import { DEPTH } from '../../../harness/property.ts'
import { pieces, texPieces } from '../../content/markdown/pieces.ts'
import { everything, html as htmlWith } from '../../content/markdown/realm.ts'

type IsMatch = (word: string) => boolean

const allWordsOf = (html: string) => tokensOfHtml(html).map(({ word }) => word)

/** Marks the words that match, each alone. */
function highlighted(html: string, isMatch: IsMatch): string {
  const tokens = tokensOfHtml(html)
  const found = tokens.flatMap(({ word }, index) => (isMatch(word) ? [{ first: index, last: index }] : []))
  return highlight(html, tokens, found)
}

/** Marks all neighbours as one sequence. */
function inSequences(html: string): string {
  const tokens = tokensOfHtml(html)
  return highlight(
    html,
    tokens,
    tokens.slice(1).map((_, index) => ({ first: index, last: index + 1 })),
  )
}

type Node = DefaultTreeAdapterMap['node']
/** An element with its children, or text; adjacent texts are one. */
type Plain = string | { name: string; attributes: [string, string][]; children: Plain[] }

const isHighlight = (node: Node) =>
  node.nodeName === 'span' &&
  'attrs' in node &&
  node.attrs.some(({ name, value }) => name === 'class' && value === 'highlight')

/** The structure of HTML without highlights. */
function structureOf(html: string): Plain[] {
  const plain = (node: Node): Plain[] => {
    if ('value' in node) return [node.value]
    const children = 'childNodes' in node ? joined(node.childNodes.flatMap(plain)) : []
    if (isHighlight(node)) return children
    const attributes =
      'attrs' in node ? node.attrs.map(({ name, value }): [string, string] => [name, value]) : []
    return [{ name: node.nodeName, attributes, children }]
  }
  return joined(parseFragment(html).childNodes.flatMap(plain))
}

function joined(nodes: readonly Plain[]): Plain[] {
  const result: Plain[] = []
  for (const node of nodes) {
    const last = result.at(-1)
    if (typeof node === 'string' && typeof last === 'string') result[result.length - 1] = last + node
    else result.push(node)
  }
  return result
}

const content = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...pieces) },
      { weight: 1, arbitrary: fc.constantFrom(...texPieces) },
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''))

describe('for every search', () => {
  test('a phrase of the last word and an address behind a link keeps the structure', () => {
    const html = htmlWith('#12 $$a$$ a', everything)
    expect(structureOf(inSequences(html))).toEqual(structureOf(html))
  })

  test('the HTML of a message keeps its structure and text', () => {
    fc.assert(
      fc.property(content, fc.array(fc.string({ maxLength: 3 })), (text, sought) => {
        const html = htmlWith(text, everything)
        for (const isMatch of [() => true, (word: string) => sought.some((part) => word.includes(part))]) {
          expect(structureOf(highlighted(html, isMatch))).toEqual(structureOf(html))
        }
        expect(structureOf(inSequences(html))).toEqual(structureOf(html))
      }),
      { numRuns: 1_500 * DEPTH },
    )
  })

  test('a topic keeps its text', () => {
    fc.assert(
      fc.property(fc.oneof(content, fc.string({ unit: 'binary' })), (topic) => {
        const html = highlighted(escapeText(topic), () => true)
        expect(structureOf(html)).toEqual(structureOf(escapeText(topic)))
      }),
      { numRuns: 500 * DEPTH },
    )
  })
})

test('words are highlighted in visible text', () => {
  const marked = (html: string) => highlighted(html, (word) => /^(a|amp|strong|title|ete)$/.test(word))
  const a = '<span class="highlight">a</span>'
  expect(marked('<p title="a">a &amp; <strong>a</strong> b</p>')).toBe(
    `<p title="a">${a} &amp; <strong>${a}</strong> b</p>`,
  )
  expect(marked('Été')).toBe('<span class="highlight">Été</span>')
  expect(marked('a&nbsp;a')).toBe(`${a}&nbsp;${a}`)
})

test('formulas are not highlighted, but the text after them is', () => {
  const html = htmlWith('a $$a+a$$ a', everything)
  expect(html).toContain('katex')
  expect(highlighted(html, () => true).match(/class="highlight"/g)).toHaveLength(2)
  // The source of the formula, once.
  expect(allWordsOf(html)).toEqual(['a', 'a', 'a', 'a'])
})

test('neighbours without a space are marked together, and others alone', () => {
  expect(inSequences('see well-known R&amp;D, a <b>b</b>c')).toBe(
    'see well-known R&amp;D, a <b>b</b>c'.replace(
      /see|well-known|R&amp;D|a(?= )|b(?=<\/)|c/g,
      (words) => `<span class="highlight">${words}</span>`,
    ),
  )
})

test('the time for highlighting grows linearly with the length', () => {
  const html = '<'.repeat(100_000) + '&'.repeat(100_000) + 'a'.repeat(100_000)
  expect(allWordsOf(html)).toHaveLength(1)
})

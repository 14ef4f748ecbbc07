import { describe, expect, test } from 'vitest'
import { highlight } from '../../../../core/messaging/search/highlight.ts'
import { tokensOfHtml } from '../../../../core/messaging/words/html-words.ts'
import { wordsOfHtml } from '../../../../core/messaging/words/word-list.ts'
import { render } from '../../content/markdown/realm.ts'

const wordsOf = (content: string) => tokensOfHtml(render(content).html).map(({ word }) => word)

describe('a word with tags inside a line', () => {
  test('has its pieces at the same place, each once', () => {
    expect(wordsOfHtml('<p>so <strong>un</strong>believable, <em>bo</em>bo</p>')).toBe(
      "'so':1 'unbelievable':2 'un':2 'believable':2 'bobo':3 'bo':3",
    )
  })

  test('is marked at each piece, and the HTML keeps its structure', () => {
    const html = '<p>so <strong>un</strong>believ<a href="/x">able</a> 東<em>京</em>都</p>'
    const tokens = tokensOfHtml(html)
    const marked = highlight(
      html,
      tokens,
      tokens.map((_, index) => ({ first: index, last: index })),
    )
    const span = (text: string) => `<span class="highlight">${text}</span>`
    expect(marked).toBe(
      `<p>${span('so')} <strong>${span('un')}</strong>${span('believ')}<a href="/x">${span('able')}</a> ` +
        `${span('東')}<em>${span('京')}</em>${span('都')}</p>`,
    )
  })

  test('is several words when it has many pieces, in time that grows linearly', () => {
    const html = '<b>a</b>'.repeat(50_000)
    expect(tokensOfHtml(html)).toHaveLength(50_000)
  })
})

test.each([
  ['```css\na { width: 12px; margin: 0.5em }\n```', ['a', 'width', '12px', 'margin', '0', '5em']],
  ['```python\nx = "a\\nb" + 0x1F\n```', ['x', 'a', 'nb', '0x1f']],
  ['```spoiler un\nbelievable\n```', ['un', 'believable']],
  ['| un | believable |\n|--|--|\n| a | b |', ['un', 'believable', 'a', 'b']],
  ['un\nbelievable', ['un', 'believable']],
  ['* un\n* believable', ['un', 'believable']],
  ['un<time:2026-11-30T10:00:00Z>believable', ['un', '2026', '11', '30t10', '00', '00z', 'believable']],
  ['un:cat:believable', ['un', '🐈', 'cat', 'believable']],
])('the words of %j', (content, words) => {
  expect(wordsOf(content)).toEqual(words)
})

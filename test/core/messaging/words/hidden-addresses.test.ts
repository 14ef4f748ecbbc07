import { describe, expect, test } from 'vitest'
import { highlight } from '../../../../core/messaging/search/highlight.ts'
import { tokensOfHtml } from '../../../../core/messaging/words/html-words.ts'
import { render } from '../../content/markdown/realm.ts'

const wordsOf = (content: string) =>
  tokensOfHtml(render(content).html)
    .map(({ word }) => word)
    .join(' ')

describe('the words of addresses', () => {
  test.each([
    [
      '[the ticket](https://jira.example/browse/PROJ-1?a=1&b="2") now',
      'the ticket now https jira example browse proj 1 a 1 b 2',
    ],
    ['https://jira.example/browse/PROJ-1?a=1&b=2', 'https jira example browse proj 1 a 1 b 2'],
    [
      'www.example.com/a?b&c, a@example.com, example.com/foo',
      'www example com a b c a example com example com foo',
    ],
    ['[us](mailto:x@example.org)', 'us mailto x example org'],
    [
      '[a](https://x.example/q) [b](https://x.example/q) https://x.example/q',
      'a b https x example q https x example q',
    ],
    ['https://x.example/q [a](https://x.example/q)', 'https x example q a'],
    ['https://x.example/K%C3%A4se', 'https x example k c3 a4se https x example kase'],
    ['https://x.example/Käse', 'https x example kase'],
    ['[a](https://x.example/%zz)', 'a https x example zz'],
    ['[file](/user_uploads/1/ab/cat.png)', 'file'],
    ['`[a](https://x.example/q)`', 'a https x example q'],
  ])('%s', (content, words) => {
    expect(wordsOf(content)).toBe(words)
  })

  test('are marked at the text of the link, once', () => {
    const { html } = render('see [the *old* ticket & more](https://jira.example/browse) now')
    const tokens = tokensOfHtml(html)
    const at = (word: string) => tokens.findIndex((token) => token.word === word)
    const [ticket, jira, browse] = [at('ticket'), at('jira'), at('browse')]
    const marked = highlight(html, tokens, [
      { first: ticket, last: ticket },
      { first: jira, last: browse },
    ])
    const [, text] = /<a [^>]*>(.*)<\/a>/.exec(html)!
    expect(marked).toBe(html.replace(text!, `<span class="highlight">${text}</span>`))
  })

  test('are not marked when the link holds a picture, or nothing', () => {
    for (const inner of ['<img src="https://x.example/a.png">', '']) {
      const html = `<a href="https://x.example/a">${inner}</a>`
      const tokens = tokensOfHtml(html)
      expect(tokens.map(({ word }) => word)).toEqual(['https', 'x', 'example', 'a'])
      expect(highlight(html, tokens, [{ first: 0, last: 3 }])).toBe(html)
    }
  })
})

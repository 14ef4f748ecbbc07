import { describe, expect, test } from 'vitest'
import { isOwnHtml } from '../../../../core/content/markdown/own-html.ts'

describe('HTML that the renderer does not write', () => {
  test.each([
    '<script>alert(1)</script>',
    '<p onclick="alert(1)">x</p>',
    '<p onclick=alert(1)>x</p>',
    '<P>x</P>',
    '<img src="x" onerror="alert(1)">',
    '<img src=x>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" JavaScript:alert(1)">x</a>',
    '<a href="java\nscript:alert(1)">x</a>',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '<a href="javascript&colon;alert(1)">x</a>',
    '<img src="data:text/html,x">',
    '<iframe src="https://x.test/"></iframe>',
    '<form action="/"><input formaction="javascript:x"></form>',
    '<p id="app">x</p>',
    '<svg onload="alert(1)"></svg>',
    '<svg><use href="data:x"></use></svg>',
    '<!-- x --><p>x</p>',
    '<p',
    'a < b',
  ])('%s', (html) => expect(isOwnHtml(html)).toBe(false))
})

test('a long text is checked in linear time', () => {
  expect(isOwnHtml('<a '.repeat(1_000_000))).toBe(false)
  expect(isOwnHtml(`<p class="${'x '.repeat(1_000_000)}`)).toBe(false)
  expect(isOwnHtml('<p>x</p>'.repeat(200_000))).toBe(true)
})

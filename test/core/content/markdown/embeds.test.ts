import { expect, test } from 'vitest'
import { type LinkPreview, showEmbeds } from '../../../../core/content/markdown/embeds.ts'
import { html } from './realm.ts'

const page: LinkPreview = { title: 'A <b>', description: '', image: '/external_content/1/2' }
const known = (...urls: string[]) => new Map(urls.map((url) => [url, page]))
const card = (url: string) =>
  `<div class="message_embed"><a class="message_embed_image" href="${url}" style="background-image: url(&quot;/external_content/1/2&quot;)"></a>` +
  `<div class="data-container"><div class="message_embed_title"><a href="${url}" title="A &lt;b&gt;">A &lt;b&gt;</a></div></div></div>`
const a = '<a href="http://x.com/a">http://x.com/a</a>'
const A = card('http://x.com/a')

test.each([
  ['http://x.com/a', `<p>${a}</p>\n${A}`],
  ['b http://x.com/a c\n\nd', `<p>b ${a} c</p>\n${A}<p>d</p>`],
  ['http://x.com/a http://x.com/a\n\nhttp://x.com/a', `<p>${a} ${a}</p>\n${A}<p>${a}</p>`],
  ['# http://x.com/a', `<h1>${a}</h1>\n${A}`],
  ['* b\n* http://x.com/a\n* c', `<ul>\n<li>b</li>\n<li>${a}${A}</li>\n<li>c</li>\n</ul>`],
  ['* http://x.com/a\n  * c', `<ul>\n<li>${a}${A}<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>`],
  ['*[b](http://x.com/a)*', `<p><em><a href="http://x.com/a">b</a></em></p>\n${A}`],
  ['> http://x.com/a', `<blockquote>\n<p>${a}</p>\n</blockquote>`],
  ['`http://x.com/a`', '<p><code>http://x.com/a</code></p>'],
  ['nothing', '<p>nothing</p>'],
])('%j', (content, expected) => {
  const shown = showEmbeds(html(content), known('http://x.com/a', 'http://x.com/b'))
  expect(shown).toBe(expected)
  expect(showEmbeds(shown, known('http://x.com/a'))).toBe(shown)
})

test('each embed comes after the paragraph that links it', () => {
  const content = 'http://x.com/a http://x.com/b?c&d\n\n$$x^2$$ :cat: http://x.com/c'
  const urls = ['http://x.com/a', 'http://x.com/b?c&d', 'http://x.com/c']
  const all = showEmbeds(html(content), known(...urls))
  for (const order of [urls, urls.toReversed(), [urls[1]!, urls[2]!, urls[0]!]])
    expect(order.reduce((text, url) => showEmbeds(text, known(url)), html(content))).toBe(all)
  expect(all).toContain(`</p>\n${A}${card('http://x.com/b?c&amp;d')}<p>`)
  expect(all.endsWith(`</p>\n${card('http://x.com/c')}`)).toBe(true)
})

test.each([
  '* http://x.com/b http://x.com/a\n  * http://x.com/c http://x.com/d\n\nhttp://x.com/b',
  '> http://x.com/a\n\nhttp://x.com/b http://x.com/a\nhttp://x.com/c',
  '| http://x.com/a | b\n|--|--\n| http://x.com/b http://x.com/c | http://x.com/a http://x.com/d',
])('the order in which the previews of %j become known does not matter', (content) => {
  const urls = ['a', 'b', 'c', 'd'].map((name) => `http://x.com/${name}`)
  const all = showEmbeds(html(content), known(...urls))
  for (const order of [urls, urls.toReversed(), ...urls.map((url) => [url, ...urls])])
    expect(order.reduce((text, url) => showEmbeds(text, known(url)), html(content))).toBe(all)
})

test('the text of a linked page is escaped, and its picture is only an address', () => {
  const hostile: LinkPreview = {
    title: '"><script>alert(1)</script>',
    description: '</div><img src=x onerror=alert(1)>',
    image: 'http://x.com/");background:url("javascript:alert(1)\\a\'',
  }
  const shown = showEmbeds(html('http://x.com/a'), new Map([['http://x.com/a', hostile]]))
  expect(shown).not.toMatch(/<script|<img/)
  expect(/style="([^"]*)"/.exec(shown)![1]).toBe(
    'background-image: url(&quot;http://x.com/%22%29;background:url%28%22javascript:alert%281%29%5ca%27&quot;)',
  )
})

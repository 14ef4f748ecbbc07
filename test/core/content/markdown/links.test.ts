import { describe, expect, it } from 'vitest'
import { inParagraph, render } from './realm.ts'

describe('a written link', () => {
  it.each([
    ['[a](http://x.com)', '<a href="http://x.com">a</a>'],
    ['[a](x.com/b c)', '<a href="http://x.com/b%20c">a</a>'],
    ['[a](<http://x.com>)', '<a href="http://x.com">a</a>'],
    ['[a](http://x.com/(b))', '<a href="http://x.com/(b)">a</a>'],
    ['[a](http://x.com "A &quot; title")', '<a href="http://x.com" title="A &amp;quot; title">a</a>'],
    ['[a](me@x.com)', '<a href="mailto:me@x.com">a</a>'],
    ['[a](mailto:me@x.com)', '<a href="mailto:me@x.com">a</a>'],
    ['[a](tel:+1-555-0100)', '<a href="tel:+1-555-0100">a</a>'],
    ['[a](sms:+15550100?body=Hi)', '<a href="sms:+15550100?body=Hi">a</a>'],
    ['[a](/user_uploads/1/f.txt)', '<a href="/user_uploads/1/f.txt">a</a>'],
    ['[a](#narrow/channel/5)', '<a href="#narrow/channel/5">a</a>'],
    ['[a](http://zulip.testserver/#narrow/channel/5)', '<a href="#narrow/channel/5">a</a>'],
    ['[a](http://zulip.testserver/user_uploads/1/f)', '<a href="user_uploads/1/f">a</a>'],
    ['[a](http://zulip.testserver:80/user_uploads/1/f)', '<a href="user_uploads/1/f">a</a>'],
    ['[a](https://Zulip.TestServer:443/#narrow/id/1)', '<a href="#narrow/id/1">a</a>'],
    ['[a](http://zulip.testserver#narrow/id/1)', '<a href="#narrow/id/1">a</a>'],
    ['[a](http://zulip.testserver:443/#x)', '<a href="http://zulip.testserver:443/#x">a</a>'],
    ['[a](http://zulip.testserver:8080/#x)', '<a href="http://zulip.testserver:8080/#x">a</a>'],
    ['[a](http://x.com?/zulip.testserver/#x)', '<a href="http://x.com?/zulip.testserver/#x">a</a>'],
    ['[a](http://zulip.testserver@x.com/#x)', '<a href="http://zulip.testserver@x.com/#x">a</a>'],
    ['[a](//x.com)', '<a href="http://x.com">a</a>'],
    ['[a [b]](http://x.com)', '<a href="http://x.com">a [b]</a>'],
    ['[`]`](http://x.com)', '<a href="http://x.com"><code>]</code></a>'],
    ['[*a* http://y.com](http://x.com)', '<a href="http://x.com">*a* http://y.com</a>'],
    ['**[a](http://x.com)**', '<strong><a href="http://x.com">a</a></strong>'],
    ['[a](http://x.com?a="b"&c)', '<a href="http://x.com?a=&quot;b&quot;&amp;c">a</a>'],
  ])('%s', (content, expected) => expect(inParagraph(content)).toBe(expected))

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\u0001script:alert(1)',
    '\u0001javascript:alert(1)',
    '\tjavascript:alert(1)',
    'vbscript:a',
    'data:text/html,a',
    'file:///etc/passwd',
    '',
  ])('to %j is rendered as text', (address) => {
    expect(render(`[a](${address})`)).toMatchObject({ hasLink: false })
    expect(inParagraph(`[a](${address})`)).not.toContain('<a')
  })

  it('never has a host after a leading backslash', () => {
    expect(inParagraph('[a](/\\x.com)')).toBe('<a href="/%5Cx.com">a</a>')
  })
})

describe('a bare link', () => {
  it.each([
    ['https://x.com/a?b=c&d#e', '<a href="https://x.com/a?b=c&amp;d#e">https://x.com/a?b=c&amp;d#e</a>'],
    ['https://x.com?a=b', '<a href="https://x.com?a=b">https://x.com?a=b</a>'],
    ['http://x.com?', '<a href="http://x.com">http://x.com</a>?'],
    ['http://localhost:9991/a', '<a href="http://localhost:9991/a">http://localhost:9991/a</a>'],
    [
      'http://zulip.testserver/#narrow/id/1',
      '<a href="#narrow/id/1">http://zulip.testserver/#narrow/id/1</a>',
    ],
    ['see x.com, y.org.', 'see <a href="http://x.com">x.com</a>, <a href="http://y.org">y.org</a>.'],
    ['http://ünï.de/ß', '<a href="http://ünï.de/ß">http://ünï.de/ß</a>'],
    ['foo_bar.py and a.b', 'foo_bar.py and a.b'],
    ['x=http://x.com', 'x=http://x.com'],
    ['`http://x.com`', '<code>http://x.com</code>'],
  ])('%s', (content, expected) => expect(inParagraph(content)).toBe(expected))
})

describe('the links that a message reports', () => {
  it.each([
    ['http://x.com/a.PNG?b', true, true],
    ['[a](/user_uploads/1/a.jpeg)', true, true],
    ['> http://x.com/a.png', true, false],
    ['http://x.com/a.png.txt', true, false],
    ['`http://x.com/a.png`', false, false],
  ])('%s', (content, hasLink, hasImage) => expect(render(content)).toMatchObject({ hasLink, hasImage }))

  it('content is a /me message only with a space after /me', () => {
    expect(render('/me waves')).toMatchObject({ html: '<p>/me waves</p>', isMeMessage: true })
    expect(render('/meow').isMeMessage).toBe(false)
    expect(render('I /me').isMeMessage).toBe(false)
  })
})

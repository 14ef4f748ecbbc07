import { describe, expect, it } from 'vitest'
import { html, inParagraph } from './realm.ts'

/** Classes of cases in which the dialect that clients expect differs from other Markdown. */

describe('emphasis', () => {
  it.each([
    ['*a*b', '<em>a</em>b'],
    ['* a*', undefined],
    ['a * b * c', 'a * b * c'],
    ['*a *', '*a *'],
    ['*a^b*', '*a^b*'],
    ['2*3^2*4', '2*3^2*4'],
    ['**a^b**', '<strong>a^b</strong>'],
    ['***a***', '<strong><em>a</em></strong>'],
    ['** a **', '<strong> a </strong>'],
    ['**a *b* c**', '<strong>a <em>b</em> c</strong>'],
    ['_a_ __b__', '_a_ __b__'],
    ['~~a~~ ~b~ ~~~c~~~', '<del>a</del> ~b~ ~~~c~~~'],
    ['*a\nb*', '*a<br>\nb*'],
    ['\\*a\\*', '\\<em>a\\</em>'],
  ])('%j', (content, expected) => {
    if (expected === undefined) expect(html(content)).toBe('<ul>\n<li>a*</li>\n</ul>')
    else expect(inParagraph(content)).toBe(expected)
  })
})

describe('character references and HTML', () => {
  it.each([
    ['&copy; &#169; &#xA9;', '&copy; &#169; &#xA9;'],
    ['&nosuch; & &; a&b', '&nosuch; &amp; &amp;; a&amp;b'],
    ['`&copy;`', '<code>&amp;copy;</code>'],
    ['*&lt;*', '<em>&lt;</em>'],
    ['<b>a</b> <!-- c -->', '&lt;b&gt;a&lt;/b&gt; &lt;!-- c --&gt;'],
    ['<http://x.com>', '&lt;<a href="http://x.com">http://x.com</a>&gt;'],
  ])('%j', (content, expected) => expect(inParagraph(content)).toBe(expected))
})

describe('blocks', () => {
  it.each([
    ['#a', '<p>#a</p>'],
    ['# a #', '<h1>a</h1>'],
    ['####### a', '<p>####### a</p>'],
    ['a\n---', '<p>a</p>\n<hr>'],
    ['a\n===', '<p>a<br>\n===</p>'],
    ['* * *', '<hr>'],
    ['3. a\n7. b', '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'],
    ['* a\n  * b\n    * c', '<ul>\n<li>a<ul>\n<li>b<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>\n</li>\n</ul>'],
    ['> a\nb\n\nc', '<blockquote>\n<p>a<br>\nb</p>\n</blockquote>\n<p>c</p>'],
    ['>a\n>> b', '<blockquote>\n<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>\n</blockquote>'],
    ['|a|b|\n|:-|-:|\n|1|2', undefined],
    ['  a', '<p>a</p>'],
    ['~~~\na\n~~~', '<div class="codehilite"><pre><span></span><code>a\n</code></pre></div>'],
    ['/me waves', '<p>/me waves</p>'],
  ])('%j', (content, expected) => {
    if (expected !== undefined) expect(html(content)).toBe(expected)
    else
      expect(html(content)).toContain(
        '<td style="text-align: left;">1</td>\n<td style="text-align: right;">2</td>',
      )
  })
})

describe('mentions in content that notifies nobody', () => {
  it.each([
    ['`@**King Hamlet**`', '<p><code>@**King Hamlet**</code></p>'],
    ['> @**all**', 'channel-wildcard-mention silent"'],
    ['```quote\n@**topic**\n```', 'class="topic-mention silent"'],
    ['a@**King Hamlet**', '<p>a@<strong>King Hamlet</strong></p>'],
  ])('%j', (content, expected) => expect(html(content)).toContain(expected))
})

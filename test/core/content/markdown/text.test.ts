import { describe, expect, it } from 'vitest'
import { html, inParagraph } from './realm.ts'

describe('emphasis', () => {
  it.each([
    ['*a* **b** ***c*** ~~d~~', '<em>a</em> <strong>b</strong> <strong><em>c</em></strong> <del>d</del>'],
    ['*a **b** c*', '<em>a <strong>b</strong> c</em>'],
    ['**a *b* c**', '<strong>a <em>b</em> c</strong>'],
    ['~~**a** *b*~~', '<del><strong>a</strong> <em>b</em></del>'],
    ['*`*`*', '<em><code>*</code></em>'],
    ['2*3*4', '2<em>3</em>4'],
    ['char *x = (char *)y', 'char *x = (char *)y'],
    ['* a*', null],
    ['a * b * c', 'a * b * c'],
    ['*a\nb*', '*a<br>\nb*'],
    ['~~a\nb~~', '~~a<br>\nb~~'],
    ['_a_ __b__', '_a_ __b__'],
    ['~a~ ~~~b~~~', '~a~ ~~~b~~~'],
    ['\\*a\\*', '\\<em>a\\</em>'],
    ['**', '**'],
  ])('%s', (content, expected) => {
    if (expected === null) expect(html(content)).toBe('<ul>\n<li>a*</li>\n</ul>')
    else expect(inParagraph(content)).toBe(expected)
  })
})

describe('text', () => {
  it.each([
    ['a\nb', 'a<br>\nb'],
    ['a\r\nb\rc', 'a<br>\nb<br>\nc'],
    ['<b>&"\'', '&lt;b&gt;&amp;"\''],
    ['&lt;b&gt; &#60;i&#62; &copy; &nope;', '&lt;b&gt; &#60;i&#62; &copy; &nope;'],
    ['![a](http://x.com/a.png)', '!<a href="http://x.com/a.png">a</a>'],
    ['a\ud800b\u0000', 'a\ufffdb\ufffd'],
    ['`a', '`a'],
    ['``a`b``', '<code>a`b</code>'],
    ['`a\nb`', '<code>a\nb</code>'],
    ['\\`a`', '\\`a`'],
  ])('%j', (content, expected) => expect(inParagraph(content)).toBe(expected))
})

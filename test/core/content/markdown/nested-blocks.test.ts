import { describe, expect, it } from 'vitest'
import { html } from './realm.ts'

const code = (text: string, language = '') =>
  `<div class="codehilite"${language && ` data-code-language="${language}"`}><pre><span></span><code>${text}\n</code></pre></div>`
const table =
  '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>'
const quote = (inside: string) => `<blockquote>\n${inside}\n</blockquote>`
const spoiler = (header: string, inside: string) =>
  `<div class="spoiler-block"><div class="spoiler-header">\n<p>${header}</p>\n</div>` +
  `<div class="spoiler-content" aria-hidden="true">\n${inside}\n</div></div>`

/** Lines of a block, and its HTML. They need no indentation of their own. */
const blocks: [name: string, lines: string, made: string][] = [
  ['a fence', '```\nx\n\n* y\n```', code('x\n\n* y')],
  ['a fence of tildes', '~~~\n```\nx\n~~~', code('```\nx')],
  ['a long fence', '`````\n```\nx\n```\n`````', code('```\nx\n```')],
  ['a fence with a language', '```text `x` ~\na\n```', code('a', 'Text only')],
  ['a quote', '```quote `who` ~\na\n```', quote('<p>a</p>')],
  ['a spoiler', '```spoiler a `b` ~~c~~ `\nx\n```', spoiler('a <code>b</code> <del>c</del> `', '<p>x</p>')],
  ['a spoiler of tildes', '~~~spoiler ~ `b`\nx\n~~~', spoiler('~ <code>b</code>', '<p>x</p>')],
  ['a fence in a quote', '```quote\n```text\nx\n```\n```', quote(code('x', 'Text only'))],
  ['a spoiler with a fence in its header', '```spoiler a ```b\nx\n```', spoiler('a ```b', '<p>x</p>')],
  ['a spoiler of tildes with one', '~~~spoiler a ~~~ b\nx\n~~~', spoiler('a ~~~ b', '<p>x</p>')],
  ['a quote of tildes with one', '~~~quote a ~~~ b\nx\n~~~', quote('<p>x</p>')],
  ['a fence in a spoiler', '~~~spoiler a\n```text\nx\n```\n~~~', spoiler('a', code('x', 'Text only'))],
  ['fences of both marks', '```spoiler a\n~~~quote\n```\nx\n```\n~~~\n```', spoiler('a', quote(code('x')))],
  ['a table', 'a|b\n-|-\n1|2', table],
  ['a list', '* a\n* b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
  ['a list with a fence', '* a\n  ```\n  x\n  ```\n* b', `<ul>\n<li>a${code('x')}\n</li>\n<li>b</li>\n</ul>`],
]
const prefixed = (lines: string, first: string, other = first) =>
  lines
    .split('\n')
    .map((line, index) => (index === 0 ? first : other) + line)
    .join('\n')

describe.each(blocks)('%s', (_, lines, made) => {
  it('stands alone, between texts, and after a byte order mark', () => {
    expect(html(lines)).toBe(made)
    expect(html(`\ufeff${lines}`)).toBe(made)
    expect(html(`a\n\n${lines}\n\nb`)).toBe(`<p>a</p>\n${made}\n<p>b</p>`)
  })
  it('stands below a line of text', () => expect(html(`a\n${lines}`)).toBe(`<p>a</p>\n${made}`))
  it('stands in a quote, also below text and above text', () => {
    expect(html(prefixed(lines, '> '))).toBe(quote(made))
    if (!lines.includes('  ')) expect(html(prefixed(lines, '>'))).toBe(quote(made))
    expect(html(`> a\n${prefixed(lines, '> ')}`)).toBe(quote(`<p>a</p>\n${made}`))
    expect(html(`${prefixed(lines, '> ')}\n>\n> b\n\nc`)).toBe(`${quote(`${made}\n<p>b</p>`)}\n<p>c</p>`)
    expect(html(prefixed(lines, '> > '))).toBe(quote(quote(made)))
  })
  it('stands in a quote by fence', () => {
    expect(html(`~~~~~~quote\n${lines}\n~~~~~~\nb`)).toBe(`${quote(made)}\n<p>b</p>`)
  })
})

describe.each(blocks.filter(([, lines]) => /^[`~]/.test(lines)))('%s in a list item', (_, lines, made) => {
  it.each([
    ['* ', '  '],
    ['- ', '    '],
    ['1. ', '   '],
    ['1. ', '    '],
    ['+ ', '  '],
  ])('after %j, indented by %j', (marker, indent) => {
    const next = marker.replace('1', '2')
    const [open, close] = marker === '1. ' ? ['<ol>', '</ol>'] : ['<ul>', '</ul>']
    const inside = prefixed(lines, indent)
    expect(html(`${marker}a\n${inside}\n${next}b`)).toBe(`${open}\n<li>a${made}\n</li>\n<li>b</li>\n${close}`)
    for (const between of ['\n\n', '\n'])
      expect(html(`${marker}a\n\n${inside}${between}${next}b\n\nc`)).toBe(
        `${open}\n<li>\n<p>a</p>\n${made}\n</li>\n<li>\n<p>b</p>\n</li>\n${close}\n<p>c</p>`,
      )
  })
  it('on the line of the marker', () => {
    expect(html(`${prefixed(lines, '* ', '  ')}\n* b`)).toBe(`<ul>\n<li>\n${made}\n</li>\n<li>b</li>\n</ul>`)
  })
  it('in an inner list', () => {
    expect(html(`* a\n  * b\n${prefixed(lines, '    ')}\n  * c\n* d`)).toBe(
      `<ul>\n<li>a<ul>\n<li>b${made}\n</li>\n<li>c</li>\n</ul>\n</li>\n<li>d</li>\n</ul>`,
    )
  })
  it('in a list in a quote', () => {
    expect(html(prefixed(`* a\n${prefixed(lines, '  ')}\n* b`, '> '))).toBe(
      quote(`<ul>\n<li>a${made}\n</li>\n<li>b</li>\n</ul>`),
    )
  })
})

describe('a fence', () => {
  it.each([
    ['```b``` c', '<p><code>b</code> c</p>'],
    ['~~~b~~~ c', '<p>~~~b~~~ c</p>'],
    ['* ```b``` c', '<ul>\n<li><code>b</code> c</li>\n</ul>'],
    ['    * ```\n    x', code('* ```\nx')],
    ['a\n  ```\n  b\n  ```', '<p>a<br>\n  <code>\n  b\n  </code></p>'],
    ['> ```\n> a\nb', `${quote(code('a'))}\n<p>b</p>`],
    ['> ```\n> a\n\nb', `${quote(code('a'))}\n<p>b</p>`],
    ['> a\n10. ```\n    b\n    ```', quote('<p>a<br>\n10. <code>\n    b\n    </code></p>')],
    ['in\n1984. ```\n      so\n      ```', '<p>in<br>\n1984. <code>\n      so\n      </code></p>'],
    ['a|b\n-|-\n10. ```\n    x\n    ```', '<p>a|b<br>\n-|-<br>\n10. <code>\n    x\n    </code></p>'],
    ['* a\n  ```\n  b\n\nc', `<ul>\n<li>a${code('b')}\n</li>\n</ul>\n<p>c</p>`],
    ['* a\n  ```\n  b\n* c', `<ul>\n<li>a${code('b')}\n</li>\n<li>c</li>\n</ul>`],
    ['* a\n\nb\n  ```\n  c\n  ```', '<ul>\n<li>a</li>\n</ul>\n<p>b<br>\n  <code>\n  c\n  </code></p>'],
    ['* a\n  ```\n```\nb', '<ul>\n<li>a</li>\n</ul>\n<p>b</p>'],
  ])('in %j', (content, expected) => expect(html(content)).toBe(expected))
})

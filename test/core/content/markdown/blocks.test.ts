import { describe, expect, it } from 'vitest'
import { html } from './realm.ts'

const code = (text: string, language = '') =>
  `<div class="codehilite"${language && ` data-code-language="${language}"`}><pre><span></span><code>${text}\n</code></pre></div>`

const cases: Record<string, [content: string, expected: string][]> = {
  'a list': [
    [
      '- a\n- b\n\n- c\n- d',
      '<ul>\n<li>a</li>\n<li>\n<p>b</p>\n</li>\n<li>\n<p>c</p>\n</li>\n<li>d</li>\n</ul>',
    ],
    [
      '* a\n  * b\n    * c\n* d',
      '<ul>\n<li>a<ul>\n<li>b<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>\n</li>\n<li>d</li>\n</ul>',
    ],
    ['* a\n    * b', '<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>'],
    ['1. a\n   1. b', '<ol>\n<li>a<ol>\n<li>b</li>\n</ol>\n</li>\n</ol>'],
    ['5. a\n9. b', '<ol start="5">\n<li>a</li>\n<li>b</li>\n</ol>'],
    ['9. a\n10. b', '<ol start="9">\n<li>a</li>\n<li>b</li>\n</ol>'],
    ['* a\n1. b', '<ul>\n<li>a</li>\n</ul>\n<ol>\n<li>b</li>\n</ol>'],
    ['* a\n  1. b', '<ul>\n<li>\n<p>a</p>\n<ol>\n<li>b</li>\n</ol>\n</li>\n</ul>'],
    ['* a\n\n  b\n\nc', '<ul>\n<li>\n<p>a</p>\n<p>b</p>\n</li>\n</ul>\n<p>c</p>'],
    ['* a\n  * b\n\n    c', '<ul>\n<li>a<ul>\n<li>\n<p>b</p>\n<p>c</p>\n</li>\n</ul>\n</li>\n</ul>'],
    ['* a\n> b', '<ul>\n<li>a<blockquote>\n<p>b</p>\n</blockquote>\n</li>\n</ul>'],
    ['* a\nb\n* c', '<ul>\n<li>\n<p>a<br>\nb</p>\n</li>\n<li>\n<p>c</p>\n</li>\n</ul>'],
    ['*a', '<p>*a</p>'],
    ['1) a', '<p>1) a</p>'],
    ['in\n1984. so', '<p>in<br>\n1984. so</p>'],
    ['* a\n```\nb\n```\n* c', `<ul>\n<li>a</li>\n</ul>\n${code('b')}\n<ul>\n<li>c</li>\n</ul>`],
  ],
  'a quote': [
    ['> a\nb\n\nc', '<blockquote>\n<p>a<br>\nb</p>\n</blockquote>\n<p>c</p>'],
    ['a\n> b', '<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>'],
    ['> a\n>\n> b', '<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>'],
    ['>', '<p>&gt;</p>'],
    ['> * a\n> * b', '<blockquote>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n</blockquote>'],
    ['> a\n* b', '<blockquote>\n<p>a</p>\n</blockquote>\n<ul>\n<li>b</li>\n</ul>'],
    ['```quote\n```\na', '<p>a</p>'],
    [
      '```quote\n~~~quote\na\n~~~\nb\n```',
      '<blockquote>\n<blockquote>\n<p>a</p>\n</blockquote>\n<p>b</p>\n</blockquote>',
    ],
  ],
  'a fence': [
    ['```x\na < b\n```', code('a &lt; b', 'x')],
    ['``` {.Python}\na\n```', code('<span class="n">a</span>', 'Python')],
    ['````\n```\n````', code('```')],
    ['```\na', code('a')],
    ['```quote\n~~~x\n```\n~~~\n```', `<blockquote>\n${code('```', 'x')}\n</blockquote>`],
    ['```\n\ta\n```', code('    a')],
    ['```\n```', ''],
    ['```"onload=x\na', '<p>```"onload=x<br>\na</p>'],
    ['a ```b``` c', '<p>a <code>b</code> c</p>'],
  ],
  'indented code': [
    ['    a\n     b', code('a\n b')],
    ['    a\n\n\n    b', code('a\n\n\nb')],
    ['    a\nb', `${code('a')}\n<p>b</p>`],
    ['a\n    b', '<p>a<br>\n    b</p>'],
  ],
  'a heading': [
    ['# a', '<h1>a</h1>'],
    ['## a *b* ##', '<h2>a <em>b</em></h2>'],
    ['a\n# b\nc', '<p>a</p>\n<h1>b</h1>\n<p>c</p>'],
    ['####### a', '<p>####### a</p>'],
    ['a\n===', '<p>a<br>\n===</p>'],
  ],
  'a rule': [
    ['---', '<hr>'],
    ['a\n---\nb', '<p>a</p>\n<hr>\n<p>b</p>'],
    ['* * *', '<hr>'],
    ['--', '<p>--</p>'],
  ],
  'a spoiler': [
    [
      '```spoiler *a*\nb\n\n* c\n```',
      '<div class="spoiler-block"><div class="spoiler-header">\n<p><em>a</em></p>\n</div>' +
        '<div class="spoiler-content" aria-hidden="true">\n<p>b</p>\n<ul>\n<li>c</li>\n</ul>\n</div></div>',
    ],
  ],
  'a table': [
    [
      '|a|b|c|d|\n|:-|:-:|-:|---|\n|*1*|`|`|\\||\nx',
      '<table>\n<thead>\n<tr>\n<th style="text-align: left;">a</th>\n<th style="text-align: center;">b</th>\n' +
        '<th style="text-align: right;">c</th>\n<th>d</th>\n</tr>\n</thead>\n<tbody>\n' +
        '<tr>\n<td style="text-align: left;"><em>1</em></td>\n<td style="text-align: center;"><code>|</code></td>\n' +
        '<td style="text-align: right;">|</td>\n<td></td>\n</tr>\n' +
        '<tr>\n<td style="text-align: left;">x</td>\n<td style="text-align: center;"></td>\n' +
        '<td style="text-align: right;"></td>\n<td></td>\n</tr>\n</tbody>\n</table>',
    ],
    [
      'a|b\n-|-',
      '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td></td>\n<td></td>\n</tr>\n</tbody>\n</table>',
    ],
    ['a|b\n-|-|-', '<p>a|b<br>\n-|-|-</p>'],
    ['a\n---|', '<p>a<br>\n---|</p>'],
  ],
}

for (const [block, contents] of Object.entries(cases)) {
  describe(block, () => {
    it.each(contents)('%j', (content, expected) => expect(html(content)).toBe(expected))
  })
}

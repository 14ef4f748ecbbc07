import { expect, test } from 'vitest'
import { look } from '../../../workers/mail/look.ts'
import { mailedHtml, mailedText } from '../../../workers/mail/message-html.ts'

const show = (html: string) =>
  mailedHtml(html, {
    url: 'https://chat.example.com',
    spoiler: '(hidden)',
    time: (at) => `at ${at}`,
  })

/** The inline styles of the light theme. */
const LINK = `style="color: ${look.accent};"`
const CODE = `style="font-family: ${look.mono}; font-size: 13px; background: ${look.code};"`

test.each([
  // URLs are absolute or absent.
  [
    '<a href="/user_uploads/1/a.txt">a</a>',
    `<a href="https://chat.example.com/user_uploads/1/a.txt" ${LINK}>a</a>`,
  ],
  ['<a href="#narrow/dm/7">b</a>', `<a href="https://chat.example.com/#narrow/dm/7" ${LINK}>b</a>`],
  ['<a href="//other.example/x">c</a>', `<a href="https://other.example/x" ${LINK}>c</a>`],
  ['<a href="javascript:alert(1)">d</a>', `<a ${LINK}>d</a>`],
  ['<a href="data:text/html,x">e</a>', `<a ${LINK}>e</a>`],
  // Content that needs a login is replaced by a link.
  [
    '<p><a href="/user_uploads/1/a.png">a.png</a></p><div class="message_inline_image"><a href="/user_uploads/1/a.png"><img src="/user_uploads/thumbnail/1/a.png"></a></div>',
    `<p style="margin: 0 0 8px;"><a href="https://chat.example.com/user_uploads/1/a.png" ${LINK}>a.png</a></p>`,
  ],
  ['<img src="/x.png" alt="<b>">', '&lt;b&gt;'],
  ['<video src="/x.mp4"></video>', ''],
  // No script remains, whatever the text passed through.
  ['<span onclick="x()" style="position: fixed">f</span>', '<span>f</span>'],
  ['<script>alert(1)</script>', ''],
  // Emoji, formulas, times and spoilers.
  ['<span class="emoji emoji-1f44d-1f3fb" title="thumbs up">:+1:</span>', '👍🏻'],
  ['<span class="emoji emoji-ffffff">:odd:</span>', ':odd:'],
  [
    '<img alt=":green:" class="emoji" src="/user_avatars/1/e.png" title="green">',
    '<img alt=":green:" src="https://chat.example.com/user_avatars/1/e.png" title="green" style="width: 20px; height: 20px; vertical-align: text-bottom;">',
  ],
  [
    '<span class="katex"><span class="katex-mathml"><math><annotation encoding="application/x-tex">a&lt;b</annotation></math></span><span class="katex-html">ab</span></span>',
    `<code ${CODE}>a&lt;b</code>`,
  ],
  ['<time datetime="1970-01-01T00:01:00Z">then</time>', 'at 60'],
  ['<time datetime="never">then</time>', 'then'],
  [
    '<div class="spoiler-block"><div class="spoiler-header">Who?</div><div class="spoiler-content" aria-hidden="true">He</div></div>',
    '<div><div>Who?</div><p><em>(hidden)</em></p></div>',
  ],
  [
    '<span class="user-mention" data-user-id="7">@Zoe</span>',
    `<span class="mention" style="padding: 0 4px; border-radius: 4px; background: ${look.code}; font-weight: 600;">@Zoe</span>`,
  ],
])('%s is mailed as %s', (rendered, mailed) => {
  expect(show(rendered)).toBe(mailed)
})

test('plain text has lists, quotes, tables and links', () => {
  const html = show(
    '<p>One<br>two</p><ul><li>a</li><li>b</li></ul><blockquote><p>said</p></blockquote><p><a href="https://x.example/">there</a> <a href="https://y.example/">https://y.example/</a></p><h1>Not loud</h1>',
  )
  expect(
    mailedText(html)
      .split('\n')
      .filter((line) => line !== ''),
  ).toEqual([
    'One',
    'two',
    ' * a',
    ' * b',
    '> said',
    'there (https://x.example/) https://y.example/',
    'Not loud',
  ])
})

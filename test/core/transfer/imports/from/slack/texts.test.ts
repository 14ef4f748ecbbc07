import { describe, expect, test } from 'vitest'
import { render } from '../../../../../../core/content/markdown/render.ts'
import {
  attachmentsOf,
  filesOf,
  previewsIn,
} from '../../../../../../core/transfer/imports/from/slack/attachments.ts'
import { markdownOfBlocks } from '../../../../../../core/transfer/imports/from/slack/blocks.ts'
import { contentOf } from '../../../../../../core/transfer/imports/from/slack/contents.ts'
import { markdownOf } from '../../../../../../core/transfer/imports/from/slack/mrkdwn.ts'
import type { SlackNames } from '../../../../../../core/transfer/imports/from/slack/names.ts'

const plain: SlackNames = {
  person: (id) => (id === 'U1' ? 'Mara' : undefined),
  channel: (id) => (id === 'C1' ? '#boats' : undefined),
  message: () => undefined,
  group: (id) => (id === 'S1' ? '@crew' : undefined),
  get plain() {
    return plain
  },
}
const names: SlackNames = {
  person: (id) => (id === 'U1' ? '@**Mara|7**' : undefined),
  channel: (id) => (id === 'C1' ? '#**boats**' : undefined),
  message: (channel, ts) =>
    channel === 'C1' && ts === '1600000000.000100' ? 'https://here.test/near/9' : undefined,
  group: plain.group,
  plain,
}
const context = {
  hosts: ['here.test'],
  userByName: () => [],
  userById: (id: number) => (id === 7 ? { id, fullName: 'Mara' } : undefined),
  channelByName: () => undefined,
  inlineImagePreview: false,
} as unknown as Parameters<typeof render>[1]
const htmlOf = (markdown: string) => render(markdown, context).html.replaceAll('\n', '')

const text = (content: string, style?: object) => ({ type: 'text', text: content, ...(style && { style }) })
const section = (...elements: object[]) => ({ type: 'rich_text_section', elements })
const list = (style: string, items: string[], more: object = {}) => ({
  ...{ type: 'rich_text_list', style, indent: 0, ...more },
  elements: items.map((item) => section(text(item))),
})
const rich = (...elements: object[]) => markdownOfBlocks([{ type: 'rich_text', elements }], names)

describe('mrkdwn', () => {
  test.each([
    ['<!here> <!channel> <!everyone> <!group>', '@**all** @**channel** @**everyone** @**channel**'],
    ['<!subteam^S1> <!subteam^S2|@pilots> <!subteam^S3>', '@crew @pilots @S3'],
    ['<@U1> <@U9|far> <@U9> <#C1> <#C9|old>', '@**Mara|7** @far @U9 #**boats** #old'],
    ['*a* _b_ ~c~ *_d_* snake_case_name 2*3*4', '**a** *b* ~~c~~ ***d*** snake_case_name 2*3*4'],
    ['*a*\n*b*', '**a**\n**b**'],
    ['「*a*」 *b*/_c_、 ~d~—e', '「**a**」 **b**/*c*、 ~~d~~—e'],
    ['__init__ **two** ~~x~~', '__init__ **two** ~~x~~'],
    ['`<https://e.test|site>` `<@U1>` `a &lt; b`', '`site` `Mara` `a < b`'],
    ['```\nif `x`\n```', '```\nif `x`\n```'],
    ['see ```one``` then', 'see \n```\none\n```\n then'],
    ['> quoted', '> quoted'],
    ['&gt; one\n&gt; two\nthree', '> one\n> two\n\nthree'],
    ['a\n&gt;&gt;&gt; one\ntwo\n\nthree', 'a\n> one\n> two\n>\n> three'],
    ['&gt; ```a\nb```', '> \n> ```\n> a\n> b\n> ```'],
    ['• one\n    ◦ two\n        ▪︎ three\nafter', '* one\n  * two\n    * three\n\nafter'],
    [
      '<https://q.slack.com/archives/C1/p1600000000000100?thread_ts=1&cid=C1|there>',
      '[there](https://here.test/near/9)',
    ],
    ['<https://q.slack.com/archives/C1>', '#**boats**'],
    [
      '<https://q.slack.com/archives/C7/p1600000000000100>',
      'https://q.slack.com/archives/C7/p1600000000000100',
    ],
    [
      '<https://e.test/a_(b)|Chart [1]> <https://e.test|a ] b>',
      '[Chart [1]](https://e.test/a_%28b%29) [a   b](https://e.test)',
    ],
    ['<mailto:a@b.test|a@b.test> <tel:1|1>', 'a@b.test [1](tel:1)'],
    [
      '<!date^1392734382^{date}|then> <!date^-1^{date}|before> <!date^9e99^{date}|late>',
      '<time:2014-02-18T14:39:42Z> before late',
    ],
    ['\ue0000\ue001 stays out', '0 stays out'],
  ])('%j', (given, expected) => {
    expect(markdownOf(given, names)).toBe(expected)
  })

  test('a bullet after a quote, and text after a bullet, are read as such', () => {
    expect(htmlOf(markdownOf('&gt; one\n• two\nthree', names))).toBe(
      '<blockquote><p>one</p></blockquote><ul><li>two</li></ul><p>three</p>',
    )
  })
})

describe('code', () => {
  test.each([
    [rich(section(text('a`b', { code: true }))), '<p><code>a`b</code></p>'],
    [rich(section(text('`', { code: true }))), '<p><code> ` </code></p>'],
    [rich(section(text('a`b``c', { code: true }))), '<p><code>a`b``c</code></p>'],
    [
      rich(section({ type: 'link', url: 'https://e.test', text: 'site', style: { code: true } })),
      '<p><code>site</code></p>',
    ],
    [rich(section({ type: 'user', user_id: 'U1', style: { code: true } })), '<p><code>Mara</code></p>'],
  ])('within a line: %j', (markdown, html) => {
    expect(htmlOf(markdown!)).toBe(html)
  })

  test('of several parts is one', () => {
    expect(rich(section(text("it's", { code: true }), text('key', { code: true })))).toBe("`it'skey`")
  })

  test('a block keeps fences that it contains, and its language', () => {
    const markdown = rich({
      ...{ type: 'rich_text_preformatted', language: 'javascript' },
      elements: [text('```\nlet a\n````'), { type: 'link', url: 'https://e.test' }],
    })!
    expect(markdown).toBe('`````javascript\n```\nlet a\n````https://e.test\n`````')
    expect(htmlOf(markdown)).toContain('</code></pre></div>')
    expect(htmlOf(markdown).match(/<pre>/g)).toHaveLength(1)
  })

  test('a language cannot make another block of it', () => {
    expect(rich({ type: 'rich_text_preformatted', language: 'spoiler', elements: [text('x')] })).toBe(
      '```\nx\n```',
    )
  })
})

describe('rich text', () => {
  test('mentions of groups and of many people stay', () => {
    const markdown = rich(
      section(
        { type: 'usergroup', usergroup_id: 'S1' },
        text(' '),
        { type: 'usergroup', usergroup_id: 'S9' },
        text(' '),
        { type: 'broadcast', range: 'here' },
        text(' '),
        { type: 'broadcast', range: 'channel' },
        text(' '),
        { type: 'broadcast', range: 'everyone' },
        text(' '),
        { type: 'channel', channel_id: 'C1' },
        text(' '),
        { type: 'color', value: '#ff0000' },
        { type: 'emoji', name: 'wave', skin_tone: 2 },
      ),
    )
    expect(markdown).toBe('@crew @S9 @**all** @**channel** @**everyone** #**boats** #ff0000:wave:')
  })

  test('neighbours with the same style get its marks once, also around people and links', () => {
    const style = { bold: true }
    const markdown = rich(
      section(
        text('to ', style),
        { type: 'user', user_id: 'U1', style },
        text(': ', style),
        { type: 'link', url: 'https://e.test', text: 'chart', style: { bold: true, italic: true } },
        text(' old', { strike: true }),
      ),
    )!
    expect(htmlOf(markdown)).toBe(
      '<p><strong>to <span class="user-mention" data-user-id="7">@Mara</span>:</strong> <strong><em><a href="https://e.test">chart</a></em></strong> <del>old</del></p>',
    )
  })

  test('marks end with their line', () => {
    expect(rich(section(text('one\n two \n', { bold: true })))).toBe('**one**\n **two**')
    expect(rich(section(text('x', { bold: true, italic: true, strike: true })))).toBe('***~~x~~***')
  })

  test('lists nest, go on with their number, and end', () => {
    const markdown = rich(
      section(text('before\n')),
      list('ordered', ['a', 'b']),
      list('bullet', ['deep'], { indent: 1 }),
      list('ordered', ['c'], { offset: 2 }),
      list('bullet', ['other']),
      section(text('after')),
    )!
    expect(markdown).toBe('before\n1. a\n2. b\n  * deep\n3. c\n\n* other\n\nafter')
    expect(htmlOf(markdown)).toBe(
      '<p>before</p><ol><li>a</li><li><p>b</p><ul><li>deep</li></ul></li><li><p>c</p></li></ol><ul><li>other</li></ul><p>after</p>',
    )
  })

  test('a list that begins deep, and lines within an item', () => {
    const markdown = rich(
      list('bullet', ['one\n\nmore'], { indent: 5 }),
      list('bullet', ['two'], { indent: 6 }),
    )!
    expect(markdown).toBe('* one\n  more\n  * two')
    expect(htmlOf(markdown)).toBe('<ul><li><p>one<br>  more</p><ul><li>two</li></ul></li></ul>')
  })

  test('quotes, and lists and code with their border', () => {
    const markdown = rich(
      { type: 'rich_text_quote', elements: [text('one\n\ntwo')] },
      section(text('three')),
      list('bullet', ['four'], { border: 1 }),
      section(text('five')),
    )!
    expect(markdown).toBe('> one\n> \n> two\n\nthree\n> * four\n\nfive')
  })

  test('dates', () => {
    expect(rich(section({ type: 'date', timestamp: 1392734382, format: '{date}', fallback: 'then' }))).toBe(
      '<time:2014-02-18T14:39:42Z>',
    )
    expect(rich(section({ type: 'date', timestamp: -1e300, fallback: 'then' }))).toBe('then')
  })
})

describe('what Markdown has no marks for', () => {
  test('quotes and items without a text are left out', () => {
    expect(rich({ type: 'rich_text_quote', elements: [text(' ')] })).toBeUndefined()
    expect(rich(list('bullet', ['one', ' ', 'two']))).toBe('* one\n* two')
    expect(rich(list('ordered', ['one', '\n', 'two']))).toBe('1. one\n3. two')
  })

  test('italic letters before bold ones lose their marks and not their text', () => {
    const word = section(text('na\u00efve', { italic: true }), text('ty', { bold: true }))
    expect(rich(word)).toBe('na\u00efve**ty**')
    const words = section(text('so ', { italic: true }), text('bold', { bold: true }))
    expect(rich(words)).toBe('*so* **bold**')
  })
})

describe('other blocks', () => {
  const of = (...blocks: object[]) => markdownOfBlocks(blocks, names)

  test('headers, sections, contexts, pictures, videos, calls and dividers', () => {
    expect(
      of(
        { type: 'header', text: { type: 'plain_text', text: 'Tides *now* &amp; then' } },
        {
          ...{ type: 'section', text: { type: 'mrkdwn', text: '*high* <@U1>' } },
          fields: [{ type: 'plain_text', text: '*not bold*' }],
          accessory: { type: 'button', text: { type: 'plain_text', text: 'Open' }, url: 'https://e.test' },
        },
        {
          type: 'context',
          elements: [
            { type: 'image', image_url: 'https://e.test/i.png', alt_text: 'flag' },
            { type: 'mrkdwn', text: 'by _crew_' },
          ],
        },
        { type: 'divider' },
        {
          type: 'image',
          title: { type: 'plain_text', text: 'Map' },
          image_url: 'https://e.test/m.png',
          alt_text: 'map',
        },
        { type: 'image', slack_file: { url: 'https://files.slack.com/m.png' }, alt_text: 'map' },
        {
          ...{ type: 'video', title: { type: 'plain_text', text: 'Film' }, title_url: 'https://v.test/1' },
          description: { type: 'plain_text', text: 'of boats' },
        },
        { type: 'call', call: { v1: { name: 'Standup', join_url: 'https://c.test/1' } } },
        { type: 'actions', elements: [{ type: 'button', text: { type: 'plain_text', text: 'No link' } }] },
        { type: 'something_new', text: { type: 'mrkdwn', text: 'says *this*' } },
      ),
    ).toBe(
      [
        '**Tides *now* & then**',
        '**high** @**Mara|7**\n*not bold*\n[Open](https://e.test)',
        '[flag](https://e.test/i.png) by *crew*',
        '---',
        '**Map**\n[map](https://e.test/m.png)',
        '[map](https://files.slack.com/m.png)',
        '[Film](https://v.test/1)\nof boats',
        '[Standup](https://c.test/1)',
        'says **this**',
      ].join('\n\n'),
    )
  })

  test('tables', () => {
    const markdown = of({
      type: 'table',
      column_settings: [{ align: 'right' }, null],
      rows: [
        [
          { type: 'raw_text', text: 'a|b' },
          { type: 'raw_text', text: 'c' },
        ],
        [
          {
            type: 'rich_text',
            elements: [section(text('x\ny', { code: true }), text(' z', { bold: true }))],
          },
          { type: 'rich_text', elements: [list('bullet', ['one', 'two'])] },
          { type: 'raw_text', text: 'wide' },
        ],
      ],
    })!
    expect(markdown).toBe('| a\\|b | c |  |\n| ---: | --- | --- |\n| `x` `y` **z** | one two | wide |')
    expect(htmlOf(markdown)).toContain(
      '<td style="text-align: right;"><code>x</code> <code>y</code> <strong>z</strong>',
    )
  })

  test('a table of more rows than a function may have arguments', () => {
    const rows = Array.from({ length: 200_000 }, () => [{ type: 'raw_text', text: 'a' }])
    expect(of({ type: 'table', rows })).toMatch(/^\| a \|\n\| --- \|\n\| a \|/)
  })
})

describe('attachments', () => {
  test('a card with all its parts', () => {
    expect(
      attachmentsOf(
        [
          {
            ...{ pretext: 'Build *7*', author_name: 'CI', author_link: 'https://ci.test', color: '#f00' },
            ...{
              title: 'main',
              text: '`fix`',
              fields: [{ title: 'Took', value: '3 min' }, { value: 'a\nb' }],
            },
            ...{
              image_url: 'https://e.test/i.png',
              footer: 'runner',
              actions: [{ text: 'Logs', url: 'https://l.test' }],
            },
            blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'green' } }],
          },
        ],
        names,
      ),
    ).toEqual([
      'Build **7**\n> [CI](https://ci.test)\n> **main**\n> `fix`\n> green\n> **Took**: 3 min\n> a\n> b\n> [Logs](https://l.test)\n> https://e.test/i.png\n> runner',
    ])
  })

  test('a shared message is quoted with its author and a link, a preview of an address is left out', () => {
    const attachments = [
      {
        ...{
          from_url: 'https://q.slack.com/archives/C1/p1600000000000100',
          is_msg_unfurl: true,
          author_id: 'U1',
        },
        ...{ text: 'fall-back', fallback: 'fall-back', footer: 'Posted in #boats' },
        message_blocks: [
          {
            message: {
              blocks: [
                { type: 'rich_text', elements: [section(text('bring ', { bold: true }), text('rope'))] },
              ],
            },
          },
        ],
        files: [{ id: 'F1', name: 'map.png', url_private: 'https://files.slack.com/map.png' }],
      },
      { from_url: 'https://q.slack.com/archives/C9/p1', is_share: true, author_name: 'Jón', text: '*old*' },
      { from_url: 'https://news.test', title: 'News', text: 'of today', service_name: 'news' },
    ]
    expect(attachmentsOf(attachments, names)).toEqual([
      '> [Mara](https://here.test/near/9)\n> **bring** rope\n> [map.png](https://files.slack.com/map.png)',
      '> [Jón](https://q.slack.com/archives/C9/p1)\n> **old**',
    ])
    expect(previewsIn(attachments)).toBe(1)
  })

  test('the fall-back is taken when nothing else is there', () => {
    expect(attachmentsOf([{ fallback: '<https://e.test|Ticket> *7*', id: 1 }], names)).toEqual([
      '> [Ticket](https://e.test) **7**',
    ])
    expect(attachmentsOf([{ fallback: '[no preview available]', id: 1 }, 7, null], names)).toEqual([])
  })

  test('files', () => {
    expect(
      filesOf(
        {
          files: [
            { id: 'F1', name: 'a.png', url_private: 'https://files.slack.com/a.png' },
            { id: 'F2', title: 'Doc', mode: 'external', external_url: 'https://docs.test/1' },
            { id: 'F3', name: 'gone', mode: 'tombstone' },
            { id: 'F4', name: 'old', mode: 'hidden_by_limit' },
            { id: 'F5', name: 'x', url_private: 'javascript:alert(1)' },
            { id: 'F7', name: 'plan', url_private: 'https://files.slack.com/T1-F7/plan.pdf?t=xoxe-1-ab&v=2' },
            { id: 'F8', name: 'map', url_private: 'https://files.slack.com/T1-F8/map.pdf?v=2&t=3' },
          ],
          file: { id: 'F6', title: 'ancient', permalink: 'https://q.slack.com/files/F6' },
        },
        names,
        new Map([['F1', '[a.png](/user_uploads/1/a.png)']]),
      ),
    ).toEqual([
      '[a.png](/user_uploads/1/a.png)',
      '[Doc](https://docs.test/1)',
      '(gone: deleted)',
      '(old: kept back by the plan at Slack)',
      '(x)',
      '[plan](https://files.slack.com/T1-F7/plan.pdf?v=2)',
      '[map](https://files.slack.com/T1-F8/map.pdf?v=2&t=3)',
      '[ancient](https://q.slack.com/files/F6)',
    ])
  })
})

describe('messages', () => {
  const of = (message: object) =>
    contentOf(message as never, { names, isCustomEmoji: (name) => name === 'parrot' })

  test('blocks are shown, and not the text beside them', () => {
    const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: 'Storm *9*' } }]
    expect(of({ text: 'Storm', blocks })).toBe('Storm **9**')
    expect(of({ text: 'Storm', blocks: [{ type: 'unheard_of' }, 'x'] })).toBe('Storm')
  })

  test('names of emoji become ours outside code, also without spaces between them', () => {
    expect(of({ text: ':thumbsup::skin-tone-3::parrot::simple_smile: `:thumbsup:` 10:30:45' })).toBe(
      ':+1::parrot::smile: `:thumbsup:` 10:30:45',
    )
  })

  test('huddles name their people and their length', () => {
    const room = { date_start: 1_600_000_000, date_end: 1_600_001_500, participant_history: ['U1', 'U9'] }
    expect(of({ subtype: 'huddle_thread', text: '', room })).toBe('(huddle of 25 min: Mara)')
    expect(of({ subtype: 'sh_room_created', text: 'A huddle started', room: { date_end: 0 } })).toBe(
      '(huddle) A huddle started',
    )
  })

  test('a quote, a list and a table end before a file', () => {
    const files = [{ name: 'a', url_private: 'https://f.test/a' }]
    expect(of({ text: '&gt; one', files })).toBe('> one\n\n[a](https://f.test/a)')
    expect(of({ blocks: [{ type: 'rich_text', elements: [list('bullet', ['x'])] }], files })).toBe(
      '* x\n\n[a](https://f.test/a)',
    )
  })

  test('strange values are no text', () => {
    expect(of({ text: { a: 1 }, blocks: 'x', attachments: [[]], files: [null], file: 3 })).toBe(
      '(empty message)',
    )
    expect(of({ text: 12, subtype: ['tombstone'] })).toBe('12')
    expect(of({ subtype: 'tombstone', text: 'This message was deleted.' })).toBe('(deleted message)')
  })
})

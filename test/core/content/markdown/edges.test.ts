import { describe, expect, it } from 'vitest'
import type { UserId } from '../../../../core/platform/ids.ts'
import { AlertWords } from '../../../../core/state/users/alert-words.ts'
import { completionQuery } from '../../../../gateway/web/compose/completion/completion-query.ts'
import { html } from './realm.ts'

/**
 * Characters that may surround a construct without white space: brackets, quotes, punctuation and symbols of
 * many languages, letters of scripts without spaces, emoji, and invisible characters.
 */
const around = [
  ...[
    '|',
    ' | ',
    '(|)',
    '"|"',
    "'|'",
    ',|,',
    '（|）',
    '「|」',
    '『|』',
    '【|】',
    '《|》',
    '〔|〕',
    '［|］',
    '｛|｝',
  ],
  ...[
    '“|”',
    '‘|’',
    '„|“',
    '«|»',
    '»|«',
    '‹|›',
    '（|）。次',
    '、|、',
    '：|。',
    '！|？',
    '，|；',
    '¿|؟',
    '،|؛',
    '…|…',
  ],
  ...[
    '—|—',
    '–|–',
    '・|。',
    '→|→',
    '●|●',
    '€|€',
    '👍|👍',
    '❤️|❤️',
    '👨‍👩‍👧|👨‍👩‍👧',
    '🇫🇷|🇫🇷',
    '看|吧',
    'は|です',
    'ハー|を',
  ],
  ...[
    '은|입니다',
    'ดู|ที่นี่',
    '\u3000|\u3000',
    '\u00a0|\u00a0',
    '\u200b|\u200b',
    '\ufeff|\ufeff',
    '、|',
    '|次',
    '𠮷|𠮷',
  ],
].map((pair) => pair.split('|') as [before: string, after: string])

/** Each has an edge that is not part of any link. */
const links: [written: string, href: string][] = [
  ['https://x.com', 'https://x.com'],
  ['https://x.com/abc', 'https://x.com/abc'],
  ['https://x.com:8080/a?b=c#f', 'https://x.com:8080/a?b=c#f'],
  ['HTTP://x.com/a_(b)', 'HTTP://x.com/a_(b)'],
  ['https://ja.wikipedia.org/wiki/%E6%97%A5', 'https://ja.wikipedia.org/wiki/%E6%97%A5'],
  ['x.com', 'http://x.com'],
  ['www.x.com/abc', 'http://www.x.com/abc'],
  ['me.you+tag@mail.x.com', 'mailto:me.you+tag@mail.x.com'],
]

const linkifiers = [
  { id: 1, pattern: 'HELP-(?P<id>[0-9]+)', urlTemplate: 'https://help.example/{id}' },
  { id: 2, pattern: '課題(?P<id>[0-9]+)', urlTemplate: 'https://kadai.example/{id}' },
]

describe.each(around)('between %j and %j', (before, after) => {
  it.each(links)('%s is a link', (written, href) =>
    expect(html(before + written + after)).toContain(`<a href="${href}">${written}</a>`),
  )

  it.each([
    ['@**aaron**', 'data-user-id="12">@aaron</span>'],
    ['@_**aaron|12**', 'data-user-id="12">aaron</span>'],
    ['@**all**', 'data-user-id="*">@all</span>'],
    ['@**topic**', '>@topic</span>'],
    ['@*support*', 'data-user-group-id="20">@support</span>'],
    ['#**Verona**', '>#Verona</a>'],
    ['#**Verona>a**', '>#Verona &gt; a</a>'],
  ])('%s is found', (written, made) => expect(html(before + written + after)).toContain(made))

  it.each([
    ['HELP-45', 'https://help.example/45'],
    ['課題12', 'https://kadai.example/12'],
  ])('the linkifier of %s applies', (written, href) => {
    const made = html(before + written + after, { linkifiers })
    expect(made).toContain(`<a href="${href}">${written}</a>`)
  })

  it.each(['deploy', '課題', 'v2.17', 'c++'])('the alert word %s is found', (word) => {
    const words = new AlertWords()
    words.put(1 as UserId, [word])
    expect(words.alertedBy(before + word + after).size).toBe(1)
  })

  it('the web client completes a mention and a channel', () => {
    for (const [mark, kind] of [
      ['@aar', 'person'],
      ['#Ver', 'channel'],
    ] as const) {
      const text = before + mark
      expect(completionQuery(text, text.length)).toMatchObject({ kind, start: before.length })
    }
  })
})

/**
 * The same constructs touch a letter, a digit or a mark of a script with spaces, so they are parts of words.
 */
describe.each(['a', 'é', 'e\u0301', 'э', 'ש', 'ع', '7', '_', 'ß', '٣'])('after %j', (before) => {
  it.each(['@**aaron**', '@*support*', '#**Verona**'])('%s is text', (written) =>
    expect(html(before + written)).not.toMatch(/mention|stream/),
  )
  it.each(['x.com', 'me@x.com'])('%s is part of the same name', (written) =>
    expect(html(before + written)).not.toContain(`>${written}</a>`),
  )
  it('linkifiers and alert words do not apply', () => {
    expect(html(`${before}HELP-45`, { linkifiers })).not.toContain('<a')
    const words = new AlertWords()
    words.put(1 as UserId, ['deploy'])
    expect(words.alertedBy(`${before}deploy`).size).toBe(0)
    expect(words.alertedBy(`deploy${before}`).size).toBe(0)
    if (!/[7_]/.test(before)) expect(html(`HELP-45${before}`, { linkifiers })).not.toContain('<a')
  })
})

describe('emphasis and brackets around a bare link', () => {
  const links = ['https://x.com', 'https://x.com/abc', 'https://x.com/a?b=c', 'https://x.com/a_(b)']
  it.each(links)('%s', (written) => {
    const link = `<a href="${written}">${written}</a>`
    for (const [content, expected] of [
      [`**${written}**`, `<strong>${link}</strong>`],
      [`**see ${written}** now`, `<strong>see ${link}</strong> now`],
      [`**${written}**。次`, `<strong>${link}</strong>。次`],
      [`**${written}**b`, `<strong>${link}</strong>b`],
      [`*${written}*`, `<em>${link}</em>`],
      [`***${written}***`, `<strong><em>${link}</em></strong>`],
      [`~~${written}~~`, `<del>${link}</del>`],
      [`~~see ${written}~~, now`, `<del>see ${link}</del>, now`],
      [`[${written}]`, `[${link}]`],
      [`[${written}](`, `[${link}](`],
      [`([${written}])b`, `([${link}])b`],
      [`{${written}}`, `{${link}}`],
      [`(${written}`, `(${link}`],
      [`(${written})b`, `(${link})b`],
      [`((${written}))`, `((${link}))`],
      [`${written})`, `${link})`],
      [`${written}>b`, `${link}&gt;b`],
      [`\`a\`${written}\`b\``, `<code>a</code>${link}<code>b</code>`],
      [`See:${written}`, `See:${link}`],
      [`'${written}'s`, `'${link}'s`],
      [`-${written}`, `-${link}`],
      [`${written}!? ${written}.`, `${link}!? ${link}.`],
      [`${written}、${written}`, `${link}、${link}`],
      [`приветы${written}`, `приветы${link}`],
    ]) {
      expect(html(content!)).toBe(`<p>${expected}</p>`)
    }
  })

  it.each([
    ['https://x.com/a(b', 'https://x.com/a'],
    ['https://x.com/a(b) c', 'https://x.com/a(b)'],
    ['https://x.com/a[0]b', 'https://x.com/a[0]b'],
    ['https://x.com/a[0', 'https://x.com/a'],
    ['https://x.com/a)b(c)', 'https://x.com/a'],
    ['https://x.com/*.js', 'https://x.com/*.js'],
    ['https://x.com/~me/', 'https://x.com/~me/'],
    ['https://ja.wikipedia.org/wiki/日本', 'https://ja.wikipedia.org/wiki/日本'],
    ['https://x.com/?q=東京&b', 'https://x.com/?q=東京&amp;b'],
    ['https://例え.jp/a', 'https://例え.jp/a'],
    ['https://x.com/abcを見て', 'https://x.com/abc'],
    ['https://x.com/a.次', 'https://x.com/a'],
  ])('%s links %s', (content, address) => expect(html(content)).toContain(`>${address}</a>`))

  it.each([
    'git@github.com:me/x',
    'a=https://x.com',
    'git+https://x.com',
    'ab-https://x.com',
    "x.com's",
    'a/x.com',
  ])('%s has no link', (content) => expect(html(content)).not.toContain('<a'))
})

it('leaves invisible characters out of addresses, except joiners', () => {
  expect(html('[a](https://x.com\u200b/\u200eb\u202c)')).toBe('<p><a href="https://x.com/b">a</a></p>')
  expect(html('[a](java\u200bscript:alert(1))')).not.toContain('<a')
  expect(html('[a](https://x.com/می\u200cخواهم)')).toContain('href="https://x.com/می\u200cخواهم"')
})

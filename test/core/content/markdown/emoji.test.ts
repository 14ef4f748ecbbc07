import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { unicodeEmojiByCode, unicodeEmojiByName } from '../../../../core/content/markdown/emoji/unicode.ts'
import { inParagraph } from './realm.ts'

const familyNames: [code: string, names: string[]][] = Object.entries(
  JSON.parse(readFileSync(new URL('../../../contract/emoji-names.json', import.meta.url), 'utf8')),
)

const emoji = (code: string, written: string, title = written) =>
  `<span aria-label="${title}" class="emoji emoji-${code}" role="img" title="${title}">:${written}:</span>`

describe('an emoji', () => {
  it.each([
    [':tada:', emoji('1f389', 'tada')],
    ['**:+1:**', `<strong>${emoji('1f44d', '+1')}</strong>`],
    ['😀😀', emoji('1f600', 'grinning') + emoji('1f600', 'grinning')],
    ['a🇫🇷b', `a${emoji('1f1eb-1f1f7', 'flag_france', 'flag france')}b`],
    ['1️⃣*️⃣', emoji('0031-20e3', 'one') + emoji('002a-20e3', 'asterisk')],
    ['🏳️‍🌈', emoji('1f3f3-200d-1f308', 'rainbow_flag', 'rainbow flag')],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', emoji('1f3f4-e0067-e0062-e0065-e006e-e0067-e007f', 'flag_england', 'flag england')],
    ['❤️', emoji('2764', 'heart')],
    ['❤️*a*', `${emoji('2764', 'heart')}<em>a</em>`],
  ])('is made from %s', (content, expected) => expect(inParagraph(content)).toBe(expected))

  it('keeps the name it was written with', () => {
    expect(inParagraph(':thank_you:')).toBe(emoji('1f64f', 'thank_you', 'thank you'))
  })

  it.each(['10:30:45', '© ™ ↔ ❤ 1 # *', ':nobody:', ':nobody:smile:', ':a b:', '::', '👍🏽', '`:smile:`'])(
    'is not made from %s',
    (content) => expect(inParagraph(content)).not.toContain('emoji'),
  )

  it('has every name that Zulip’s clients know, and is rendered with its first name', () => {
    for (const [code, names] of familyNames) {
      expect(unicodeEmojiByCode(code)).toEqual({ code, names })
      for (const name of names) {
        expect(unicodeEmojiByName(name)?.code, name).toBe(code)
        expect(inParagraph(`:${name}:`)).toBe(emoji(code, name, name.replaceAll('_', ' ')))
      }
    }
  })

  it('unknown to Zulip’s clients is known by its Unicode name and is rendered as text', () => {
    expect(inParagraph('🪾 and 🕛')).toBe('🪾 and 🕛')
    expect(inParagraph(':leafless_tree:')).toBe('🪾')
    expect(unicodeEmojiByName('leafless_tree')?.code).toBe('1fabe')
    expect(unicodeEmojiByCode('1f6b6-200d-27a1')?.names).toEqual(['person_walking_facing_right'])
  })

  it('can be one of the extra emoji of Zulip', () => {
    expect(inParagraph('a :zulip:')).toBe(
      'a <img alt=":zulip:" class="emoji" src="/static/generated/emoji/images/emoji/unicode/zulip.png" title="zulip">',
    )
    expect(inParagraph(':zulip:', { emojiByName: () => ({ id: 2, url: '/own.png' }) })).toContain('/own.png')
  })

  it('is not rendered in the text of a link', () => {
    expect(inParagraph('[:smile: 🎉](http://x.com)')).toBe('<a href="http://x.com">:smile: 🎉</a>')
  })

  it('of the organization takes precedence over a Unicode emoji', () => {
    expect(inParagraph(':green_tick:')).toBe(
      '<img alt=":green_tick:" class="emoji" src="/user_avatars/2/emoji/images/1.png" title="green tick">',
    )
    const ownSmile = { emojiByName: () => ({ id: 2, url: '/a?"b' }) }
    expect(inParagraph(':smile:', ownSmile)).toBe(
      '<img alt=":smile:" class="emoji" src="/a?&quot;b" title="smile">',
    )
  })
})

describe('an emoticon', () => {
  const wanted = { translateEmoticons: true }

  it.each([
    ['(<3)', `(${emoji('2764', 'heart')})`],
    ['a ;), b', `a ${emoji('1f609', 'wink')}, b`],
    [':P', emoji('1f61b', 'stuck_out_tongue', 'stuck out tongue')],
  ])('becomes an emoji: %s', (content, expected) => expect(inParagraph(content, wanted)).toBe(expected))

  it.each(['a:)', 'http://x.com', ':)a', 'x <3x', '`:)`', '8:/9'])('is not made from %s', (content) =>
    expect(inParagraph(content, wanted)).not.toContain('emoji'),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type MarkdownContext, render } from '../../../../core/content/markdown/render.ts'
import { checkProperty } from '../../../harness/property.ts'

const context: MarkdownContext = {
  userByName: () => [{ id: 7 as never, fullName: 'Ann' }],
  userById: () => undefined,
  channelByName: () => undefined,
  hosts: ['chat.example.com'],
  translateEmoticons: true,
}
const linkifiers = [{ id: 1, pattern: 'D|o [a-z]', urlTemplate: 'https://x.test' } as never]
/** With a linkifier that matches every line and makes no link of it, no text is taken for a plain one. */
const nowhere = { id: 2, pattern: '.+', urlTemplate: 'javascript:x' } as never

test('plain words are rendered as by all rules', async () => {
  const words = fc.stringMatching(/^[\p{L}\p{N}]{1,6}$/u)
  const pieces = fc.oneof(
    words,
    fc.constantFrom(
      ...[
        '1.',
        'www',
        'a.b',
        'D',
        'XD',
        'o',
        ' ',
        ', ',
        '. ',
        '? ',
        '!',
        '.',
        '\n',
        '\t',
        'ℹ',
        'Ⅷ',
        'ª',
        '１',
        '1\u20e3',
      ],
      ...[':', '/me ', '#', '*', '🄀', 'ﷺ', '\ud800', '&', '<', 'e\u0301', 'm@x.de', 'http', 'example.com'],
    ),
  )
  const texts = fc
    .array(pieces, { maxLength: 8 })
    .chain((parts) => fc.constantFrom(parts.join(' '), parts.join(''), parts.join(', ')))
  await checkProperty(texts, 2_000, async (text) => {
    expect(render(text, context)).toEqual(render(text, { ...context, linkifiers: [nowhere] }))
    const linked = { ...context, linkifiers }
    expect(render(text, linked)).toEqual(render(text, { ...context, linkifiers: [...linkifiers, nowhere] }))
  })
})

test('a line without a match of a linkifier is plain, another one is linked', () => {
  const linked = { ...context, linkifiers }
  expect(render('Good morning', linked).html).toBe('<p>Good morning</p>')
  expect(render('Vitamin D is good', linked).html).toBe(
    '<p>Vitamin <a href="https://x.test">D</a> is good</p>',
  )
})

test.each(['Good morning, who has the key?', 'straße 42', 'Да. Нет', '你好'])('%s is plain', (text) => {
  expect(render(text, context)).toMatchObject({ html: `<p>${text}</p>`, text })
})

import { expect, test } from 'vitest'
import { mentionMark, renameMentions } from '../../../../core/transfer/person/mentions.ts'

const span = (id: number, text: string, silent = '') =>
  `<span class="user-mention${silent}" ${mentionMark(id)}>${text}</span>`
const renamed = (content: string, renderedContent: string, editHistory: [] | null = null) =>
  renameMentions({ content, renderedContent, editHistory }, 7, 'Deleted user 7')

test('a mention by name, by id, silent or by a former name is renamed', () => {
  const { content, renderedContent } = renamed(
    'a @**Ada**, b @_**Ada|7**, c @**|7**, d @**Ada & Co|7**',
    `a ${span(7, '@Ada')}, b ${span(7, 'Ada', ' silent')}, c ${span(7, '@Ada')}, d ${span(7, '@Ada &amp; Co')}`,
  )
  const mention = '@**Deleted user 7|7**'
  expect(content).toBe(`a ${mention}, b @_**Deleted user 7|7**, c ${mention}, d ${mention}`)
  expect(renderedContent).not.toContain('Ada')
  expect(renderedContent).toContain(span(7, 'Deleted user 7', ' silent'))
})

test('mentions of others, text and code stay', () => {
  const html = `${span(70, '@Ada')} ${span(8, '@Bo')} <code>@**Ada|8**</code> Ada`
  const text = '@**Ada|70** @**Bo|8** `@**Ada|8**` Ada'
  expect(renamed(text, html)).toEqual({ content: text, renderedContent: html, editHistory: null })
  const mixed = renamed(`${text} @**|7**`, `${html} ${span(7, '@Ada')}`)
  expect(mixed.content).toBe(`${text} @**Deleted user 7|7**`)
  expect(mixed.renderedContent).toBe(`${html} ${span(7, '@Deleted user 7')}`)
})

test('a name with signs of regular expressions and replacements is text', () => {
  const { content, renderedContent } = renameMentions(
    { content: '@**$&.(**', renderedContent: span(7, '@$&amp;.('), editHistory: null },
    7,
    '$1 <&> name',
  )
  expect(content).toBe('@**$1 <&> name|7**')
  expect(renderedContent).toBe(span(7, '@$1 &lt;&amp;&gt; name'))
})

test('former texts of the edit history are renamed as well, and moves stay', () => {
  const move = { at: 2, user_id: 1, timestamp: 2, topic: 'b', prev_topic: 'a' }
  const edit = { at: 1, user_id: 1, timestamp: 1 }
  const { editHistory } = renameMentions(
    {
      content: 'none',
      renderedContent: 'none',
      editHistory: [move, { ...edit, prev_content: '@**Ada**', prev_rendered_content: span(7, '@Ada') }],
    },
    7,
    'N',
  )
  expect(editHistory).toEqual([
    move,
    { ...edit, prev_content: '@**N|7**', prev_rendered_content: span(7, '@N') },
  ])
})

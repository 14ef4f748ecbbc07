import { expect, test } from 'vitest'
import type { Message } from '../../../../../gateway/web/model/wire.ts'
import { LIST_LENGTH, MessageList } from '../../../../../gateway/web/store/state/messages.ts'

const found = (id: number, subject = 'tides'): Message =>
  ({
    id,
    subject,
    content: '<p>tide</p>',
    match_content: '<p><span class="highlight">tide</span></p>',
    match_subject: `<span class="highlight">${subject}</span>`,
  }) as Message

const search = () => new MessageList({ kind: 'search', terms: [] })

test('a message has its marked words until its content or topic changes', () => {
  const list = search()
  list.keepFound([found(1)])
  expect(list.found(found(1))).toMatchObject({
    content: '<p><span class="highlight">tide</span></p>',
    topic: '<span class="highlight">tides</span>',
  })
  expect(list.found({ ...found(1), content: '<p>turned</p>' })).toBeUndefined()
  expect(list.found(found(1, 'currents'))).toBeUndefined()
  expect(list.found(found(2))).toBeUndefined()
})

test('a list forgets the marked words of messages that it no longer shows', () => {
  const list = search()
  const many = Array.from({ length: LIST_LENGTH + 1 }, (_, n) => found(n + 1))
  list.keepFound(many)
  list.change({ ids: [7], status: 'ready' })
  list.keepFound([found(90_000)])
  expect(many.filter((message) => list.found(message) !== undefined).map(({ id }) => id)).toEqual([7])
  expect(list.found(found(90_000))).toBeDefined()
})

import { expect, test } from 'vitest'
import type { ServerEvent } from '../../../../../gateway/web/model/wire.ts'
import { Messages } from '../../../../../gateway/web/store/state/messages.ts'

function messagesWithFlags(flags: Readonly<Record<number, string[]>>): Messages {
  const messages = new Messages()
  for (const [id, its] of Object.entries(flags)) messages.keep({ id: Number(id), flags: its } as never)
  return messages
}

const event = (fields: object) => ({ type: 'update_message_flags', op: 'add', ...fields }) as ServerEvent

test('flags change on the named messages', () => {
  const messages = messagesWithFlags({ 1: ['starred'], 2: [] })
  messages.apply(event({ flag: 'read', all: false, messages: [1, 9] }))
  expect([1, 2].map((id) => messages.get(id)!.value.flags)).toEqual([['starred', 'read'], []])
})

test('one event marks everything as read', () => {
  const messages = messagesWithFlags({ 1: ['starred'], 2: [] })
  messages.apply(event({ flag: 'read', all: true, messages: [] }))
  expect([1, 2].map((id) => messages.get(id)!.value.flags)).toEqual([['starred', 'read'], ['read']])
})

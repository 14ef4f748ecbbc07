import { describe, expect, test } from 'vitest'
import type { ConversationId, MessageId, Seq, UserId } from '../../../../core/platform/ids.ts'
import type { PlacedMessage } from '../../../../core/state/realm/message-entries.ts'
import {
  HeldMessages,
  MessagesByConversation,
} from '../../../../core/state/realm/messages-by-conversation.ts'

const MOST = 50_000
const at = (seq: number) => seq as Seq
const placed = (id: number, conversation = 1): PlacedMessage => ({
  id: id as MessageId,
  conversationId: conversation as ConversationId,
  senderId: 5 as UserId,
  bits: 1,
})
const entry = (seq: number, event: object) => ({
  seq: at(seq),
  payload: JSON.stringify(event),
  audience: 'c7',
})
const sent = (seq: number, id: number, conversation = 1) =>
  entry(seq, {
    type: 'message',
    message: { id, sender_id: 5, content: ',"sender_id":9,"_bits":9,"_conversation":9' },
    _html: ',"_conversation":8,"_bits":8',
    _bits: 1,
    _conversation: conversation,
    _queue: 'q',
    _local: '","_bits":7,"_conversation":7',
  })
const deleted = (seq: number, ...message_ids: number[]) => entry(seq, { type: 'delete_message', message_ids })

function idsOf(held: HeldMessages, position: number, conversation = 1): number[] {
  const found = held.messagesOf(conversation as ConversationId, at(position))
  return found === undefined ? [] : found.messages.ids.slice(0, found.end)
}

describe('messages by conversation', () => {
  test('follow new messages, whatever their texts say, and are those of each position', async () => {
    const held = await HeldMessages.of(at(10), 4 as MessageId, [placed(4), placed(6, 2)], MOST)
    expect(held.take(sent(10, 99))).toBe(true)
    expect(held.take(sent(11, 7))).toBe(true)
    expect(held.take(sent(12, 8, 2))).toBe(true)
    expect([idsOf(held, 10), idsOf(held, 11), idsOf(held, 12, 2)]).toEqual([[4], [4, 7], [6, 8]])
    expect(held.messagesOf(1 as ConversationId, at(12))!.messages).toMatchObject({
      senders: [5, 5],
      bits: [1, 1],
    })
    expect([held.from, held.count]).toEqual([4, 4])
    expect([held.isCurrentAt(at(9), held.from), held.isCurrentAt(at(10), held.from)]).toEqual([false, true])
    expect(held.isCurrentAt(at(12), 3 as MessageId)).toBe(false)
  })

  test('name changed messages until they are replaced, and are not used at positions on the other side of a change', async () => {
    const held = await HeldMessages.of(at(10), 0 as MessageId, [placed(4), placed(6), placed(7)], MOST)
    held.take(deleted(11, 4))
    held.take(
      entry(12, {
        type: 'update_message',
        user_id: 5,
        rendering_only: false,
        message_id: 6,
        message_ids: [6],
      }),
    )
    held.take(
      entry(13, {
        type: 'update_message',
        user_id: 5,
        rendering_only: true,
        message_id: 7,
        message_ids: [7],
      }),
    )
    const isCurrent = (position: number) => held.isCurrentAt(at(position), held.from)
    expect(held.changed).toEqual([4, 6])
    expect([10, 11, 13].map(isCurrent)).toEqual([true, false, false])
    held.replace(at(11), held.changed, [placed(6)])
    expect([10, 11, 13].map(isCurrent)).toEqual([false, true, false])
    expect([held.changed, idsOf(held, 11)]).toEqual([[6], [6, 7]])
    held.replace(at(13), held.changed, [placed(6, 2)])
    expect([11, 12, 13].map(isCurrent)).toEqual([false, true, true])
    expect([idsOf(held, 13), idsOf(held, 13, 2), held.count]).toEqual([[7], [6], 2])
    held.replace(at(10), [6 as MessageId], [placed(6)])
    expect(idsOf(held, 13, 2)).toEqual([6])
  })

  test('a message that changes again stays to be replaced', async () => {
    const held = await HeldMessages.of(at(10), 0 as MessageId, [placed(4)], MOST)
    held.take(deleted(11, 4))
    held.take(deleted(15, 4))
    held.replace(at(12), [4 as MessageId], [placed(4, 2)])
    expect([held.changed, idsOf(held, 12, 2), held.isCurrentAt(at(12), held.from)]).toEqual([[4], [4], true])
    expect(held.isCurrentAt(at(15), held.from)).toBe(false)
  })

  test('are bounded', async () => {
    const held = await HeldMessages.of(at(0), 0 as MessageId, [placed(1)], MOST)
    held.take(deleted(1, 1))
    for (let n = 2; n <= MOST + 1; n++) held.take(sent(n, n, n % 3))
    const from = MOST / 2 + 2
    expect([held.count, held.from, held.changed]).toEqual([MOST / 2, from, []])
    for (const conversation of [0, 1, 2]) {
      const ids = idsOf(held, MOST + 1, conversation)
      expect([ids.length > 8_000, Math.min(...ids) >= from]).toEqual([true, true])
    }
    const many = Array.from({ length: 2_001 }, (_, n) => from + n)
    expect(held.take(deleted(60_000, ...many.slice(1)))).toBe(true)
    expect(held.take(deleted(60_001, many[0]!))).toBe(false)
  })

  test('are forgotten when an entry of an older version does not say where its message is', async () => {
    const held = await HeldMessages.of(at(0), 0 as MessageId, [], MOST)
    expect(held.take(entry(1, { type: 'message', message: { id: 4, sender_id: 5 }, _bits: 1 }))).toBe(false)
    expect(held.take(sent(2, 4))).toBe(true)
    expect(held.take(sent(3, 4))).toBe(false)
  })
})

describe('loading them', () => {
  const load = (messages: MessagesByConversation, loadedAt: number, meanwhile: () => void) =>
    messages.load(async () => {
      meanwhile()
      return await HeldMessages.of(at(loadedAt), 0 as MessageId, [placed(1)], MOST)
    })

  test('adds what the log had meanwhile, once', async () => {
    const messages = new MessagesByConversation()
    messages.take(sent(3, 1))
    await load(messages, 4, () => {
      messages.take(sent(4, 1))
      messages.take(sent(5, 2))
    })
    messages.take(sent(6, 3))
    expect(idsOf(messages.held!, 9)).toEqual([1, 2, 3])
  })

  test('holds nothing when memory is reloaded, when another load has begun, and after too many entries', async () => {
    const messages = new MessagesByConversation()
    await load(messages, 4, () => messages.forget())
    expect(messages.held).toBeUndefined()
    await load(messages, 4, () => {
      for (let seq = 5; seq < 11_000; seq++) messages.take(sent(seq, seq))
    })
    expect(messages.held).toBeUndefined()
    await expect(messages.load(() => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
    expect(messages.held).toBeUndefined()
    await load(messages, 4, () => {})
    messages.take(entry(5, { type: 'message', message: { id: 9, sender_id: 5 } }))
    expect(messages.held).toBeUndefined()
  })
})

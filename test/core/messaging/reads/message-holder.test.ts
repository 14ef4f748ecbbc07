import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MessageHolder } from '../../../../core/messaging/reads/held-messages.ts'
import type { MessageId, RealmId, Seq } from '../../../../core/platform/ids.ts'
import type { Core } from '../../../../core/state/core.ts'
import { MessagesByConversation, NEAR } from '../../../../core/state/realm/messages-by-conversation.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const realm = (id: number) =>
  ({ id: id as RealmId, messagesByConversation: new MessagesByConversation() }) as RealmState

/** The entry of the log with a new message, at the position with the same number. */
const sent = (id: MessageId) => ({
  seq: id as number as Seq,
  audience: 'c7',
  payload: `{"type":"message","message":{"id":${id},"sender_id":5},"_bits":1,"_conversation":1}`,
})

/** A database that answers when it is told to. */
class SlowDatabase {
  readonly answers: ((messages: number) => void)[] = []

  run = (): Promise<unknown[]> =>
    new Promise((resolve) => {
      this.answers.push((messages) => {
        const ids = Array.from({ length: messages }, (_, n) => messages - n)
        const ones = ids.map(() => 1)
        resolve([{ position: 1 as Seq, ids, conversations: ones, senders: ones, bits: ones }])
      })
    })
}

test('organizations that grow after their load count too: the least recently used are forgotten', async () => {
  const db = new SlowDatabase()
  const holder = new MessageHolder({ db } as unknown as Core)
  const realms = Array.from({ length: 11 }, (_, n) => realm(n + 1))
  for (const one of realms) {
    const load = holder.load(one, NEAR)
    db.answers.pop()!(1)
    await load
    holder.noteHit(one)
    vi.setSystemTime(Date.now() + 1_001)
  }
  for (const { messagesByConversation } of realms)
    for (let id = 2; id <= NEAR.most; id++) messagesByConversation.take(sent(id as MessageId))
  expect(holder.figures().messages).toBe(550_000)
  holder.noteHit(realms[0]!)
  expect(holder.figures().messages).toBe(500_000)
  expect(realms.map(({ messagesByConversation: { held } }) => held === undefined)).toEqual([
    ...[false, true],
    ...Array(9).fill(false),
  ])
})

test('a load that takes longer than the pause between loads is not repeated meanwhile, and is held', async () => {
  const db = new SlowDatabase()
  const holder = new MessageHolder({ db } as unknown as Core)
  const slow = realm(1)
  const load = holder.load(slow, NEAR)
  for (let second = 1; second <= 5; second++) {
    vi.setSystemTime(Date.now() + 1_001)
    void holder.load(slow, NEAR)
  }
  expect(db.answers).toHaveLength(1)
  db.answers[0]!(3)
  await load
  expect(slow.messagesByConversation.held?.count).toBe(3)
})

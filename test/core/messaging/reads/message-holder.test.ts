import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MessageHolder } from '../../../../core/messaging/reads/held-messages.ts'
import type { RealmId, Seq } from '../../../../core/platform/ids.ts'
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

import { expect, test } from 'vitest'
import { MessageCache, type MessageVersion } from '../../../../core/messaging/fetching/message-cache.ts'
import type { Sql } from '../../../../core/platform/db/statements/statement.ts'

const VERSION = { id: 5, conversationId: 1, version: '700' } as MessageVersion

/** A server that has one text of message 5, in a row of the same version. */
const serverWith = (content: string): Sql => {
  const changes = { arrivalId: null, editHistory: null, arrivedAt: null, lastEditAt: null, lastMovedAt: null }
  const row = {
    ...VERSION,
    channelId: 1,
    senderId: 2,
    client: 'web',
    content,
    sentAt: 0,
    bits: 0,
    ...changes,
  }
  const texts = Object.fromEntries(Object.entries(row).map(([field, value]) => [field, [value]]))
  return { run: async () => [{ texts }] as never }
}

test('a text is not used after the log has gone back, though its row may have the same version again', async () => {
  const cache = new MessageCache(1_000_000)
  const textAt = async (content: string, generation: number) => {
    const [message] = (await cache.get(serverWith(content), [VERSION], 'markdown', generation))!
    return message!.members
  }
  expect(await textAt('lost', 1)).toContain('"lost"')
  expect(await textAt('never read', 1)).toContain('"lost"')
  expect(await textAt('kept', 2)).toContain('"kept"')
})

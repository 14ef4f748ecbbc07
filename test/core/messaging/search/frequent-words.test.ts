import { afterAll, beforeAll, expect, test } from 'vitest'
import { FrequentWords } from '../../../../core/messaging/search/frequent-words.ts'
import { boundBeginnings } from '../../../../core/messaging/search/word-query.ts'
import type { Client } from '../../../harness/client.ts'
import { World } from '../../../harness/world.ts'

let world: World
let hamlet: Client
beforeAll(async () => {
  world = await World.create()
  hamlet = world.client((await world.gateway()).url, 'hamlet')
})
afterAll(() => world?.close())

const send = async (content: string): Promise<number> =>
  (await hamlet.ok(hamlet.post('/messages', { type: 'channel', to: 'Verona', topic: 'words', content }))).id

test('a beginning that few messages have finds all of them, whatever the statistics of Postgres know', async () => {
  const id = await send('edit site.configuration')
  for (let n = 0; n < 30; n++) await send('edit site.conf')
  // More words than the statistics have room for, each in two messages.
  for (let n = 0; n < 24; n++) {
    await send(Array.from({ length: 100 }, (_, word) => `word${word + (n % 12) * 100}`).join(' '))
  }
  await world.sql('ANALYZE message')
  const narrow = JSON.stringify([
    { operator: 'channel', operand: 'Verona' },
    { operator: 'search', operand: 'site.conf' },
  ])
  const { messages } = await hamlet.ok(
    hamlet.get('/messages', { anchor: 'newest', num_before: 200, num_after: 0, narrow }),
  )
  expect(messages).toHaveLength(31)
  expect(messages[0].id).toBe(id)
})

test('a beginning that many messages have stands for its most frequent words', () => {
  const words = ['cat', 'catalogue', 'cater', 'dog']
  const frequent = new FrequentWords(words, [1_200, 90_000, 999, 5_000])
  expect(frequent.beginningWith('cat', 16)).toEqual(['catalogue', 'cat'])
  expect(frequent.beginningWith('cat', 1)).toEqual(['catalogue'])
  expect(boundBeginnings("'ca':*", frequent)).toBe("('ca' | 'catalogue' | 'cat')")
  expect(boundBeginnings("'cate':* & 'do':*", frequent)).toBe("'cate':* & ('do' | 'dog')")
  expect(frequent.among(['cater', 'mouse'])).toEqual(['cater'])
})

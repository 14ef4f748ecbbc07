import { setImmediate as generation } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Seq, UserId } from '../../../core/platform/ids.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import { FeedEntry } from '../../../gateway/realtime/feed-entry.ts'
import { Frames } from '../../../gateway/realtime/frames.ts'
import type { QueueFilter } from '../../../gateway/realtime/queue-record.ts'

test('equal events share their bytes, and other events have other bytes in the right order', () => {
  const frames = new Frames()
  const one = '{"type":"a","id":1}'
  const two = '{"type":"é","id":2}'
  const both = frames.of([one, two])
  expect(both.toString()).toBe(`{"events":[${one},${two}]}`)
  expect(frames.of([one, two])).toBe(both)
  expect(frames.of([two, one]).toString()).toBe(`{"events":[${two},${one}]}`)
  expect(frames.of([one]).toString()).toBe(`{"events":[${one}]}`)
  expect(frames.of([]).toString()).toBe('{"events":[]}')
})

test('more kinds than the cache holds are correct too, and nothing is kept', async () => {
  const frames = new Frames()
  const kinds = Array.from({ length: 50 }, (_, n) => [`{"id":${n}}`])
  const first = frames.of(kinds[0]!)
  for (const kind of kinds) expect(frames.of(kind).toString()).toBe(`{"events":[${kind}]}`)
  await generation()
  expect(frames.of(kinds[0]!)).not.toBe(first)
})

test('all clients with the same variant of an entry share one text, also of several events', () => {
  const filter = (user: number) => ({ user: user as UserId, capabilities: {} }) as unknown as QueueFilter
  const realm = {} as RealmState
  for (const event of [
    { type: 'mark' },
    { type: 'delete_message', message_ids: [1, 2], message_type: 'private' },
  ]) {
    const entry = new FeedEntry({ seq: 3 as Seq, payload: JSON.stringify(event), audience: 'r' })
    expect(entry.serialiseFor(filter(1), 'a', realm)).toBe(entry.serialiseFor(filter(2), 'b', realm))
  }
})

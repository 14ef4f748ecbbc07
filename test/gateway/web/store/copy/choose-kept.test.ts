import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message } from '../../../../../gateway/web/model/wire.ts'
import {
  chooseKept,
  MAX_BYTES,
  MAX_CONVERSATIONS,
  MAX_MESSAGES,
} from '../../../../../gateway/web/store/copy/choose-kept.ts'

const messageIn = (id: number, stream_id: number, subject: string, content = '') =>
  ({ id, type: 'stream', stream_id, subject, content }) as Message

test('a device keeps the newest messages of the newest conversations, in order, of readable channels, within the bounds', () => {
  const place = fc.record({ channel: fc.integer({ min: 1, max: 4 }), topic: fc.integer({ min: 0, max: 40 }) })
  fc.assert(
    fc.property(fc.array(place, { maxLength: 600 }), (places) => {
      const messages = places.map(({ channel, topic }, id) => messageIn(id, channel, String(topic)))
      const kept = chooseKept(messages, 1, (channel) => channel !== 4)
      expect(kept.length).toBeLessThanOrEqual(MAX_CONVERSATIONS)
      const readable = messages.filter(({ stream_id }) => stream_id !== 4)
      const newestOf = ({ messages: own }: (typeof kept)[number]) => own.at(-1)!.id
      expect(kept.map(newestOf)).toEqual(kept.map(newestOf).sort((a, b) => b - a))
      for (const { key, messages: own } of kept) {
        const all = readable.filter(({ stream_id, subject }) => `${stream_id}/${subject}` === key)
        expect(own).toEqual(all.slice(-MAX_MESSAGES))
      }
      const keys = new Set(readable.map(({ stream_id, subject }) => `${stream_id}/${subject}`))
      expect(kept).toHaveLength(Math.min(keys.size, MAX_CONVERSATIONS))
    }),
  )
})

test('many long messages are kept up to the bytes, the newest first', () => {
  const long = 'x'.repeat(10_000)
  const messages = Array.from({ length: 2000 }, (_, id) => messageIn(id, 1, String(id % 45), long))
  const kept = chooseKept(messages, 1, () => true).flatMap(({ messages: own }) => own)
  const bytes = 2 * JSON.stringify(kept).length
  expect(bytes).toBeLessThan(MAX_BYTES + 4 * kept.length)
  expect(bytes).toBeGreaterThan(MAX_BYTES / 2)
  expect(kept.some(({ id }) => id === 1999)).toBe(true)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Seq } from '../../../core/platform/ids.ts'
import { Batch } from '../../../gateway/realtime/batch.ts'
import { type EventId, eventIdAt, idOfPart } from '../../../gateway/realtime/event-id.ts'

/** The texts of an entry of the log, or an event that is not in the log. */
const addition = fc.oneof(
  fc.record({ texts: fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 3 }) }),
  fc.constant('unlogged' as const),
)

test('batches of queues have the events that each client lacks, in order', () => {
  const queues = fc.array(
    fc.record({ from: fc.integer({ min: 0, max: 2 }), part: fc.integer({ min: -2, max: 1 }) }),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  /** An addition, and the numbers of the queues that do not get it. */
  const steps = fc.array(fc.record({ addition, skipped: fc.array(fc.nat(4), { maxLength: 3 }) }), {
    maxLength: 12,
  })
  fc.assert(
    fc.property(queues, steps, (all, steps) => {
      const clients = all.map(({ from, part }) => {
        const after = eventIdAt(from as Seq, part)
        return { after, batch: Batch.after(after), expected: [] as { id: EventId; text: string }[] }
      })
      let position = 0
      for (const { addition, skipped } of steps) {
        if (addition !== 'unlogged') position++
        const texts =
          addition === 'unlogged'
            ? []
            : Object.freeze(addition.texts.map((text, n) => `${position}.${n} ${text}`))
        for (const [number, client] of clients.entries()) {
          if (skipped.includes(number)) continue
          const { expected } = client
          if (addition === 'unlogged') {
            client.batch = client.batch.withUnlogged(position as Seq, (id) => {
              expected.push({ id, text: `not in the log ${id}` })
              return `not in the log ${id}`
            })
            continue
          }
          for (const [index, text] of texts.entries()) {
            const id = idOfPart(position as Seq, index, texts.length)
            if (id > (expected.at(-1)?.id ?? client.after)) expected.push({ id, text })
          }
          client.batch = client.batch.withEntry(position as Seq, texts)
          expect(client.batch.completes(position as Seq, texts)).toBe(true)
        }
      }
      for (const { after, batch, expected } of clients) {
        expect(batch.events).toEqual(expected.map(({ text }) => text))
        expect(batch.last).toBe(expected.at(-1)?.id ?? after)
        expect(batch.isEmpty).toBe(expected.length === 0)
        const ids = expected.map(({ id }) => id)
        expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
      }
    }),
  )
})

test('a batch of one entry is the array that all clients share', () => {
  const texts = ['{"type":"mark"}']
  const [some, others] = [Batch.after(0 as EventId), Batch.after(0 as EventId)]
  expect(some.withEntry(1 as Seq, texts).events).toBe(others.withEntry(1 as Seq, texts).events)
})

test('an entry that becomes no events is complete', () => {
  const batch = Batch.after(eventIdAt(1 as Seq))
  expect(batch.withEntry(2 as Seq, [])).toBe(batch)
  expect(batch.completes(2 as Seq, [])).toBe(true)
  expect(batch.completes(2 as Seq, ['{}'])).toBe(false)
})

test('a full batch takes the first events of an entry only, and says so', () => {
  const parts = Array.from({ length: 300 }, (_, n) => `{"part":${n}}`)
  const more = Array.from({ length: 300 }, (_, n) => `{"part":${n + 300}}`)
  const full = Batch.after(0 as EventId)
    .withEntry(1 as Seq, parts)
    .withEntry(2 as Seq, more)
  expect(full.isFull).toBe(true)
  expect(full.completes(1 as Seq, parts)).toBe(true)
  expect(full.completes(2 as Seq, more)).toBe(false)
  expect(full.events).toEqual([...parts, ...more.slice(0, 200)])
  expect(full.withEntry(3 as Seq, ['{}']).events).toEqual(full.events)
  // The next delivery continues where this one ends.
  const rest = Batch.after(full.last).withEntry(2 as Seq, more)
  expect(rest.events).toEqual(more.slice(200))
  expect(rest.completes(2 as Seq, more)).toBe(true)
})

test('a batch is full from 128 KiB on', () => {
  const long = ['x'.repeat(64 * 1024)]
  const half = Batch.after(0 as EventId).withEntry(1 as Seq, long)
  expect(half.isFull).toBe(false)
  const full = half.withEntry(2 as Seq, [...long])
  expect(full.isFull).toBe(true)
  expect(full.withEntry(3 as Seq, ['{}']).completes(3 as Seq, ['{}'])).toBe(false)
})

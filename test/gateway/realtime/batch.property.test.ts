import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Seq } from '../../../core/platform/ids.ts'
import { Batch } from '../../../gateway/realtime/batch.ts'
import { type EventId, eventIdAt, idOfPart } from '../../../gateway/realtime/event-id.ts'

/** An entry of the log with its texts at the next position, or an event that is not in the log. */
const additions = fc.array(
  fc.oneof(
    fc.record({ texts: fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 3 }) }),
    fc.constant('unlogged' as const),
  ),
  { maxLength: 12 },
)

test('a batch has the events of all entries that the client lacks, in order, and leaves the shared texts alone', () => {
  fc.assert(
    fc.property(
      additions,
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: -2, max: 1 }),
      (all, from, part) => {
        const after = eventIdAt(from as Seq, part)
        const batch = new Batch(after)
        const expected: { id: EventId; text: string }[] = []
        let position = 0
        for (const addition of all) {
          if (addition === 'unlogged') {
            batch.addUnlogged(position as Seq, (id) => {
              expected.push({ id, text: `not in the log ${id}` })
              return `not in the log ${id}`
            })
            continue
          }
          position++
          const { texts } = addition
          for (const [index, text] of texts.entries()) {
            const id = idOfPart(position as Seq, index, texts.length)
            if (id > (expected.at(-1)?.id ?? after)) expected.push({ id, text })
          }
          const shared = Object.freeze([...texts])
          expect(batch.addEntry(position as Seq, shared)).toBe(true)
          expect(shared).toEqual(texts)
        }
        expect(batch.events).toEqual(expected.map(({ text }) => text))
        expect(batch.last).toBe(expected.at(-1)?.id ?? after)
        expect(batch.isEmpty).toBe(expected.length === 0)
        const ids = expected.map(({ id }) => id)
        expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
      },
    ),
  )
})

test('a batch of one entry is the array that all clients share', () => {
  const texts = ['{"type":"mark"}']
  const [some, others] = [new Batch(0 as EventId), new Batch(0 as EventId)]
  some.addEntry(1 as Seq, texts)
  others.addEntry(1 as Seq, texts)
  expect(some.events).toBe(others.events)
})

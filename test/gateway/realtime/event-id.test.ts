import { describe, expect, test } from 'vitest'
import { deletionEvents, MAX_DELETED_PER_EVENT } from '../../../core/messaging/editing/update-event.ts'
import type { MessageId, Seq } from '../../../core/platform/ids.ts'
import { Batch } from '../../../gateway/realtime/batch.ts'
import {
  type EventId,
  eventIdAt,
  eventIdFrom,
  idOfPart,
  MAX_EVENTS_PER_ENTRY,
  MAX_NUMBER,
  MAX_POSITION,
  nextFreeId,
  positionOf,
  startedPositionOf,
} from '../../../gateway/realtime/event-id.ts'

const at = (position: number, number?: number) => eventIdAt(position as Seq, number)

describe('an event id', () => {
  test('converts to the entries that a client has, up to the last position and number', () => {
    for (const position of [0, 1, 2, 1_000_000, MAX_POSITION - 1]) {
      for (const number of [0, 1, MAX_NUMBER]) {
        expect(positionOf(at(position, number))).toBe(position)
        expect(startedPositionOf(at(position, number))).toBe(position)
      }
      const last = at(position, MAX_NUMBER)
      const firstPart = at(position + 1, 1 - MAX_EVENTS_PER_ENTRY)
      expect(firstPart).toBe(last + 1)
      for (const part of [firstPart, at(position + 1, -1)]) {
        expect(positionOf(part)).toBe(position)
        expect(startedPositionOf(part)).toBe(position + 1)
      }
    }
    expect(at(MAX_POSITION, MAX_NUMBER)).toBeLessThan(2 ** 53)
  })

  test('is refused when it is out of range', () => {
    expect(() => at(MAX_POSITION + 1)).toThrow(RangeError)
    expect(() => at(1, MAX_NUMBER + 1)).toThrow(RangeError)
    expect(() => at(1, -MAX_EVENTS_PER_ENTRY)).toThrow(RangeError)
    expect(eventIdFrom(-1)).toBe(0)
  })

  test('of each event of an entry is between the ids of the neighbouring entries', () => {
    const count = MAX_EVENTS_PER_ENTRY
    const ids = Array.from({ length: count }, (_, index) => idOfPart(7 as Seq, index, count))
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
    expect(ids[0]).toBeGreaterThan(at(6, MAX_NUMBER))
    expect(ids.at(-1)).toBe(at(7))
    expect(idOfPart(7 as Seq, 0, 1)).toBe(at(7))
  })
})

describe('the next id of an ephemeral event', () => {
  const next = (last: EventId, position: number) => nextFreeId(last, position as Seq)

  test('follows the client’s cursor', () => {
    expect(next(at(5), 5)).toBe(at(5, 1))
    expect(next(at(5, 7), 5)).toBe(at(5, 8))
    expect(next(at(5, 7), 9)).toBe(at(9))
  })

  test('does not exist when all ids of a position are used, until the log grows', () => {
    expect(next(at(5, MAX_NUMBER - 1), 5)).toBe(at(5, MAX_NUMBER))
    expect(next(at(5, MAX_NUMBER), 5)).toBeUndefined()
    expect(next(at(5, MAX_NUMBER), 6)).toBe(at(6))
  })

  test('is never an id of an event that the client lacks', () => {
    for (const number of [1 - MAX_EVENTS_PER_ENTRY, -2, -1]) {
      expect(next(at(6, number), 5)).toBeUndefined()
      expect(next(at(6, number), 6)).toBe(at(6))
    }
  })
})

describe('a batch', () => {
  const texts = (count: number) => Array.from({ length: count }, (_, n) => `${n}`)

  test('takes 500 events, and the next continues in the middle of an entry', () => {
    const entry = texts(1_200)
    const isDone = (batch: Batch) => batch.completes(3 as Seq, entry)
    const first = Batch.after(at(2, 3)).withEntry(3 as Seq, entry)
    expect(isDone(first)).toBe(false)
    expect([first.events.length, first.last]).toEqual([500, at(3, -700)])
    const second = Batch.after(first.last).withEntry(3 as Seq, entry)
    expect(isDone(second)).toBe(false)
    const third = Batch.after(second.last).withEntry(3 as Seq, entry)
    expect(isDone(third)).toBe(true)
    expect([...first.events, ...second.events, ...third.events]).toEqual(entry)
    expect(third.last).toBe(at(3))
    expect(isDone(Batch.after(third.last).withEntry(3 as Seq, entry))).toBe(true)
  })
})

test('no entry becomes more events than there are ids', () => {
  expect(MAX_DELETED_PER_EVENT).toBeLessThanOrEqual(MAX_EVENTS_PER_ENTRY)
  const messages = Array.from({ length: 2_500 }, (_, n) => n as MessageId)
  const events = deletionEvents(messages, { channelId: null, topic: null })
  expect(events.map((event) => event.message_ids.length)).toEqual([1_000, 1_000, 500])
  expect(events.flatMap((event) => event.message_ids)).toEqual(messages)
  expect(deletionEvents([], { channelId: null, topic: null })).toEqual([])
})

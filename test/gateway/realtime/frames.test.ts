import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Frames } from '../../../gateway/realtime/frames.ts'

test('the same events are the same bytes, other events are other bytes, in the right order', () => {
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

test('more kinds than are remembered are right all the same, and nothing is kept for later', async () => {
  const frames = new Frames()
  const kinds = Array.from({ length: 50 }, (_, n) => [`{"id":${n}}`])
  const first = frames.of(kinds[0]!)
  for (const kind of kinds) expect(frames.of(kind).toString()).toBe(`{"events":[${kind}]}`)
  await turn()
  expect(frames.of(kinds[0]!)).not.toBe(first)
})

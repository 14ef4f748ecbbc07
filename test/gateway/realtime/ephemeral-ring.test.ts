import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EphemeralEntry } from '../../../gateway/realtime/ephemeral-entry.ts'
import { EphemeralCursor, EphemeralRing } from '../../../gateway/realtime/ephemeral-ring.ts'
import { undeclaredEvent } from '../../harness/undeclared-event.ts'

const START = 1_700_000_000_000
const entry = (at: number, size = 100) =>
  new EphemeralEntry({ event: undeclaredEvent({ type: 'typing' }), audience: { kind: 'realm' }, size }, at)

describe('the ring of ephemeral events', () => {
  test('drops events by age, number and length', () => {
    const ring = new EphemeralRing()
    ring.add(entry(START))
    expect(ring.from(0, START + 10_000)).toHaveLength(1)
    expect(ring.from(0, START + 10_001)).toHaveLength(0)
    for (let n = 0; n < 1_500; n++) ring.add(entry(START + 20_000))
    expect(ring.from(0, START + 20_000)).toHaveLength(1_000)
    for (let n = 0; n < 5; n++) ring.add(entry(START + 20_000, 600 * 1024))
    expect(ring.from(0, START + 20_000)).toHaveLength(1)
    expect(ring.next).toBe(1_506)
  })

  test('gives each queue every recent event once, in order', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), after: fc.nat(3_000) }),
      fc.record({ kind: fc.constant('take' as const), queue: fc.nat(2), after: fc.nat(3_000) }),
      fc.record({ kind: fc.constant('skip' as const), queue: fc.nat(2), after: fc.nat(10) }),
      fc.record({
        kind: fc.constant('begin' as const),
        queue: fc.nat(2),
        after: fc.nat(10),
        back: fc.nat(15_000),
      }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const ring = new EphemeralRing()
        let now = START
        const all: EphemeralEntry[] = []
        const cursors = [0, 1, 2].map(() => new EphemeralCursor(ring, now))
        const received = [0, 0, 0]
        for (const step of steps) {
          now += step.after
          if (step.kind === 'add') {
            const added = entry(now)
            ring.add(added)
            all.push(added)
            continue
          }
          const { queue } = step
          if (step.kind === 'begin') {
            cursors[queue] = new EphemeralCursor(ring, now - step.back)
            received[queue] = all.filter(({ at }) => at < now - step.back).length
            continue
          }
          if (step.kind === 'skip') cursors[queue]!.skip()
          else {
            const due = all.slice(received[queue]).filter(({ at }) => at >= now - 10_000)
            expect(cursors[queue]!.take(now)).toEqual(due)
          }
          received[queue] = all.length
        }
      }),
    )
  })
})

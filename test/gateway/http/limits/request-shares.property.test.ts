import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  LEAST_REQUESTS_OF_ORGANIZATION,
  MAX_WAITING_REQUESTS_OF_ORGANIZATION,
  REQUESTS_SHARED_OUT,
} from '../../../../config/limits.ts'
import { ApiError } from '../../../../core/platform/errors.ts'
import type { RealmId } from '../../../../core/platform/ids.ts'
import { type Place, RequestShares } from '../../../../gateway/http/limits/request-shares.ts'
import { checkProperty } from '../../../harness/property.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** A request, and its expected outcome. */
interface Request {
  readonly realm: number
  state: 'waits' | 'runs' | 'ended' | 'refused'
  begunAt: number
  hasLeft: boolean
  place: Place | undefined
  end: () => void
  disconnect: () => void
}

/** The rule, looked up in a list of all requests. It checks each beginning. */
class Rule {
  readonly #shares = new RequestShares()
  readonly requests: Request[] = []
  readonly #wrong: unknown[] = []
  readonly #seconds = new Map<number, Set<number>>()

  async ask(realm: number): Promise<void> {
    const second = Math.floor(performance.now() / 1000)
    this.#seconds.set(second, (this.#seconds.get(second) ?? new Set()).add(realm))
    const request: Request = {
      ...{ realm, state: 'waits', begunAt: 0, hasLeft: false, place: undefined },
      ...{ end: () => undefined, disconnect: () => undefined },
    }
    this.requests.push(request)
    const client = {
      onAbort: (callback: () => void) => {
        request.disconnect = callback
      },
    }
    const become = (state: Request['state']) => () => {
      request.state = state
    }
    const done = this.#shares.run(realm as RealmId, client, (place) => {
      this.#checkBeginning(request)
      request.place = place
      request.begunAt = performance.now()
      request.state = 'runs'
      return new Promise<void>((resolve) => {
        request.end = resolve
      })
    })
    done.then(become('ended'), (error: unknown) => {
      request.state = 'refused'
      if (!(error instanceof ApiError && error.status === 503)) this.#wrong.push(error)
    })
    await settled()
  }

  async end(request: Request): Promise<void> {
    request.state = 'ended' // before the next one begins
    request.end()
    await settled()
  }

  in(state: Request['state'], realm?: number): Request[] {
    return this.requests.filter((each) => each.state === state && (realm ?? each.realm) === each.realm)
  }

  /** Requests wait only while their organization uses its share. */
  checkWaiting(realm: number): void {
    if (this.in('waits', realm).length > 0) {
      expect(this.#counted(realm)).toBeGreaterThanOrEqual(this.#most())
    }
    expect(this.#shares.figures.waiting).toBe(this.in('waits').length)
    expect(this.#wrong).toEqual([])
  }

  #checkBeginning(request: Request): void {
    expect(request.state).toBe('waits')
    expect(this.in('waits', request.realm)[0]).toBe(request)
    expect(this.#counted(request.realm)).toBeLessThan(this.#most())
  }

  #counted(realm: number): number {
    const now = performance.now()
    return this.in('runs', realm).filter((each) => !each.hasLeft && now - each.begunAt < 250).length
  }

  #most(): number {
    const second = Math.floor(performance.now() / 1000)
    const active = new Set([...(this.#seconds.get(second) ?? []), ...(this.#seconds.get(second - 1) ?? [])])
      .size
    if (active <= 1) return Number.POSITIVE_INFINITY
    return Math.max(LEAST_REQUESTS_OF_ORGANIZATION, Math.floor(REQUESTS_SHARED_OUT / active))
  }
}

/** After the resolved promises have had their effects. */
async function settled(): Promise<void> {
  for (let n = 0; n < 10; n++) await Promise.resolve()
}

const which = fc.nat(1_000)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ ask: fc.integer({ min: 1, max: 12 }), realm: fc.integer({ min: 1, max: 10 }) }),
  },
  { weight: 2, arbitrary: fc.record({ ask: fc.integer({ min: 10, max: 50 }), realm: fc.constant(1) }) },
  { weight: 3, arbitrary: fc.record({ end: which, count: fc.integer({ min: 1, max: 20 }) }) },
  fc.record({ park: which }),
  fc.record({ disconnect: which }),
  fc.record({ pass: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 2_500 })) }),
)

test('an organization runs at most its share, in order, and its requests wait for nothing else', async () => {
  await checkProperty(fc.array(step, { minLength: 10, maxLength: 40 }), 60, async (steps) => {
    const rule = new Rule()
    const pick = (from: Request[], n: number) => from[n % from.length]
    for (const each of steps) {
      if ('ask' in each) {
        for (let n = 0; n < each.ask; n++) await rule.ask(each.realm)
        rule.checkWaiting(each.realm)
      } else if ('end' in each) {
        for (let n = 0; n < each.count; n++) {
          const request = pick(rule.in('runs'), each.end)
          if (request === undefined) break
          const counted = !request.hasLeft && performance.now() - request.begunAt < 250
          await rule.end(request)
          if (counted) rule.checkWaiting(request.realm)
        }
      } else if ('park' in each) {
        const request = pick(rule.in('runs'), each.park)
        if (request === undefined) continue
        const counted = !request.hasLeft && performance.now() - request.begunAt < 250
        request.hasLeft = true
        request.place!.leave()
        await settled()
        if (counted) rule.checkWaiting(request.realm)
      } else if ('disconnect' in each) {
        const request = pick(rule.in('waits'), each.disconnect)
        request?.disconnect()
        await settled()
        if (request !== undefined) expect(request.state).toBe('ended')
      } else await vi.advanceTimersByTimeAsync(each.pass)
    }
    // Even if none ends, eight of each organization begin every quarter of a second.
    const longest = Math.max(...Array.from({ length: 10 }, (_, n) => rule.in('waits', n + 1).length))
    await vi.advanceTimersByTimeAsync(Math.ceil(longest / LEAST_REQUESTS_OF_ORGANIZATION) * 250)
    expect(rule.in('waits')).toEqual([])
    rule.checkWaiting(1)
    expect(rule.in('refused')).toEqual([])
  })
})

test('beyond a thousand requests that wait, further ones of the organization are refused', async () => {
  const rule = new Rule()
  await rule.ask(2)
  const share = REQUESTS_SHARED_OUT / 2
  for (let n = 0; n < share + MAX_WAITING_REQUESTS_OF_ORGANIZATION; n++) await rule.ask(1)
  expect(rule.in('refused')).toEqual([])
  await rule.ask(1)
  await rule.ask(2)
  expect(rule.in('refused')).toEqual([rule.requests.at(-2)])
  expect(rule.in('runs', 2)).toHaveLength(2)
})

test('a request that fails makes room for the next', async () => {
  const shares = new RequestShares()
  const client = { onAbort: () => undefined }
  await shares.run(2 as RealmId, client, async () => undefined)
  const failing = shares.run(1 as RealmId, client, async () => {
    await settled()
    throw new Error('no')
  })
  const begun: number[] = []
  for (let n = 0; n < REQUESTS_SHARED_OUT; n++) {
    void shares.run(1 as RealmId, client, () => new Promise(() => begun.push(n)))
  }
  expect(begun).toHaveLength(REQUESTS_SHARED_OUT / 2 - 1)
  await expect(failing).rejects.toThrow('no')
  expect(begun).toHaveLength(REQUESTS_SHARED_OUT / 2)
})

test('what waited long ago changes nothing for later requests', async () => {
  const rule = new Rule()
  const share = REQUESTS_SHARED_OUT / 2
  await rule.ask(2)
  for (let n = 0; n < share + 1; n++) await rule.ask(1)
  for (const request of rule.requests) await rule.end(request)
  expect(rule.in('runs')).toEqual([])
  expect(rule.in('ended')).toHaveLength(share + 2)
  await vi.advanceTimersByTimeAsync(100)
  for (let n = 0; n < share; n++) await rule.ask(1)
  await vi.advanceTimersByTimeAsync(150)
  await rule.ask(1)
  expect(rule.in('waits')).toHaveLength(1)
})

test('when the other organizations have become inactive, a request begins together with those that wait', async () => {
  const rule = new Rule()
  await vi.advanceTimersByTimeAsync(1_000 - (performance.now() % 1_000))
  await rule.ask(2)
  await vi.advanceTimersByTimeAsync(1_900)
  const share = REQUESTS_SHARED_OUT / 2
  for (let n = 0; n < share + 1; n++) await rule.ask(1)
  expect(rule.in('waits')).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(150)
  await rule.ask(1)
  expect(rule.in('waits')).toEqual([])
  rule.checkWaiting(1)
})

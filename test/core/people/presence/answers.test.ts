import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PresenceAnswers } from '../../../../core/people/presence/answers.ts'
import { PresenceMirror } from '../../../../core/people/presence/mirror.ts'
import type { Presence } from '../../../../core/people/presence/presence.ts'
import type { UserId } from '../../../../core/platform/ids.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import { DEPTH } from '../../../harness/property.ts'

/** More users than an exact response may contain. */
const PEOPLE = 700
const START = 1_700_000_000

type Step =
  | { readonly kind: 'change'; readonly first: number; readonly count: number }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  | { readonly kind: 'ask'; readonly client: number; readonly isSlim: boolean }

const step = fc.oneof(
  fc.record({
    kind: fc.constant('change' as const),
    first: fc.nat(PEOPLE - 1),
    count: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: PEOPLE })),
  }),
  fc.record({ kind: fc.constant('wait' as const), milliseconds: fc.integer({ min: 1, max: 1500 }) }),
  fc.record({ kind: fc.constant('ask' as const), client: fc.nat(3), isSlim: fc.boolean() }),
)

function everyone(count: number): RealmState {
  const users = new Map(
    Array.from({ length: count }, (_, n) => [
      n + 1,
      { id: n + 1, email: `p${n + 1}@demo.test`, isActive: true },
    ]),
  )
  return { users, record: { settings: { presence_disabled: false } } } as unknown as RealmState
}

interface Times {
  readonly active_timestamp?: number
  readonly website?: { readonly timestamp: number }
}

/** The time of each person's activity. */
function timesOf(presences: string): Map<string, number> {
  return new Map(
    Object.entries<Times>(JSON.parse(presences)).map(([user, { active_timestamp, website }]) => [
      user,
      active_timestamp ?? website!.timestamp,
    ]),
  )
}

/** As `timesOf`, after all changes. */
const newestTimes = (changes: readonly Presence[], isSlim: boolean): Map<string, number> =>
  new Map(changes.map(({ user, activeAt }) => [isSlim ? String(user) : `p${user}@demo.test`, activeAt]))

test('a client that continues from last_update_id knows everything that the server knew when it responded', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps: Step[]) => {
      const mirror = new PresenceMirror()
      const answers = new PresenceAnswers(mirror, everyone(PEOPLE))
      let now = START * 1000
      let last = 0
      /** Every change so far. */
      const history: Presence[] = []
      const clients = Array.from({ length: 4 }, () => ({ since: -1, known: new Map<string, number>() }))
      for (const step of steps) {
        if (step.kind === 'wait') now += step.milliseconds
        else if (step.kind === 'change') {
          const changes = Array.from({ length: step.count }, (_, n) => {
            const user = (((step.first + n) % PEOPLE) + 1) as UserId
            last++
            // The time identifies the change.
            return { user, activeAt: START + last, connectedAt: START + last, updateId: last }
          })
          const newest = [...new Map(changes.map((change) => [change.user, change])).values()]
          mirror.take({ last, isRestored: false, reported: [], changes: newest })
          history.push(...changes)
        } else {
          const client = clients[step.client]!
          const { presences, lastUpdateId } = answers.answer({ isSlim: true, since: client.since }, now)
          expect(lastUpdateId).toBeGreaterThanOrEqual(client.since)
          for (const [user, { active_timestamp }] of Object.entries<{ active_timestamp: number }>(
            JSON.parse(presences),
          )) {
            client.known.set(user, active_timestamp)
          }
          client.since = lastUpdateId
          const then = new Map<string, number>()
          for (const change of history) {
            if (change.updateId <= lastUpdateId) then.set(String(change.user), change.activeAt)
          }
          expect(client.known).toEqual(then)
          const exact = answers.answer({ isSlim: step.isSlim, isExact: true }, now)
          expect(exact.lastUpdateId).toBe(last || -1)
          expect(timesOf(exact.presences)).toEqual(newestTimes(history, step.isSlim))
        }
      }
    }),
    { numRuns: 200 * DEPTH },
  )
})

test('clients share an exact answer until presence, a user, the organization or the second changes', () => {
  const mirror = new PresenceMirror()
  const realm = everyone(PEOPLE) as unknown as {
    users: Map<number, unknown> & { version: number }
    record: unknown
  }
  realm.users.version = 1
  const answers = new PresenceAnswers(mirror, realm as unknown as RealmState)
  const change = (updateId: number, isRestored = false) => {
    const changes = [{ user: 1 as UserId, activeAt: START, connectedAt: START, updateId }]
    mirror.take({ last: updateId, isRestored, reported: [], changes })
  }
  let milliseconds = START * 1000
  const ask = (isSlim = true, historyDays?: number) =>
    answers.answer({ isSlim, isExact: true, historyDays }, milliseconds)
  change(1)
  expect(ask()).toMatchObject({ isShared: true, lastUpdateId: 1 })
  const changes: [string, () => void][] = [
    ['presence', () => change(2)],
    ['presence after Redis lost it', () => change(2, true)],
    ['a user', () => realm.users.version++],
    [
      'all users',
      () => {
        const { version } = realm.users
        realm.users = Object.assign(new Map(realm.users), { version })
      },
    ],
    ['the organization', () => (realm.record = { settings: { presence_disabled: true } })],
    ['the second', () => (milliseconds += 1000)],
  ]
  for (const [what, happen] of changes) {
    const before = ask()
    expect(ask(), what).toBe(before)
    happen()
    expect(ask(), what).not.toBe(before)
  }
  expect(ask().presences).toBe('{}')
  expect(ask(false)).not.toBe(ask())
  expect(ask(true, 0)).not.toBe(ask())
})

test('short responses are exact, and long ones are made once a second', () => {
  const mirror = new PresenceMirror()
  const answers = new PresenceAnswers(mirror, everyone(PEOPLE))
  const change = (from: number, to: number) => {
    const changes = Array.from({ length: to - from + 1 }, (_, n) => ({
      user: (((from + n - 1) % PEOPLE) + 1) as UserId,
      activeAt: START,
      connectedAt: START,
      updateId: from + n,
    }))
    mirror.take({ last: to, isRestored: false, reported: [], changes })
  }
  const ask = (since: number, milliseconds: number) =>
    answers.answer({ isSlim: true, since }, START * 1000 + milliseconds)
  change(1, 600)
  const long = ask(0, 0)
  expect(Object.keys(JSON.parse(long.presences))).toHaveLength(600)
  change(601, 610)
  expect(ask(0, 900)).toBe(long)
  expect(ask(600, 900)).toMatchObject({ lastUpdateId: 610 })
  expect(Object.keys(JSON.parse(ask(600, 900).presences))).toHaveLength(10)
  expect(ask(0, 1000)).not.toBe(long)
  expect(ask(0, 1000).lastUpdateId).toBe(610)
  // Clients share the response of one second; the next response repeats at most the changes of that second.
  change(611, 650)
  ask(0, 2000)
  change(651, 660)
  expect(ask(300, 61_000)).toBe(ask(305, 61_000))
})

test('a mirror keeps one entry for each person and a bounded number of outdated ones', () => {
  const mirror = new PresenceMirror()
  for (let updateId = 1; updateId <= 20_000; updateId++) {
    const user = ((updateId % 10) + 1) as UserId
    const changes = [{ user, activeAt: updateId, connectedAt: updateId, updateId }]
    mirror.take({ last: updateId, isRestored: false, reported: [], changes })
    expect(mirror.countSince(0)).toBeLessThanOrEqual(1_021)
  }
  expect(mirror.size).toBe(10)
  expect(mirror.since(0).map((presence) => presence.updateId)).toEqual(
    Array.from({ length: 10 }, (_, n) => 19_991 + n),
  )
  expect(mirror.since(19_995)).toHaveLength(5)
})

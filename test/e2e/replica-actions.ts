import fc from 'fast-check'
import { expect } from 'vitest'
import type { Body, Client } from '../harness/client.ts'
import type { ReplicatedWorld } from '../harness/replicated-world.ts'

/**
 * A random step of the test. `at` selects a gateway, `which` a message or user; both are taken modulo their
 * number.
 */
export type Step =
  | { readonly kind: 'replay'; readonly isPaused: boolean }
  | { readonly kind: Change; readonly at: number; readonly which: number }
  | { readonly kind: 'read'; readonly at: number; readonly which: number; readonly page: PageKind }

const CHANGES = [
  'send',
  'edit',
  'delete',
  'move',
  'react',
  'read flag',
  'star',
  'leave',
  'join',
  'hide',
  'publish',
] as const
type Change = (typeof CHANGES)[number]
type PageKind = 'oldest' | 'message' | 'search' | 'starred' | 'unread'

const read = fc.record({
  kind: fc.constant('read' as const),
  at: fc.nat(10),
  which: fc.nat(20),
  page: fc.constantFrom<PageKind>('oldest', 'message', 'search', 'starred', 'unread'),
})
const change = fc.record({ kind: fc.constantFrom(...CHANGES), at: fc.nat(10), which: fc.nat(20) })
const replay = fc.record({ kind: fc.constant('replay' as const), isPaused: fc.boolean() })

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: change },
    { weight: 4, arbitrary: read },
    { weight: 1, arbitrary: replay },
  ),
  { minLength: 30, maxLength: 40 },
)

/**
 * Takes the steps one after another. Each read at a gateway with a replica must equal the same read at
 * `primary`, a gateway without one, because every change before it was acknowledged.
 */
export async function takeSteps(
  { world, pair }: ReplicatedWorld,
  urls: readonly string[],
  primary: string,
  given: readonly Step[],
  channel: string,
): Promise<void> {
  const as = (name: string, at = 0) => world.client(urls[at % urls.length]!, name)
  const owner = (at?: number) => as('desdemona', at)
  const principals = [world.userId('hamlet')]
  const hidden = { invite_only: true, history_public_to_subscribers: false }
  const subscribe = (more: object) =>
    owner().ok(owner().post('/users/me/subscriptions', { subscriptions: [{ name: channel }], ...more }))
  await subscribe(hidden)
  await subscribe({ principals })
  const { stream_id } = await owner().ok(owner().get('/get_stream_id', { stream: channel }))
  const messages: number[] = []
  const send = async (at: number) => {
    const content = `plum ${messages.length}`
    const to = { type: 'channel', to: stream_id, topic: `topic ${messages.length % 3}`, content }
    messages.push((await owner(at).ok(owner(at).post('/messages', to))).id)
  }
  await send(0)

  /** Answers of refused changes, such as leaving twice, are of no interest. */
  const change = async (kind: Change, at: number, id: number): Promise<unknown> => {
    const flag = (name: string) =>
      as('hamlet', at).post('/messages/flags', { messages: [id], op: 'add', flag: name })
    switch (kind) {
      case 'send':
        return send(at)
      case 'edit':
        return owner(at).patch(`/messages/${id}`, { content: `plum, edited ${at}` })
      case 'delete':
        return owner(at).delete(`/messages/${id}`)
      case 'move':
        return owner(at).patch(`/messages/${id}`, { topic: `moved ${at}`, propagate_mode: 'change_one' })
      case 'react':
        return owner(at).post(`/messages/${id}/reactions`, { emoji_name: 'tada' })
      case 'read flag':
        return flag('read')
      case 'star':
        return flag('starred')
      case 'leave':
        return owner(at).delete('/users/me/subscriptions', { subscriptions: [channel], principals })
      case 'join':
        return owner(at).post('/users/me/subscriptions', { subscriptions: [{ name: channel }], principals })
      case 'hide':
        return owner(at).patch(`/streams/${stream_id}`, { is_private: true, ...onlySubscribers })
      case 'publish':
        return owner(at).patch(`/streams/${stream_id}`, {
          is_private: false,
          history_public_to_subscribers: true,
        })
    }
  }
  const readOldest = (at: number): Step => ({ kind: 'read', at, which: 0, page: 'oldest' })
  const all: Step[] = [
    { kind: 'replay', isPaused: true },
    { kind: 'send', at: 0, which: 0 },
    readOldest(0),
    ...given,
    { kind: 'replay', isPaused: false },
    ...urls.map((_, at) => readOldest(at)),
  ]
  for (const step of all) {
    if (step.kind === 'replay') {
      if (step.isPaused) await pair.pauseReplay()
      else await pair.resumeReplay()
      // The last reads find a replica that has everything.
      if (step === all.at(-1 - urls.length)) await pair.caughtUp()
      continue
    }
    const id = messages[step.which % messages.length]!
    if (step.kind !== 'read') {
      await change(step.kind, step.at, id)
      continue
    }
    const page = { apply_markdown: false, ...PAGES[step.page](id) }
    const answerOf = async (client: Client) => {
      const { status, body } = await client.get('/messages', page)
      expect(status).toBe(200)
      return body as Body
    }
    const [found, expected] = [
      await answerOf(as('hamlet', step.at)),
      await answerOf(world.client(primary, 'hamlet')),
    ]
    expect(found).toEqual(expected)
  }
}

const onlySubscribers = { history_public_to_subscribers: false }
const around = { num_before: 50, num_after: 50 }
const narrow = (operator: string, operand: string) => ({ narrow: [{ operator, operand }] })
const PAGES: Readonly<Record<PageKind, (id: number) => object>> = {
  oldest: () => ({ anchor: 'oldest', num_before: 0, num_after: 5000 }),
  message: (id) => ({ anchor: id, ...around }),
  search: () => ({ anchor: 'newest', num_before: 100, num_after: 0, ...narrow('search', 'plum') }),
  starred: () => ({ anchor: 'oldest', num_before: 0, num_after: 100, ...narrow('is', 'starred') }),
  unread: (id) => ({ anchor: id, ...around, ...narrow('is', 'unread') }),
}

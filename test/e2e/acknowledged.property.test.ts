import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer, Body } from '../harness/client.ts'
import { checkProperty } from '../harness/property.ts'
import { World } from '../harness/world.ts'

const RUNS = 5
const GATEWAYS = 3

let world: World
let urls: string[]
let everyone: number
let administrators: number
let count = 0

beforeAll(async () => {
  world = await World.create()
  urls = [(await world.gateway()).url, (await world.gateway()).url, (await world.lateGateway()).url]
  const { user_groups } = await ok(at(0, 'desdemona').get('/user_groups'))
  const named = (name: string) => user_groups.find((group: Body) => group.name === name).id
  everyone = named('role:everyone')
  administrators = named('role:administrators')
})
afterAll(() => world.close())

const at = (gateway: number, name: string) => world.client(urls[gateway]!, name)
const ok = async (answer: Promise<Answer>): Promise<Body> => {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

/** The facts that decide Hamlet's permissions, according to all responses so far. */
interface Model {
  isArchived: boolean
  isSubscribed: boolean
  isRestricted: boolean
  isActive: boolean
  isAdministrator: boolean
}

/** A private channel with shared history and one message sent before Hamlet joined. */
interface Place {
  readonly channel: number
  readonly name: string
  readonly message: number
}

type Change = (place: Place, gateway: number, to: boolean) => Promise<Answer>
const hamlet = () => world.userId('hamlet')
const owner = (gateway: number) => at(gateway, 'desdemona')

/** The request that changes each fact. The server refuses a change to the current value. */
const CHANGES: { readonly [Fact in keyof Model]: Change } = {
  isArchived: ({ channel }, gateway, to) =>
    to
      ? owner(gateway).delete(`/streams/${channel}`)
      : owner(gateway).patch(`/streams/${channel}`, { is_archived: false }),
  isSubscribed: ({ name }, gateway, to) => {
    const principals = [hamlet()]
    return to
      ? owner(gateway).post('/users/me/subscriptions', { subscriptions: [{ name }], principals })
      : owner(gateway).delete('/users/me/subscriptions', { subscriptions: [name], principals })
  },
  isRestricted: ({ channel }, gateway, to) =>
    owner(gateway).patch(`/streams/${channel}`, {
      can_send_message_group: { new: to ? administrators : everyone },
    }),
  isActive: (_place, gateway, to) =>
    to ? owner(gateway).post(`/users/${hamlet()}/reactivate`) : owner(gateway).delete(`/users/${hamlet()}`),
  isAdministrator: (_place, gateway, to) =>
    owner(gateway).patch(`/users/${hamlet()}`, { role: to ? 200 : 400 }),
}
const FACTS = Object.keys(CHANGES) as (keyof Model)[]

async function place(): Promise<Place> {
  const name = `place ${++count}`
  const secret = { invite_only: true, history_public_to_subscribers: true }
  await ok(owner(0).post('/users/me/subscriptions', { subscriptions: [{ name }], ...secret }))
  const { stream_id } = await ok(owner(0).get('/get_stream_id', { stream: name }))
  const { id } = await ok(owner(0).post('/messages', { type: 'channel', to: name, topic: 't', content: 'x' }))
  return { channel: stream_id, name, message: id }
}

/** The requests that Hamlet makes, and whether the model allows them. */
const QUESTIONS: Record<
  string,
  [(place: Place, gateway: number) => Promise<Answer>, (model: Model) => boolean]
> = {
  send: [
    ({ channel }, gateway) =>
      at(gateway, 'hamlet').post('/messages', { type: 'channel', to: channel, topic: 't', content: 'x' }),
    ({ isActive, isArchived, isSubscribed, isRestricted, isAdministrator }) =>
      isActive && !isArchived && isSubscribed && (!isRestricted || isAdministrator),
  ],
  read: [
    ({ message }, gateway) => at(gateway, 'hamlet').get(`/messages/${message}`),
    ({ isActive, isSubscribed }) => isActive && isSubscribed,
  ],
  flag: [
    ({ message }, gateway) =>
      at(gateway, 'hamlet').post('/messages/flags', { op: 'add', flag: 'starred', messages: [message] }),
    ({ isActive, isSubscribed }) => isActive && isSubscribed,
  ],
  administer: [
    (_place, gateway) => at(gateway, 'hamlet').patch('/realm', { description: `d${++count}` }),
    ({ isActive, isAdministrator }) => isActive && isAdministrator,
  ],
}

const turn = fc.record({
  /** Facts that change concurrently, each at its own gateway. */
  changes: fc.uniqueArray(
    fc.record({
      fact: fc.constantFrom(...FACTS),
      to: fc.boolean(),
      gateway: fc.nat(GATEWAYS - 1),
    }),
    { minLength: 1, maxLength: 2, selector: ({ fact }) => fact },
  ),
  questions: fc.shuffledSubarray(Object.keys(QUESTIONS), { minLength: 2 }),
})

test('an acknowledged change is in force for the next request at every gateway', {
  timeout: 600_000,
}, async () => {
  await checkProperty(fc.array(turn, { minLength: 10, maxLength: 15 }), RUNS, async (rounds) => {
    const here = await place()
    const { role, is_active } = (await ok(owner(0).get(`/users/${hamlet()}`))).user
    const model: Model = {
      isArchived: false,
      isSubscribed: false,
      isRestricted: false,
      isActive: is_active,
      isAdministrator: role === 200,
    }
    for (const { changes, questions } of rounds) {
      // Subscribing uses the channel's name, which an archived channel no longer has.
      const isNamed = !model.isArchived && changes.every(({ fact }) => fact !== 'isArchived')
      const possible = changes.filter(({ fact }) => fact !== 'isSubscribed' || isNamed)
      await Promise.all(
        possible.map(async ({ fact, to, gateway }) => {
          const { status } = await CHANGES[fact](here, gateway, to)
          if (status === 200) model[fact] = to
        }),
      )
      const expected = questions.map((question) => [question, QUESTIONS[question]![1](model)])
      const answered = (gateway: number) =>
        Promise.all(
          questions.map(async (question) => {
            const { status, body } = await QUESTIONS[question]![0](here, gateway)
            if (status >= 500) throw new Error(JSON.stringify(body))
            return [question, status === 200]
          }),
        )
      const all = await Promise.all(urls.map((_url, gateway) => answered(gateway)))
      for (const answers of all) expect(answers).toEqual(expected)
    }
  })
})

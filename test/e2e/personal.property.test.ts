import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer, Body, Client } from '../harness/client.ts'
import { checkProperty } from '../harness/property.ts'
import { Queue } from '../harness/queue.ts'
import { World } from '../harness/world.ts'

/** The owner of the changed data, and a user who must not receive its events. */
const OWNER = 'hamlet'
const OTHER = 'cordelia'
const CHANNELS = ['Verona', 'Denmark', 'Rome']
const MODERN = ['drafts', 'saved_snippets', 'alert_words', 'user_topic', 'message']
const LEGACY = ['muted_topics', 'message']

let world: World
let urls: string[]

beforeAll(async () => {
  world = await World.create()
  urls = (await Promise.all([world.gateway(), world.gateway()])).map(({ url }) => url)
})
afterAll(() => world.close())

const text = fc.constantFrom('crown', 'Crown', 'ghost', 'a skull', 'Alas!', '', ' x ')
const several = fc.array(text, { maxLength: 3 })
const topic = fc.constantFrom('play', 'Play', 'plans', '')
const nth = fc.nat(3)
const draft = fc.record({
  type: fc.constantFrom('', 'stream', 'private'),
  to: fc.array(fc.nat(2), { maxLength: 2 }),
  topic,
  content: text,
  timestamp: fc.option(fc.integer({ min: -1, max: 5 }), { nil: undefined }),
})

const step = fc.oneof(
  fc.record({ kind: fc.constant('draft' as const), drafts: fc.array(draft, { maxLength: 3 }) }),
  fc.record({ kind: fc.constant('redraft' as const), nth, draft }),
  fc.record({ kind: fc.constant('discard' as const), nth }),
  fc.record({ kind: fc.constant('save' as const), title: text, content: text }),
  fc.record({
    kind: fc.constant('change' as const),
    nth,
    title: fc.option(text, { nil: undefined }),
    content: fc.option(text, { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('forget' as const), nth }),
  fc.record({ kind: fc.constant('alert' as const), words: several }),
  fc.record({ kind: fc.constant('calm' as const), words: several }),
  fc.record({ kind: fc.constant('choose' as const), channel: fc.nat(2), topic, policy: fc.nat(4) }),
  fc.record({ kind: fc.constant('mute' as const), channel: fc.nat(2), topic, add: fc.boolean() }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const scenario = fc.record({
  /** Steps that two clients of the owner take at the same time, each at its own gateway. */
  hands: fc.tuple(fc.array(step, { maxLength: 20 }), fc.array(step, { maxLength: 20 })),
  emptyTopicName: fc.boolean(),
})

/** Takes one step; the server may refuse it. `made` has the ids of drafts and snippets, oldest first. */
async function applyStep(one: Step, client: Client, made: { drafts: number[]; snippets: number[] }) {
  const last = (ids: readonly number[], nth: number) => ids.at(-1 - nth) ?? 0
  const wired = ({ type, to, ...rest }: Body) => ({
    ...rest,
    type,
    to: to.map((n: number) =>
      type === 'stream' ? world.channelId(CHANNELS[n]!) : world.userId(['iago', OWNER, OTHER][n]!),
    ),
  })
  switch (one.kind) {
    case 'draft': {
      const body = await answered(client.post('/drafts', { drafts: one.drafts.map(wired) }))
      made.drafts.push(...(body.ids ?? []))
      return
    }
    case 'redraft':
      return answered(client.patch(`/drafts/${last(made.drafts, one.nth)}`, { draft: wired(one.draft) }))
    case 'discard':
      return answered(client.delete(`/drafts/${last(made.drafts, one.nth)}`))
    case 'save': {
      const body = await answered(client.post('/saved_snippets', { title: one.title, content: one.content }))
      if (body.saved_snippet_id !== undefined) made.snippets.push(body.saved_snippet_id)
      return
    }
    case 'change': {
      const path = `/saved_snippets/${last(made.snippets, one.nth)}`
      return answered(client.patch(path, { title: one.title, content: one.content }))
    }
    case 'forget':
      return answered(client.delete(`/saved_snippets/${last(made.snippets, one.nth)}`))
    case 'alert':
      return answered(client.post('/users/me/alert_words', { alert_words: one.words }))
    case 'calm':
      return answered(client.delete('/users/me/alert_words', { alert_words: one.words }))
    case 'choose':
      return answered(
        client.post('/user_topics', {
          stream_id: world.channelId(CHANNELS[one.channel]!),
          topic: one.topic,
          visibility_policy: one.policy,
        }),
      )
    case 'mute':
      return answered(
        client.patch('/users/me/subscriptions/muted_topics', {
          stream: CHANNELS[one.channel],
          topic: one.topic,
          op: one.add ? 'add' : 'remove',
        }),
      )
  }
}

async function answered(answer: Promise<Answer>): Promise<Body> {
  const { status, body } = await answer
  if (status >= 500) throw new Error(JSON.stringify(body))
  return body
}

/** Applies an event to the initial state as clients do. Throws for an event that contradicts the state. */
function apply(state: Body, event: Body): void {
  const { drafts, saved_snippets: snippets, user_topics: topics } = state
  switch (`${event.type} ${event.op ?? ''}`) {
    case 'drafts add':
      drafts.push(...event.drafts)
      return
    case 'drafts update':
      replace(drafts, event.draft.id, event.draft)
      return
    case 'drafts remove':
      replace(drafts, event.draft_id)
      return
    case 'saved_snippets add':
      snippets.push(event.saved_snippet)
      return
    case 'saved_snippets update':
      replace(snippets, event.saved_snippet.id, event.saved_snippet)
      return
    case 'saved_snippets remove':
      replace(snippets, event.saved_snippet_id)
      return
    case 'alert_words ':
      if (`${state.alert_words}` === `${event.alert_words}`)
        throw new Error('the words are the same as before')
      state.alert_words = event.alert_words
      return
    case 'muted_topics ':
      state.muted_topics = event.muted_topics
      return
    case 'user_topic ': {
      const { type: _, id: __, ...topic } = event
      const known = topics.findIndex(
        (known: Body) => known.stream_id === topic.stream_id && known.topic_name === topic.topic_name,
      )
      if ((topics[known]?.visibility_policy ?? 0) === topic.visibility_policy)
        throw new Error('the event changes nothing')
      if (known >= 0) topics.splice(known, 1)
      if (topic.visibility_policy !== 0) topics.push(topic)
      return
    }
    case 'message ':
      return
    default:
      throw new Error(`an unexpected event: ${JSON.stringify(event)}`)
  }
}

function replace(list: Body[], id: number, ...by: Body[]): void {
  const at = list.findIndex((item) => item.id === id)
  if (at < 0) throw new Error(`${id} is not there`)
  list.splice(at, 1, ...by)
}

/** The state of a register response without fields about the response itself, in a fixed order. */
function comparable(state: Body): Body {
  const { drafts, saved_snippets, alert_words, user_topics, muted_topics } = structuredClone(state)
  drafts?.sort((a: Body, b: Body) => b.timestamp - a.timestamp || b.id - a.id)
  const place = (topic: Body) => `${topic.stream_id} ${topic.topic_name.toLowerCase()}`
  user_topics?.sort((a: Body, b: Body) => (place(a) < place(b) ? -1 : 1))
  return { drafts, saved_snippets, alert_words, user_topics, muted_topics }
}

test('a client that follows events has the same personal data as a new register response, and no other user gets these events', {
  timeout: 600_000,
}, async () => {
  await checkProperty(scenario, 20, async ({ hands, emptyTopicName }) => {
    const at = (n: number, name: string) => world.client(urls[n]!, name)
    const registers = [
      { name: OWNER, event_types: MODERN },
      { name: OWNER, event_types: LEGACY },
      { name: OTHER, event_types: [...MODERN, ...LEGACY] },
    ].map(({ name, event_types }) => ({
      client: at(0, name),
      parameters: { event_types, client_capabilities: { empty_topic_name: emptyTopicName } },
    }))
    const initial = await Promise.all(
      registers.map(({ client, parameters }) => client.ok(client.post('/register', parameters))),
    )
    await Promise.all(
      hands.map(async (steps, n) => {
        const made = { drafts: [], snippets: [] }
        for (const step of steps) await applyStep(step, at(n, OWNER), made)
      }),
    )
    const to = [OWNER, OTHER].map((name) => world.userId(name))
    const iago = at(1, 'iago')
    const { id: marker } = await iago.ok(
      iago.post('/messages', { type: 'direct', to, content: 'That was it.' }),
    )
    for (const [n, { client, parameters }] of registers.entries()) {
      const events = await Queue.of(client, initial[n]).upTo(marker)
      const ids = events.map((event) => event.id)
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
      const state = structuredClone(initial[n])
      for (const event of events) apply(state, event)
      const fresh = await client.ok(client.post('/register', parameters))
      expect(comparable(state)).toEqual(comparable(fresh))
      if (n === 2) expect(events.map((event) => event.type)).toEqual(['message'])
    }
  })
})

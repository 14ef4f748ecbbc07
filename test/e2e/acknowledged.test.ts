import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '../../core/people/accounts/create.ts'
import type { RealmId, UserId } from '../../core/platform/ids.ts'
import type { Core } from '../../core/state/core.ts'
import { apiKey } from '../../core/state/users/api-key.ts'
import { type Answer, type Body, Client, type Parameters } from '../harness/client.ts'
import { DEPTH } from '../harness/property.ts'
import { TEST_SECRET } from '../harness/template.ts'
import { World } from '../harness/world.ts'

/**
 * A request that begins after the response to a change is judged by the state after the change, both at the
 * gateway that responded and at a gateway that has not yet read the change. Each case has ROUNDS rounds.
 * In each round another user writes at both gateways too, so that refused and accepted messages share
 * batches.
 */
const ROUNDS = 25 * DEPTH
const TIMEOUT = { timeout: 600_000 }

let world: World
let core: Core
let prompt: string
let late: string

beforeAll(async () => {
  world = await World.create()
  const first = await world.gateway()
  core = first.gateway.core
  prompt = first.url
  late = (await world.lateGateway()).url
  await ok(at(prompt, 'iago').post('/users/me/subscriptions', { subscriptions: [{ name: 'chatter' }] }))
})
afterAll(() => world.close())

const at = (url: string, name: string) => world.client(url, name)
const ok = async (answer: Promise<Answer>): Promise<Body> => {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

interface Question {
  readonly request: (url: string) => Promise<Answer>
  /** Whether the response reflects the state after the change. Default: it is an error. */
  readonly isRight?: (answer: Answer) => boolean
}

/**
 * Asks each question twice at both gateways at once. Returns the names of the questions whose response
 * reflects the state before the change.
 */
async function wrongAnswers(
  change: (round: number) => Promise<unknown>,
  questions: Readonly<Record<string, Question>>,
): Promise<string[]> {
  const wrong: string[] = []
  const entries = Object.entries(questions)
  for (let round = 0; round < ROUNDS; round++) {
    await change(round)
    const all = [late, prompt, late, prompt].flatMap((url) => [
      ok(send(url, 'cordelia', 'chatter')),
      ...entries.map(async ([name, { request, isRight = isError }]) => {
        const answer = await request(url)
        if (!isRight(answer)) wrong.push(`${round}: ${name} (${answer.status})`)
      }),
    ])
    await Promise.all(all)
  }
  return wrong
}

const isError = ({ status }: Answer) => status !== 200

const send = (url: string, name: string, to: string, content = 'words', topic = 't') =>
  at(url, name).post('/messages', { type: 'channel', to, topic, content })

const owner = () => at(prompt, 'desdemona')

async function channel(name: string, parameters: Parameters = {}): Promise<number> {
  await ok(owner().post('/users/me/subscriptions', { subscriptions: [{ name }], ...parameters }))
  return (await ok(owner().get('/get_stream_id', { stream: name }))).stream_id
}

test('an archived channel stores no message', TIMEOUT, async () => {
  const id = await channel('archives')
  const change = async () => {
    await ok(owner().patch(`/streams/${id}`, { is_archived: false }))
    await ok(send(prompt, 'hamlet', 'archives'))
    await ok(owner().delete(`/streams/${id}`))
  }
  expect(await wrongAnswers(change, { send: { request: (url) => send(url, 'hamlet', `${id}`) } })).toEqual([])
})

test('a removed subscriber neither writes nor reads in a private channel', TIMEOUT, async () => {
  const secrets = await channel('secrets', { invite_only: true, history_public_to_subscribers: true })
  const { id } = await ok(send(prompt, 'desdemona', 'secrets', 'before anybody joined'))
  const principals = [world.userId('hamlet')]
  const change = async () => {
    await ok(owner().post('/users/me/subscriptions', { subscriptions: [{ name: 'secrets' }], principals }))
    await ok(at(prompt, 'hamlet').get(`/messages/${id}`))
    await ok(owner().delete('/users/me/subscriptions', { subscriptions: ['secrets'], principals }))
  }
  const hamlet = (url: string) => at(url, 'hamlet')
  const range = { anchor: 'newest', num_before: 10, num_after: 0 }
  const narrow = [{ operator: 'channel', operand: 'secrets' }]
  const isRight = ({ body }: Answer) => !body.messages?.some((message: Body) => message.id === id)
  const flag = { op: 'add', flag: 'starred', messages: [id] }
  const wrong = await wrongAnswers(change, {
    send: { request: (url) => send(url, 'hamlet', 'secrets') },
    narrow: { request: (url) => hamlet(url).get('/messages', { ...range, narrow }), isRight },
    ids: { request: (url) => hamlet(url).get('/messages', { message_ids: [id] }), isRight },
    message: { request: (url) => hamlet(url).get(`/messages/${id}`) },
    topics: { request: (url) => hamlet(url).get(`/users/me/${secrets}/topics`) },
    subscriptions: {
      request: (url) => hamlet(url).get('/users/me/subscriptions'),
      isRight: ({ body }) => !isSubscribed(body, secrets),
    },
    flag: { request: (url) => hamlet(url).post('/messages/flags', flag) },
    reaction: { request: (url) => hamlet(url).post(`/messages/${id}/reactions`, { emoji_name: 'tada' }) },
    receipts: { request: (url) => hamlet(url).get(`/messages/${id}/read_receipts`) },
    history: { request: (url) => hamlet(url).get(`/messages/${id}/history`) },
  })
  expect(wrong).toEqual([])
})

const isSubscribed = (body: Body, channel: number) =>
  body.subscriptions.some((subscription: Body) => subscription.stream_id === channel)

test('a user is subscribed to a channel that was just created', TIMEOUT, async () => {
  let id = 0
  const change = async (round: number) => {
    const name = `created ${round}`
    await ok(at(prompt, 'hamlet').post('/users/me/subscriptions', { subscriptions: [{ name }] }))
    id = (await ok(at(prompt, 'hamlet').get('/get_stream_id', { stream: name }))).stream_id
  }
  const wrong = await wrongAnswers(change, {
    subscriptions: {
      request: (url) => at(url, 'hamlet').get('/users/me/subscriptions'),
      isRight: ({ body }) => isSubscribed(body, id),
    },
    topics: {
      request: (url) => at(url, 'hamlet').get(`/users/me/${id}/topics`),
      isRight: ({ status }) => status === 200,
    },
  })
  expect(wrong).toEqual([])
})

test('a user who stopped synchronizing drafts reads none', TIMEOUT, async () => {
  const synchronize = (isOn: boolean) =>
    ok(at(prompt, 'hamlet').patch('/settings', { enable_drafts_synchronization: isOn }))
  const change = async () => {
    await synchronize(true)
    await ok(at(prompt, 'hamlet').get('/drafts'))
    await synchronize(false)
  }
  const wrong = await wrongAnswers(change, {
    drafts: { request: (url) => at(url, 'hamlet').get('/drafts') },
  })
  await synchronize(true)
  expect(wrong).toEqual([])
})

test('a user without permission cannot post after posting was restricted', TIMEOUT, async () => {
  const id = await channel('announcements')
  const { everyone, administrators } = await groups()
  const restrict = (group: number) =>
    ok(owner().patch(`/streams/${id}`, { can_send_message_group: { new: group } }))
  const change = async () => {
    await restrict(everyone)
    await ok(send(prompt, 'hamlet', 'announcements'))
    await restrict(administrators)
  }
  const wrong = await wrongAnswers(change, {
    send: { request: (url) => send(url, 'hamlet', 'announcements') },
  })
  expect(wrong).toEqual([])
})

async function groups(): Promise<{ everyone: number; administrators: number }> {
  const { user_groups } = await ok(owner().get('/user_groups'))
  const named = (name: string) => user_groups.find((group: Body) => group.name === name).id
  return { everyone: named('role:everyone'), administrators: named('role:administrators') }
}

test('a demoted user cannot use wildcard mentions', TIMEOUT, async () => {
  const realm = (await core.realms.get(world.organization.realmId as RealmId))!
  const crowd: UserId[] = []
  for (let n = 0; n < 16; n++) {
    const given = { email: `crowd${n}@demo.test`, fullName: `Crowd ${n}`, role: 400 as const }
    crowd.push((await createUser(core, realm, given)).id)
  }
  await channel('crowded', { principals: [...crowd, world.userId('hamlet')] })
  const { administrators } = await groups()
  await ok(owner().patch('/realm', { can_mention_many_users_group: { new: administrators } }))
  const give = (role: number) => ok(owner().patch(`/users/${world.userId('hamlet')}`, { role }))
  const change = async () => {
    await give(200)
    await ok(send(prompt, 'hamlet', 'crowded', '@**all**'))
    await give(400)
  }
  const request = (url: string) => send(url, 'hamlet', 'crowded', '@**all**')
  expect(await wrongAnswers(change, { wildcard: { request } })).toEqual([])
})

test('a user reads the own account as changed', TIMEOUT, async () => {
  let name = ''
  const change = async (round: number) => {
    name = `Hamlet the ${round}th`
    await ok(at(prompt, 'hamlet').patch('/settings', { full_name: name }))
  }
  const request = (url: string) => at(url, 'hamlet').get('/users/me')
  const wrong = await wrongAnswers(change, {
    me: { request, isRight: ({ body }) => body.full_name === name },
    register: {
      request: (url) => at(url, 'hamlet').post('/register', { event_types: ['realm_user'] }),
      isRight: ({ body }) => body.full_name === name,
    },
  })
  expect(wrong).toEqual([])
})

test('messages are rendered with linkifiers that were just added', TIMEOUT, async () => {
  let prefix = ''
  let last: number | undefined
  const change = async (round: number) => {
    prefix = `R${round}N`
    if (last !== undefined) await ok(owner().delete(`/realm/filters/${last}`))
    const made = { pattern: `${prefix}(?P<id>[0-9]+)`, url_template: 'https://example.com/{id}' }
    last = (await ok(owner().post('/realm/filters', made))).id
  }
  const isLinked = (html: string) => html.includes('https://example.com/77')
  const wrong = await wrongAnswers(change, {
    render: {
      request: (url) => at(url, 'hamlet').post('/messages/render', { content: `${prefix}77` }),
      isRight: ({ body }) => isLinked(body.rendered),
    },
    send: {
      request: async (url) => {
        const { id } = await ok(send(url, 'hamlet', 'Verona', `${prefix}77`))
        return at(prompt, 'hamlet').get(`/messages/${id}`)
      },
      isRight: ({ body }) => isLinked(body.message.content),
    },
  })
  expect(wrong).toEqual([])
})

test('a deactivated user can neither write nor read', TIMEOUT, async () => {
  const { id } = await ok(send(prompt, 'desdemona', 'Verona'))
  const { stream_id: verona } = await ok(owner().get('/get_stream_id', { stream: 'Verona' }))
  const account = `/users/${world.userId('othello')}`
  await ok(owner().delete(account))
  const change = async () => {
    await ok(owner().post(`${account}/reactivate`))
    await ok(at(prompt, 'othello').get('/users/me'))
    await ok(owner().delete(account))
  }
  const othello = (url: string) => at(url, 'othello')
  const requests: Record<string, Question['request']> = {
    send: (url) => send(url, 'othello', 'Verona'),
    reaction: (url) => othello(url).post(`/messages/${id}/reactions`, { emoji_name: 'tada' }),
    flag: (url) => othello(url).post('/messages/flags', { op: 'add', flag: 'starred', messages: [id] }),
    messages: (url) => othello(url).get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 }),
    message: (url) => othello(url).get(`/messages/${id}`),
    me: (url) => othello(url).get('/users/me'),
    subscriptions: (url) => othello(url).get('/users/me/subscriptions'),
    topics: (url) => othello(url).get(`/users/me/${verona}/topics`),
    drafts: (url) => othello(url).get('/drafts'),
    register: (url) => othello(url).post('/register'),
    settings: (url) => othello(url).patch('/settings', { twenty_four_hour_time: true }),
  }
  const isRight = ({ body }: Answer) => body.code === 'USER_DEACTIVATED'
  const questions = Object.entries(requests).map(([name, request]) => [name, { request, isRight }])
  expect(await wrongAnswers(change, Object.fromEntries(questions))).toEqual([])
})

test('a replaced API key is refused', TIMEOUT, async () => {
  const realm = world.organization.realmId as RealmId
  const id = world.userId('zoe') as UserId
  let version = 1
  const zoe = (url: string, version: number) =>
    new Client(url, { email: 'zoe@demo.test', apiKey: apiKey(TEST_SECRET, realm, id, version) })
  const change = async () => {
    await ok(zoe(late, version).post('/messages', message))
    await ok(zoe(prompt, version).post('/users/me/api_key/regenerate'))
    version++
  }
  const message = { type: 'channel', to: 'Verona', topic: 't', content: 'words' }
  const former = (url: string) => zoe(url, version - 1)
  const requests: Record<string, Question['request']> = {
    send: (url) => former(url).post('/messages', message),
    messages: (url) => former(url).get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 }),
    me: (url) => former(url).get('/users/me'),
    register: (url) => former(url).post('/register'),
  }
  const isRight = ({ body }: Answer) => body.code === 'INVALID_API_KEY'
  const questions = Object.entries(requests).map(([name, request]) => [name, { request, isRight }])
  expect(await wrongAnswers(change, Object.fromEntries(questions))).toEqual([])
})

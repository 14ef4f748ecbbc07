import { afterAll, beforeAll } from 'vitest'
import type { Core } from '../../../core/state/core.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import type { Answer, Body, Client, Parameters } from '../../harness/client.ts'
import { World } from '../../harness/world.ts'
import { anotherOrganization, deactivate, demonstration } from './changes.ts'

/**
 * Importing this sets the stage for a test file: a gateway with the demonstration organization, in which
 * Aaron's account is deactivated, and another organization, with a channel named Elsinore.
 */
export let world: World
export let url: string
export let core: Core
export let realm: RealmState
/** The owner of the other organization; the client reaches it there. */
export let foreign: { client: Client; id: number; url: string }

beforeAll(async () => {
  world = await World.create()
  const opened = await world.gateway()
  url = opened.url
  core = opened.gateway.core
  realm = await demonstration(world, core)
  const other = await anotherOrganization(core, url)
  foreign = { client: other.client, id: other.owner.id, url: other.url }
  await foreign.client.ok(
    foreign.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'Elsinore' }] }),
  )
  await deactivate(core, realm, world.userId('aaron'))
})
afterAll(() => world.close())

/** A client of one of the people, or the bot, of the demonstration organization. */
export const as = (name: string): Client => world.client(url, name)

export const join = (name: string, channels: readonly string[], parameters: Parameters = {}) =>
  as(name).post('/users/me/subscriptions', {
    subscriptions: channels.map((channel) => ({ name: channel })),
    ...parameters,
  })

export const leave = (name: string, channels: readonly string[], parameters: Parameters = {}) =>
  as(name).delete('/users/me/subscriptions', { subscriptions: channels, ...parameters })

/** The body of an answer that must be a success. */
export async function ok(answer: Promise<Answer>): Promise<Body> {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

/** Status and body of an answer in one. */
export async function refusal(answer: Promise<Answer>): Promise<Body> {
  const { status, body } = await answer
  return { status, ...body }
}

/** What `refusal` finds when the request was refused in these words. */
export const bad = (msg: string, rest: { code?: string; status?: number; stream?: string } = {}) => ({
  status: 400,
  result: 'error',
  code: 'BAD_REQUEST',
  msg,
  ...rest,
})

/** A channel as one of the people finds it; undefined when it is not told of it. Administrators are told of all. */
export async function channelOf(name: string, viewer = 'iago'): Promise<Body> {
  const { streams } = await ok(as(viewer).get('/streams', { include_all: true, include_default: true }))
  return streams.find((stream: Body) => stream.name === name)
}

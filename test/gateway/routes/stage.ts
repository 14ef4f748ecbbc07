import { afterAll, beforeAll } from 'vitest'
import type { Core } from '../../../core/state/core.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import type { Answer, Body, Client, Parameters } from '../../harness/client.ts'
import { World } from '../../harness/world.ts'
import { anotherOrganization, deactivate, demonstration } from './changes.ts'

/**
 * Set-up of a test file: a gateway with the demonstration organization, where Aaron's account is deactivated,
 * and another organization with a channel named Elsinore.
 */
export let world: World
export let url: string
export let core: Core
export let realm: RealmState
/** The owner of the other organization, with its host name. */
export let foreign: { client: Client; id: number; url: string }
let second: ReturnType<World['gateway']> | undefined

/** Sets the stage up before the tests of the file that calls it, and takes it down after them. */
export function setUpStage(): void {
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
  afterAll(async () => {
    second = undefined
    await world.close()
  })
}

/** A gateway other than the one that handles the changes. */
export const otherGateway = () => (second ??= world.gateway())

/** A client of a user or the bot of the demonstration organization. */
export const as = (name: string): Client => world.client(url, name)

export const join = (name: string, channels: readonly string[], parameters: Parameters = {}) =>
  as(name).post('/users/me/subscriptions', {
    subscriptions: channels.map((channel) => ({ name: channel })),
    ...parameters,
  })

export const leave = (name: string, channels: readonly string[], parameters: Parameters = {}) =>
  as(name).delete('/users/me/subscriptions', { subscriptions: channels, ...parameters })

/** The body of a successful response. */
export async function ok(answer: Promise<Answer>): Promise<Body> {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

/** Status and body of a response in one object. */
export async function refusal(answer: Promise<Answer>): Promise<Body> {
  const { status, body } = await answer
  return { status, ...body }
}

/** The value that `refusal` returns for this error. */
export const bad = (msg: string, rest: { code?: string; status?: number; stream?: string } = {}) => ({
  status: 400,
  result: 'error',
  code: 'BAD_REQUEST',
  msg,
  ...rest,
})

/** A channel as a user reads it; undefined when it is not visible. Administrators see all. */
export async function channelOf(name: string, viewer = 'iago'): Promise<Body> {
  const { streams } = await ok(as(viewer).get('/streams', { include_all: true, include_default: true }))
  return streams.find((stream: Body) => stream.name === name)
}

/** The id of a system group. */
export const system = (name: string) => realm.record.systemGroups[name as 'role:nobody']

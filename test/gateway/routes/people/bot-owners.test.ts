import { describe, expect, test } from 'vitest'
import { type Body, Client } from '../../../harness/client.ts'
import { EventReader } from '../../../harness/event-reader.ts'
import { as, bad, ok, realm, refusal, setUpStage, url, world } from '../stage.ts'

setUpStage()

const id = (name: string) => world.userId(name)
const insufficient = bad('Insufficient permission')
let count = 0

/** A new bot with its client. */
async function bot(owner: string): Promise<{ id: number; key: string; client: Client; email: string }> {
  const short = `aide${++count}`
  const made = await ok(as(owner).post('/bots', { full_name: `Aide ${count}`, short_name: short }))
  const email = `${short}-bot@localhost`
  return {
    id: made.user_id,
    key: made.api_key,
    email,
    client: new Client(url, { email, apiKey: made.api_key }),
  }
}

const change = (name: string, one: number, fields: object) => as(name).patch(`/bots/${one}`, { ...fields })
const keyOf = (name: string, one: number) => as(name).get(`/bots/${one}/api_key`)
const setRole = (name: string, role: number) => ok(as('desdemona').patch(`/users/${id(name)}`, { role }))
const roleOf = async (user: number) => (await ok(as('iago').get(`/users/${user}`))).user.role
const registered = async (name: string): Promise<Body[]> =>
  (await ok(as(name).post('/register', { fetch_event_types: ['realm_bot'] }))).realm_bots

describe('a bot with a new owner', () => {
  test('gets a new key, which its former owner does not receive', async () => {
    const one = await bot('hamlet')
    const reader = await EventReader.start(as('hamlet'), { event_types: ['realm_bot'] })
    await ok(change('iago', one.id, { bot_owner_id: id('zoe') }))
    expect((await one.client.get('/users/me')).status).toBe(401)
    const { api_key } = await ok(keyOf('zoe', one.id))
    expect(api_key).not.toBe(one.key)
    await ok(new Client(url, { email: one.email, apiKey: api_key }).get('/users/me'))
    await reader.waitFor((event) => event.op === 'delete')
    await reader.stop()
    expect(JSON.stringify(reader.events)).not.toContain(api_key)
    expect(await refusal(keyOf('hamlet', one.id))).toEqual(insufficient)
  })

  test('does not get its new key from earlier events', async () => {
    const queue = await ok(as('hamlet').post('/register', { event_types: ['realm_bot'] }))
    const one = await bot('hamlet')
    await ok(change('iago', one.id, { bot_owner_id: id('zoe') }))
    const { api_key } = await ok(keyOf('zoe', one.id))
    const { queue_id, last_event_id } = queue
    const { events } = await ok(as('hamlet').get('/events', { queue_id, last_event_id, dont_block: true }))
    expect(events.map((event: Body) => event.op)).toContain('add')
    expect(JSON.stringify(events)).not.toContain(api_key)
  })

  test('is transferred by administrators only, also to themselves', async () => {
    const one = await bot('hamlet')
    expect(await refusal(change('hamlet', one.id, { bot_owner_id: id('zoe') }))).toEqual(insufficient)
    await ok(change('hamlet', one.id, { bot_owner_id: id('hamlet') }))
    await ok(one.client.get('/users/me'))
    expect(realm.users.get(one.id)?.botOwnerId).toBe(id('hamlet'))
    await ok(change('iago', one.id, { bot_owner_id: id('iago') }))
    expect((await one.client.get('/users/me')).status).toBe(401)
  })

  test('has no more permissions than the new owner', async () => {
    const one = await bot('iago')
    await ok(change('iago', one.id, { role: 200 }))
    await ok(change('iago', one.id, { bot_owner_id: id('zoe') }))
    expect(await roleOf(one.id)).toBe(400)
    await ok(keyOf('zoe', one.id))
  })
})

describe('a bot with more permissions than a user', () => {
  test('does not reveal its key to that user', async () => {
    const one = await bot('hamlet')
    const reader = await EventReader.start(as('hamlet'), { event_types: ['realm_bot'] })
    await ok(change('iago', one.id, { role: 200 }))
    await reader.waitFor((event) => event.op === 'delete' && event.bot.user_id === one.id)
    expect((await registered('hamlet')).map((bot) => bot.user_id)).not.toContain(one.id)
    expect((await ok(as('hamlet').get('/bots'))).bots.map((bot: Body) => bot.username)).not.toContain(
      one.email,
    )
    expect(await refusal(keyOf('hamlet', one.id))).toEqual(insufficient)
    expect(await refusal(as('hamlet').post(`/bots/${one.id}/api_key/regenerate`))).toEqual(insufficient)
    await ok(keyOf('iago', one.id))
    await ok(change('iago', one.id, { role: 400 }))
    const event = await reader.waitFor((event) => event.op === 'add' && event.bot.user_id === one.id)
    expect(event.bot.api_key).toBe(one.key)
    await reader.stop()
  })

  test('is not available to an administrator when the bot is an owner', async () => {
    const one = await bot('desdemona')
    await ok(change('desdemona', one.id, { role: 100 }))
    expect(await refusal(keyOf('iago', one.id))).toEqual(insufficient)
    expect((await registered('iago')).map((bot) => bot.user_id)).not.toContain(one.id)
    expect((await registered('desdemona')).map((bot) => bot.user_id)).toContain(one.id)
  })
})

test('bots lose the permissions that their owner loses', async () => {
  await setRole('prospero', 200)
  const one = await bot('prospero')
  const plain = await bot('prospero')
  await ok(change('prospero', one.id, { role: 200 }))
  const reader = await EventReader.start(as('prospero'), { event_types: ['realm_bot', 'realm_user'] })
  await setRole('prospero', 400)
  await reader.waitFor((event) => event.person?.user_id === id('prospero') && event.person.role === 400)
  await reader.stop()
  expect(await roleOf(one.id)).toBe(400)
  // The owner still sees the bot.
  const gone = reader.events.filter((event) => event.type === 'realm_bot' && event.op === 'delete')
  expect(gone.map((event) => event.bot.user_id)).not.toContain(one.id)
  expect((await registered('prospero')).map((bot) => bot.user_id)).toEqual([one.id, plain.id])
  expect(await refusal(one.client.patch('/realm', { name: 'Taken over' }))).toMatchObject({ result: 'error' })
  await setRole('prospero', 600)
  expect([await roleOf(one.id), await roleOf(plain.id)]).toEqual([600, 600])
  await setRole('prospero', 400)
  expect(await roleOf(plain.id)).toBe(600)
})

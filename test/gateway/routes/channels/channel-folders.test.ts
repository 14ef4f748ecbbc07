import { describe, expect, test } from 'vitest'
import type { Body } from '../../../harness/client.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, ok, refusal, setUpStage, world } from '../stage.ts'

setUpStage()

const create = (name: unknown, description?: string) =>
  as('iago').post('/channel_folders/create', { name, description })
const change = (id: number, changes: Body) => as('iago').patch(`/channel_folders/${id}`, changes)
const list = async (include_archived = false): Promise<Body[]> =>
  (await ok(as('polonius').get('/channel_folders', { include_archived }))).channel_folders
const registered = async (): Promise<Body[]> =>
  (await ok(as('zoe').post('/register', { event_types: ['channel_folders', 'channel_folder'] })))
    .channel_folders

describe('channel folders', () => {
  test('are created, changed, ordered and archived, with events to everybody', async () => {
    let frontend = 0
    let backend = 0
    const { polonius = [] } = await eventsDuring(['channel_folder'], ['polonius'], async () => {
      frontend = (await ok(create('Front', 'What is *seen*'))).channel_folder_id
      backend = (await ok(create(' Back '))).channel_folder_id
      await ok(change(frontend, { name: 'Frontend', description: 'Seen' }))
      await ok(change(frontend, { name: 'Frontend' }))
      await ok(as('iago').patch('/channel_folders', { order: [backend, frontend] }))
      await ok(change(backend, { is_archived: true }))
    })
    expect(polonius.map((event) => event.op)).toEqual(['add', 'add', 'update', 'reorder', 'update'])
    expect(polonius[0].channel_folder).toEqual({
      id: frontend,
      name: 'Front',
      description: 'What is *seen*',
      rendered_description: '<p>What is <em>seen</em></p>',
      date_created: expect.any(Number),
      creator_id: world.userId('iago'),
      order: 0,
      is_archived: false,
    })
    expect(polonius[2]).toMatchObject({
      channel_folder_id: frontend,
      data: { name: 'Frontend', description: 'Seen', rendered_description: '<p>Seen</p>' },
    })
    expect(polonius[3].order).toEqual([backend, frontend])
    expect(polonius[4].data).toEqual({ is_archived: true })
    expect((await list()).map((folder) => folder.name)).toEqual(['Frontend'])
    expect((await list(true)).map((folder) => folder.name)).toEqual(['Back', 'Frontend'])
    expect(await registered()).toEqual(await list(true))
    await ok(create('Back'))
    expect((await refusal(change(backend, { is_archived: false }))).msg).toBe(
      'Channel folder name already in use',
    )
    await ok(change(backend, { name: 'Far back', is_archived: false }))
  })

  test('with channels are not archived', async () => {
    const { channel_folder_id: id } = await ok(create('Castle'))
    const put = (folder_id: number | null) =>
      ok(as('iago').patch(`/streams/${world.channelId('Denmark')}`, { folder_id }))
    await put(id)
    expect((await refusal(change(id, { is_archived: true }))).status).toBe(400)
    await put(null)
    await ok(change(id, { is_archived: true }))
    expect(
      await refusal(as('iago').patch(`/streams/${world.channelId('Denmark')}`, { folder_id: id })),
    ).toEqual(bad('Invalid channel folder ID'))
  })

  test('have valid and unique names', async () => {
    await ok(create('Once'))
    expect(await refusal(create('ONCE'))).toEqual(bad('Channel folder name already in use'))
    expect(await refusal(create(' '))).toEqual(bad("Channel folder name can't be empty."))
    for (const name of ['x'.repeat(101), 'a\0b', undefined]) {
      expect((await refusal(create(name))).status).toBe(400)
    }
    expect((await refusal(create('Long', 'x'.repeat(1025)))).status).toBe(400)
  })

  test('have valid names also while they are archived', async () => {
    const { channel_folder_id: id } = await ok(create('Attic'))
    expect(await refusal(change(id, { name: ' ', is_archived: true }))).toEqual(
      bad("Channel folder name can't be empty."),
    )
    await ok(change(id, { is_archived: true }))
    for (const name of [' ', 'x'.repeat(101), 'a\u0007b', 'a\0b']) {
      expect((await refusal(change(id, { name }))).status).toBe(400)
    }
    expect((await list(true)).find((folder) => folder.id === id)!.name).toBe('Attic')
    // The name of an archived folder is free.
    await ok(change(id, { name: ' Once ' }))
    expect((await list(true)).find((folder) => folder.id === id)!.name).toBe('Once')
  })

  test('are ordered only all together', async () => {
    const ids = (await list(true)).map((folder) => folder.id)
    for (const order of [[], ids.slice(1), [...ids, ids[0]], [...ids.slice(1), 2_000_000_000]]) {
      expect(await refusal(as('iago').patch('/channel_folders', { order }))).toEqual(
        bad('Invalid order mapping'),
      )
    }
    expect(await refusal(change(2_000_000_000, { name: 'x' }))).toEqual(bad('Invalid channel folder ID'))
  })

  test('are changed by administrators only', async () => {
    const refused = bad('Must be an organization administrator', { code: 'UNAUTHORIZED_PRINCIPAL' })
    for (const who of ['hamlet', 'shiva', 'polonius']) {
      expect(await refusal(as(who).post('/channel_folders/create', { name: 'Mine' }))).toEqual(refused)
      expect(await refusal(as(who).patch('/channel_folders', { order: [] }))).toEqual(refused)
      expect(await refusal(as(who).patch('/channel_folders/1', { name: 'Mine' }))).toEqual(refused)
    }
  })
})

describe('a channel', () => {
  const verona = () => world.channelId('Verona')
  const team = () => world.channelId('core team')

  test('is returned to users who may see it', async () => {
    const { stream } = await ok(as('polonius').get(`/streams/${verona()}`))
    expect(stream).toMatchObject({ name: 'Verona', subscriber_count: 8 })
    await ok(as('iago').get(`/streams/${team()}`))
    for (const path of ['', '/members', '/email_address']) {
      for (const id of [team(), 2_000_000_000]) {
        expect(await refusal(as('zoe').get(`/streams/${id}${path}`))).toEqual(bad('Invalid channel ID'))
      }
    }
  })

  test('has subscribers', async () => {
    const { subscribers } = await ok(as('polonius').get(`/streams/${verona()}/members`))
    expect(subscribers).toEqual([...subscribers].sort((a: number, b: number) => a - b))
    expect(subscribers).toContain(world.userId('polonius'))
    const path = (name: string, id: number) => `/users/${world.userId(name)}/subscriptions/${id}`
    expect(await ok(as('zoe').get(path('polonius', verona())))).toMatchObject({ is_subscribed: true })
    expect(await ok(as('zoe').get(path('prospero', verona())))).toMatchObject({ is_subscribed: false })
    expect(await refusal(as('zoe').get(path('polonius', team())))).toEqual(bad('Invalid channel ID'))
    expect((await refusal(as('zoe').get(`/users/2000000000/subscriptions/${verona()}`))).msg).toBe(
      'No such user',
    )
  })

  test('has a separate e-mail address for each sender', async () => {
    const address = async (name: string, sender_id?: number) =>
      (await ok(as(name).get(`/streams/${verona()}/email_address`, { sender_id }))).email
    expect(await address('zoe')).toMatch(/^verona\.[0-9a-f]{32}\.show-sender@/)
    expect(await address('zoe')).toBe(await address('iago'))
    expect(await address('zoe', world.userId('zoe'))).not.toBe(await address('zoe'))
    expect(
      await refusal(as('zoe').get(`/streams/${verona()}/email_address`, { sender_id: world.userId('iago') })),
    ).toEqual(bad('Invalid user ID'))
  })
})

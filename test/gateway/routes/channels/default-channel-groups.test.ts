import { afterEach, describe, expect, test } from 'vitest'
import type { Body, Parameters } from '../../../harness/client.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, foreign, join, ok, refusal, setUpStage, world } from '../stage.ts'

setUpStage()

const EVENT = 'default_stream_groups'
const path = '/default_stream_groups'
const create = (group_name: unknown, stream_names: unknown, rest: Body = {}) =>
  as('iago').post(`${path}/create`, { group_name, description: '', stream_names, ...rest } as Parameters)
const change = (id: unknown, given: Parameters, name = 'iago') => as(name).patch(`${path}/${id}`, given)
const streams = (id: unknown, op: unknown, stream_names: unknown) =>
  as('iago').patch(`${path}/${id}/streams`, { op, stream_names } as Parameters)
const remove = (id: unknown) => as('iago').delete(`${path}/${id}`)
const groups = async (name = 'hamlet'): Promise<Body[]> =>
  (await ok(as(name).post('/register', { fetch_event_types: [EVENT] }))).realm_default_stream_groups
const made = async (
  group_name: string,
  stream_names: readonly string[],
  description = '',
): Promise<number> => {
  await ok(create(group_name, stream_names, { description }))
  return (await groups()).at(-1)!.id
}
const channels = (...names: string[]) => names.map((name) => world.channelId(name)).sort((a, b) => a - b)
const groupLists = (events: Body[] | undefined) => events?.map((event) => event.default_stream_groups)
const noChannel = (stream: string) =>
  bad(`Channel '${stream}' does not exist`, { code: 'STREAM_DOES_NOT_EXIST', stream })
const noGroup = (id: number) => bad(`Default channel group with id '${id}' does not exist.`)

afterEach(async () => {
  for (const { id } of await groups()) await ok(remove(id))
})

describe('default channel groups', () => {
  test('administrators create, change and remove them; each change sends all of them to members and nothing to guests', async () => {
    let id = 0
    const events = await eventsDuring([EVENT], ['hamlet', 'polonius'], async () => {
      id = await made(' Cities ', ['Verona', 'Rome', 'verona'], ' of Italy ')
      await ok(change(id, { new_group_name: 'Towns', new_description: 'in Italy' }, 'desdemona'))
      await ok(change(id, { new_description: 'in Italy' }))
      await ok(change(id, { new_group_name: 'towns' }))
      await ok(streams(id, 'add', ['Denmark']))
      await ok(streams(id, 'remove', ['Rome', 'Denmark']))
      await ok(streams(id, 'add', []))
      await ok(remove(id))
    })
    const italy = channels('Verona', 'Rome')
    const first = { id, name: 'Cities', description: 'of Italy', streams: italy }
    const lower = { ...first, name: 'towns', description: 'in Italy' }
    expect(groupLists(events.hamlet)).toEqual([
      [first],
      [{ ...lower, name: 'Towns' }],
      [lower],
      [{ ...lower, streams: channels('Verona', 'Rome', 'Denmark') }],
      [{ ...lower, streams: channels('Verona') }],
      [],
    ])
    expect(events.polonius).toEqual([])
  })

  test('members get them in the register response, guests get none; a role change between these sends an event', async () => {
    const id = await made('Cities', ['Verona'])
    const group = { id, name: 'Cities', description: '', streams: channels('Verona') }
    expect(await groups('shiva')).toEqual([group])
    expect(await groups('polonius')).toEqual([])
    const become = (role: number) => ok(as('iago').patch(`/users/${world.userId('polonius')}`, { role }))
    const events = await eventsDuring([EVENT], ['polonius'], async () => {
      await become(400)
      await become(600)
    })
    expect(groupLists(events.polonius)).toEqual([[group], []])
  })

  test('a channel that becomes private, archived or a default channel is removed from them', async () => {
    const names = ['hides', 'ends', 'begins', 'begins too', 'stays']
    await ok(join('desdemona', names))
    const id = await made('Ways', names)
    const other = await made('Others', ['stays', 'hides'])
    const idOf = async (name: string): Promise<number> =>
      (await ok(as('desdemona').get('/get_stream_id', { stream: name }))).stream_id
    const ids = await Promise.all(names.map(idOf))
    const [hides, ends, begins, too, stays] = ids
    const owner = as('desdemona')
    const events = await eventsDuring([EVENT], ['hamlet'], async () => {
      await ok(owner.patch(`/streams/${hides}`, { is_private: true }))
      await ok(owner.delete(`/streams/${ends}`))
      await ok(owner.post('/default_streams', { stream_id: begins }))
      await ok(owner.patch(`/streams/${too}`, { is_default_stream: true }))
      await ok(owner.patch(`/streams/${stays}`, { description: 'as ever' }))
    })
    const lists = groupLists(events.hamlet)!.map((all) => all.map((group: Body) => [group.id, group.streams]))
    const left = (...gone: unknown[]) => ids.filter((id) => !gone.includes(id))
    expect(lists).toEqual([
      [
        [id, left(hides)],
        [other, [stays]],
      ],
      [
        [id, left(hides, ends)],
        [other, [stays]],
      ],
      [
        [id, left(hides, ends, begins)],
        [other, [stays]],
      ],
      [
        [id, [stays]],
        [other, [stays]],
      ],
    ])
    const stored = await world.sql<{ channel_ids: number[] }>(
      'SELECT channel_ids FROM default_channel_group ORDER BY id',
    )
    expect(stored.map((row) => row.channel_ids)).toEqual([[stays], [stays]])
    for (const channel of [begins, too]) await ok(owner.delete('/default_streams', { stream_id: channel }))
  })

  test('one invalid channel makes the whole request fail', async () => {
    const id = await made('Cities', ['Verona'])
    const events = await eventsDuring([EVENT], ['hamlet'], async () => {
      const cases: [unknown, Body][] = [
        [['Rome', 'nowhere'], noChannel('nowhere')],
        [['general'], bad("'general' is a default channel and cannot be added to 'Cities'")],
        [['core team'], bad('Private channels cannot be made default.')],
        [['Verona'], bad("Channel 'Verona' is already present in default channel group 'Cities'")],
        [['Elsinore'], noChannel('Elsinore')],
      ]
      for (const [names, expected] of cases)
        expect(await refusal(streams(id, 'add', names))).toEqual(expected)
      expect(await refusal(streams(id, 'remove', ['Verona', 'Rome']))).toEqual(
        bad("Channel 'Rome' is not present in default channel group 'Cities'"),
      )
      for (const [names, expected] of cases.slice(0, 3)) {
        const refused = await refusal(create('New', names))
        expect(refused).toEqual({ ...expected, msg: expected.msg.replace('Cities', 'New') })
      }
    })
    expect(events.hamlet).toEqual([])
  })

  test('names must be unique, not empty and not too long', async () => {
    const id = await made('Cities', [])
    const other = await made('x'.repeat(60), [])
    const taken = (name: string) => bad(`Default channel group '${name}' already exists`)
    const long = bad('Default channel group name too long (limit: 60 characters)')
    for (const [name, expected] of [
      ['', bad("Invalid default channel group name ''")],
      [' ', bad("Invalid default channel group name ' '")],
      ['🎭'.repeat(61), long],
      ['CITIES', taken('CITIES')],
      ['a\0b', bad('group_name must not contain null bytes')],
    ] as const) {
      expect(await refusal(create(name, []))).toEqual(expected)
      const msg = expected.msg.replace('group_name', 'new_group_name')
      expect(await refusal(change(other, { new_group_name: name }))).toEqual({ ...expected, msg })
    }
    expect(await refusal(change(id, { new_group_name: 'Cities' }))).toEqual(
      bad("This default channel group is already named 'Cities'"),
    )
    const tooLong = bad('description is too long (limit: 1024 characters)')
    expect(await refusal(create('New', [], { description: 'x'.repeat(1025) }))).toEqual(tooLong)
    expect(await refusal(change(id, { new_description: 'x'.repeat(1025) }))).toEqual(tooLong)
    expect(await refusal(change(id, {}))).toEqual(bad('You must pass "new_description" or "new_group_name".'))
  })

  test('one of two concurrent requests for the same name succeeds', async () => {
    const answers = await Promise.all(['Cities', 'cities'].map((name) => create(name, [])))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await groups()).toHaveLength(1)
  })

  test('their number is limited', async () => {
    for (let n = 0; n < 100; n++) await ok(create(`group ${n}`, []))
    expect(await refusal(create('one more', []))).toEqual(
      bad('You cannot have more than 100 default channel groups.'),
    )
  })

  test('another organization has its own groups', async () => {
    const id = await made('Cities', ['Verona'])
    const stranger = foreign.client
    expect(await refusal(stranger.delete(`${path}/${id}`))).toEqual(noGroup(id))
    expect(await refusal(stranger.patch(`${path}/${id}`, { new_group_name: 'x' }))).toEqual(noGroup(id))
    const elsinore = { op: 'add', stream_names: ['Elsinore'] }
    expect(await refusal(stranger.patch(`${path}/${id}/streams`, elsinore))).toEqual(noGroup(id))
    const theirs = { group_name: 'Cities', description: '', stream_names: ['Elsinore'] }
    await ok(stranger.post(`${path}/create`, theirs))
    expect((await groups()).map((group) => group.id)).toEqual([id])
  })

  test.each([[2_000_000_000], [0]])('%j is invalid', async (id) => {
    expect(await refusal(remove(id))).toEqual(noGroup(id))
    expect(await refusal(change(id, { new_group_name: 'x' }))).toEqual(noGroup(id))
    expect(await refusal(streams(id, 'add', ['Verona']))).toEqual(noGroup(id))
  })

  test('malformed parameters are rejected', async () => {
    const id = await made('Cities', ['Verona'])
    const before = await groups()
    for (const given of ['Verona', '["Verona"', '{}', '[1]', 'null', [['Verona']], ['\0'], undefined]) {
      expect((await create('New', given)).status, JSON.stringify(given)).toBe(400)
      expect((await streams(id, 'add', given)).status, JSON.stringify(given)).toBe(400)
    }
    for (const op of ['replace', '', undefined]) {
      expect((await streams(id, op, ['Rome'])).status).toBe(400)
    }
    for (const wrong of ['x', '-1', '99999999999', '1.5']) {
      expect((await change(wrong, { new_group_name: 'x' })).status).toBeGreaterThanOrEqual(400)
    }
    expect((await as('iago').post(`${path}/create`, { group_name: 'New', stream_names: [] })).status).toBe(
      400,
    )
    expect(await groups()).toEqual(before)
  })

  test.each(['hamlet', 'shiva', 'polonius'])('%s cannot create or change them', async (name) => {
    const id = await made('Cities', ['Verona'])
    const refused = bad('Must be an organization administrator', { code: 'UNAUTHORIZED_PRINCIPAL' })
    const group = { group_name: 'New', description: '', stream_names: [] }
    expect(await refusal(as(name).post(`${path}/create`, group))).toEqual(refused)
    expect(await refusal(change(id, { new_group_name: 'x' }, name))).toEqual(refused)
    expect(await refusal(as(name).delete(`${path}/${id}`))).toEqual(refused)
  })
})

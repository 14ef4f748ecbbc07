import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Role } from '../../../../core/state/users/record.ts'
import { type Body, Client } from '../../../harness/client.ts'
import { fetchFile } from '../../../harness/upload.ts'
import { newcomer } from '../changes.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, core, ok, realm, refusal, setUpStage, url, world } from '../stage.ts'

setUpStage()

const READERS = ['desdemona', 'iago', 'shiva', 'hamlet', 'polonius'] as const
/** How many of the readers, starting with the owner, see an address with each visibility. */
const SEEN_BY = [
  ['everyone', 1, 5],
  ['members', 2, 4],
  ['administrators', 3, 2],
  ['nobody', 4, 0],
  ['moderators', 5, 3],
] as const

let count = 0
const another = () => {
  const name = `hidden${++count}`
  return newcomer(core, realm, url, {
    email: `${name}@demo.test`,
    fullName: `Hidden ${count}`,
    role: Role.member,
  })
}
const hide = (client: Awaited<ReturnType<typeof another>>['client'], email_address_visibility: number) =>
  ok(client.patch('/settings', { email_address_visibility }))

describe('email_address_visibility', () => {
  test.each(SEEN_BY)('%s', async (_, visibility, seers) => {
    const { record, client } = await another()
    const dummy = `user${record.id}@localhost`
    await hide(client, visibility)
    for (const [n, name] of READERS.entries()) {
      const sees = n < seers
      const { user } = await ok(as(name).get(`/users/${record.id}`))
      expect(user.delivery_email, name).toBe(sees ? record.email : null)
      expect(user.email, name).toBe(visibility === 1 ? record.email : dummy)
      const byAddress = await refusal(as(name).get(`/users/${record.email}`))
      expect(byAddress, name).toMatchObject(sees ? { status: 200 } : bad('No such user'))
      expect((await ok(as(name).get(`/users/${dummy}`))).user.user_id, name).toBe(record.id)
      const { realm_users } = await ok(as(name).post('/register', { event_types: ['realm_user'] }))
      expect(realm_users.find((user: Body) => user.user_id === record.id)).toMatchObject({
        delivery_email: user.delivery_email,
        email: user.email,
      })
      const { status } = await as(name).post('/messages', {
        type: 'direct',
        to: [record.email],
        content: 'x',
      })
      expect(status, name).toBe(sees ? 200 : 400)
    }
    const me = await ok(client.get('/users/me'))
    expect(me).toMatchObject({ delivery_email: record.email })
    await ok(client.get(`/users/${record.email}`))
  })

  test('the placeholder address also finds the user in PATCH, but not with another host or a missing id', async () => {
    const { record } = await another()
    await ok(as('iago').patch(`/users/User${record.id}@LOCALHOST`, { full_name: 'Found' }))
    expect((await ok(as('iago').get(`/users/${record.id}`))).user.full_name).toBe('Found')
    for (const address of [`user${record.id}@elsewhere.test`, 'user2000000000@localhost', 'user@localhost']) {
      expect(await refusal(as('iago').get(`/users/${address}`)), address).toEqual(bad('No such user'))
      expect(await refusal(as('iago').patch(`/users/${address}`, { full_name: 'X' }))).toEqual(
        bad('No such user'),
      )
    }
    const presence = await refusal(as('iago').get(`/users/user${record.id}@localhost/presence`))
    expect(presence.msg).toMatch(/^No presence data/)
  })

  test.each(['sender', 'from', 'dm', 'pm-with', 'dm-including', 'group-pm-with'])(
    'the narrow %s by the real address does not tell whose it is',
    async (operator) => {
      const { record, client } = await another()
      const { id: sent } = await ok(
        client.post('/messages', { type: 'direct', to: [world.userId('hamlet')], content: 'Who is there?' }),
      )
      await hide(client, 3)
      const narrowed = (by: Client, path: string, operand: string | number) =>
        by.get(path, {
          narrow: [{ operator, operand }],
          ...(path === '/messages' ? { num_before: 10, num_after: 0 } : { msg_ids: [sent] }),
        })
      for (const path of ['/messages', '/messages/matches_narrow']) {
        const refused = await refusal(narrowed(as('hamlet'), path, record.email))
        expect(refused).toMatchObject({ status: 400, code: 'BAD_NARROW' })
        const nobody = 'nobody@demo.test'
        expect(await refusal(narrowed(as('hamlet'), path, nobody))).toEqual(
          JSON.parse(JSON.stringify(refused).replaceAll(record.email, nobody)),
        )
        await ok(narrowed(as('hamlet'), path, `user${record.id}@localhost`))
        await ok(narrowed(as('hamlet'), path, record.id))
        await ok(narrowed(as('iago'), path, record.email))
        await ok(narrowed(client, path, record.email))
      }
    },
  )

  test('nobody gets an address of the generated form', async () => {
    const { client } = await another()
    const email = 'User77@localhost'
    const msg = 'Reserved for users who hide their address.'
    expect(await refusal(client.patch('/settings', { email }))).toEqual(bad(msg))
    const invited = await refusal(as('iago').post('/invites', { invitee_emails: email, stream_ids: [] }))
    expect(invited.errors).toEqual([[email, msg, false]])
    await ok(client.patch('/settings', { email: 'user77@elsewhere.test' }))
  })

  test('who has a real address of the generated form keeps it when its number hides', async () => {
    const hidden = await another()
    const dummy = `user${hidden.record.id}@localhost`
    const { record } = await another()
    // As from before such addresses were refused.
    await world.sql('UPDATE user_account SET delivery_email = $2, email = $2 WHERE id = $1', [
      record.id,
      dummy,
    ])
    await realm.startOver()
    const client = new Client(url, { email: dummy, apiKey: realm.apiKeyOf(record) })
    const whoIs = async () => (await ok(client.get('/users/me'))).user_id
    for (const visibility of [3, 1, 3]) {
      await hide(hidden.client, visibility)
      expect(await whoIs()).toBe(record.id)
      expect((await ok(hidden.client.get('/users/me'))).user_id).toBe(hidden.record.id)
    }
  })

  test('a change sends events to users who gain or lose access to the address', async () => {
    const { record, client } = await another()
    const eventsOf = async (visibility: number) => {
      const events = await eventsDuring(['realm_user'], READERS, () => hide(client, visibility))
      return READERS.map((name) => events[name]!.map(({ person: { user_id: _, ...rest } }) => rest))
    }
    const shows = (address: string) => [
      { new_email: address },
      expect.objectContaining({ avatar_source: 'G', avatar_url: expect.stringContaining(md5(address)) }),
    ]
    const dummy = shows(`user${record.id}@localhost`)
    const real = shows(record.email)
    const [gain, loss] = [{ delivery_email: record.email }, { delivery_email: null }]
    expect(await eventsOf(3)).toEqual([dummy, dummy, [loss, ...dummy], [loss, ...dummy], [loss, ...dummy]])
    expect(await eventsOf(2)).toEqual([[], [], [gain], [gain], []])
    expect(await eventsOf(1)).toEqual([...Array(4).fill(real), [gain, ...real]])
  })

  test('applies to new users too', async () => {
    await ok(as('iago').patch('/realm/user_settings_defaults', { email_address_visibility: 3 }))
    const events = await eventsDuring(['realm_user'], ['iago', 'hamlet'], another)
    await ok(as('iago').patch('/realm/user_settings_defaults', { email_address_visibility: 1 }))
    const [iago, hamlet] = ['iago', 'hamlet'].map((name) => events[name]![0].person)
    expect(iago.delivery_email).toBe(`hidden${count}@demo.test`)
    expect(hamlet.delivery_email).toBe(null)
    expect(hamlet.email).toBe(`user${hamlet.user_id}@localhost`)
    expect(iago.email).toBe(hamlet.email)
    expect(hamlet.avatar_url).toBe(null) // client_gravatar
  })

  test('the avatar has a URL for clients that compute none', async () => {
    const { queue_id, last_event_id } = await ok(
      as('hamlet').post('/register', { event_types: ['realm_user'], client_gravatar: false }),
    )
    await another()
    const { events } = await ok(as('hamlet').get('/events', { queue_id, last_event_id }))
    expect(events[0].person.avatar_url).toMatch(/^https:/)
  })

  test('no URL at Gravatar confirms a guess of a hidden address', async () => {
    const { record, client } = await another()
    const { id: sent } = await ok(
      client.post('/messages', { type: 'channel', to: 'Verona', topic: 'faces', content: 'Who am I?' }),
    )
    const withUrls = { client_gravatar: false }
    const texts = async () => {
      const reader = as('hamlet')
      const messages = { ...withUrls, anchor: sent, num_before: 0, num_after: 0, narrow: [] }
      return JSON.stringify([
        await ok(reader.get(`/users/${record.id}`, withUrls)),
        (await ok(reader.get('/users', withUrls))).members,
        (await ok(reader.post('/register', withUrls))).realm_users,
        await ok(reader.get(`/messages/${sent}`, withUrls)),
        await ok(reader.get('/messages', messages)),
        (await fetchFile(reader, `/avatar/${record.id}`)).headers.get('location'),
        (await fetchFile(reader, `/avatar/${record.id}/medium`)).headers.get('location'),
      ])
    }
    expect(await texts()).toContain(md5(record.email))
    await hide(client, 3)
    expect(await texts()).not.toContain(md5(record.email))
    // The redirect for a guess is the same as for an address that nobody has.
    for (const guess of [record.email, 'nobody@demo.test']) {
      const { headers } = await fetchFile(as('hamlet'), `/avatar/${guess}`)
      expect(headers.get('location')).toContain(`${md5(guess)}?d=identicon&version=1`)
    }
    const events = await eventsDuring(['realm_user'], ['hamlet'], () =>
      ok(client.patch('/settings', { full_name: 'Hidden still' })),
    )
    expect(JSON.stringify(events)).not.toContain(md5(record.email))
  })
})

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

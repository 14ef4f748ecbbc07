import { expect, test } from 'vitest'
import type { Body, Parameters } from '../../../harness/client.ts'
import { EventReader } from '../../../harness/event-reader.ts'
import { ids } from '../channels/channel-events.ts'
import { as, bad, ok, otherGateway, realm, refusal, setUpStage, world } from '../stage.ts'

setUpStage()

const system = (name: string): number =>
  (realm.record.systemGroups as Record<string, number>)[`role:${name}`]!
const created = async (name: string, parameters: Parameters = {}): Promise<number> => {
  const group = { name, description: '', members: [], ...parameters }
  return (await ok(as('hamlet').post('/user_groups/create', group))).group_id
}
const say = (content: string, to: Parameters = { type: 'channel', to: 'Verona', topic: 'groups' }) =>
  as('hamlet').post('/messages', { ...to, content })
const change = (id: number, content: string, name = 'hamlet') =>
  as(name).patch(`/messages/${id}`, { content })

/** The given users whom the message mentions. */
async function mentioned(id: number, names: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const name of names) {
    const { message } = await ok(as(name).get(`/messages/${id}`))
    if (message.flags.includes('mentioned')) found.push(name)
  }
  return found
}
const html = async (id: number): Promise<string> =>
  (await ok(as('hamlet').get(`/messages/${id}`))).message.content

test('a group mention mentions and notifies all members, including members of subgroups', async () => {
  const inner = await created('inner', { members: ids('cordelia') })
  const group = await created('Crew', { members: ids('iago'), subgroups: [inner, system('owners')] })
  const names = ['iago', 'cordelia', 'desdemona', 'othello']
  const { url } = await otherGateway()
  const readers = await Promise.all(
    names.map((name) => EventReader.start(world.client(url, name), { event_types: ['message'] })),
  )
  const { id } = await ok(say('@*crew* come'))
  for (const [n, reader] of readers.entries()) {
    const event = await reader.waitFor((event: Body) => event.message?.id === id)
    expect([names[n], event.flags.includes('mentioned')]).toEqual([names[n], names[n] !== 'othello'])
    await reader.stop()
  }
  expect(await mentioned(id, names)).toEqual(['iago', 'cordelia', 'desdemona'])
  expect(await html(id)).toBe(
    `<p><span class="user-group-mention" data-user-group-id="${group}">@Crew</span> come</p>`,
  )
  const flagged = 'SELECT user_id AS id FROM message_flag WHERE message_id = $1 AND bits <> 0'
  expect((await world.sql(flagged, [id])).map((row) => row.id).sort((a, b) => a - b)).toEqual(
    ids('iago', 'cordelia', 'desdemona'),
  )

  await ok(change(id, 'nobody'))
  expect(await mentioned(id, names)).toEqual([])
  await ok(change(id, '@*inner* alone'))
  expect(await mentioned(id, names)).toEqual(['cordelia'])
})

test('a mention notifies only recipients of the message', async () => {
  await created('pair', { members: ids('cordelia', 'othello') })
  const { id } = await ok(say('@*pair*', { type: 'direct', to: ids('cordelia') }))
  expect(await mentioned(id, ['hamlet', 'cordelia'])).toEqual(['cordelia'])
  const rows = await world.sql('SELECT user_id AS id FROM message_flag WHERE message_id = $1', [id])
  expect(rows.map((row) => row.id)).toEqual(ids('cordelia'))
})

test('a mention needs the permission to mention the group, when a message is sent, edited and scheduled', async () => {
  const group = await created('Guarded', {
    members: ids('cordelia'),
    can_mention_group: system('moderators'),
  })
  const refused = bad("You are not allowed to mention user group 'Guarded'.")
  expect(await refusal(say('@*guarded*'))).toEqual(refused)
  const { id } = await ok(say('@_*guarded* and > quoted'))
  expect(await mentioned(id, ['cordelia'])).toEqual([])
  expect(await refusal(change(id, '@*guarded*'))).toEqual(refused)
  const later = { scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + 3600 }
  const scheduled = { type: 'direct', to: ids('cordelia'), content: '@*Guarded*', ...later }
  expect(await refusal(as('hamlet').post('/scheduled_messages', scheduled))).toEqual(refused)
  expect(await refusal(say('@*role:members*'))).toEqual(
    bad("You are not allowed to mention user group 'role:members'."),
  )

  const set = (value: unknown) =>
    ok(as('hamlet').patch(`/user_groups/${group}`, { can_mention_group: { new: value } }))
  await set({ direct_members: ids('hamlet'), direct_subgroups: [] })
  await ok(change(id, '@*guarded*'))
  expect(await mentioned(id, ['cordelia'])).toEqual(['cordelia'])
  // At another gateway, at once.
  const { url } = await otherGateway()
  await set(system('nobody'))
  const parameters = { type: 'channel', to: 'Verona', topic: 'groups', content: '@*guarded*' }
  expect(await refusal(world.client(url, 'hamlet').post('/messages', parameters))).toEqual(refused)
})

test('a mention of a deactivated group is silent, and one of a role group shows its title', async () => {
  const group = await created('Former', { members: ids('cordelia') })
  await ok(as('hamlet').post(`/user_groups/${group}/deactivate`))
  const { id } = await ok(say('@*Former* @_*role:fullmembers*'))
  const span = (id: number, title: string) =>
    `<span class="user-group-mention silent" data-user-group-id="${id}">${title}</span>`
  expect(await html(id)).toBe(
    `<p>${span(group, 'Former')} ${span(system('fullmembers'), 'Full members')}</p>`,
  )
  expect(await mentioned(id, ['cordelia'])).toEqual([])
})

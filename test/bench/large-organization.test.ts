import { expect, test } from 'vitest'
import { createUser } from '../../core/people/accounts/create.ts'
import type { RealmId } from '../../core/platform/ids.ts'
import { as, core, join, ok, realm, setUpStage, url, world } from '../gateway/routes/stage.ts'
import type { Body } from '../harness/client.ts'
import { fillLargeOrganization } from './large-organization.ts'

setUpStage()

/** The columns of a row that do not name it. */
async function columnsOf(table: string, condition: string, names: readonly string[]): Promise<Body> {
  const [row] = await world.sql<{ row: Body }>(
    `SELECT to_jsonb(t) AS row FROM ${table} t WHERE ${condition} LIMIT 1`,
  )
  return Object.fromEntries(Object.entries(row!.row).filter(([name]) => !names.includes(name)))
}

test('rows of the large organization are those that requests write', async () => {
  const { id } = await createUser(core, realm, { email: 'real@demo.test', fullName: 'Real' })
  await ok(join('desdemona', ['real'], { principals: [id] }))
  await ok(as('desdemona').post('/user_groups/create', { name: 'real', description: '', members: [id] }))
  await ok(as('hamlet').post('/messages', { type: 'channel', to: 'Verona', topic: 'real', content: 'To be' }))
  await fillLargeOrganization(world.env.DATABASE_URL!, world.organization.realmId as RealmId, {
    ...{ people: 20, channels: 4, messages: 40 },
  })
  const large = "channel_id = (SELECT id FROM channel WHERE name = 'large 2')"
  const tables = [
    [
      'user_account',
      "email = 'real@demo.test'",
      "email = 'p7@demo.test'",
      ['email', 'delivery_email', 'full_name', 'joined_at', 'settings'],
    ],
    [
      'channel',
      "name = 'real'",
      "name = 'large 2'",
      ['name', 'description', 'rendered_description', 'created_at', 'first_message_id'],
    ],
    ['subscription', `user_id = ${id} AND is_active`, large, ['user_id', 'channel_id', 'color']],
    ['subscription_span', `user_id = ${id}`, large, ['user_id', 'channel_id', 'from_id']],
    ['user_group', "name = 'real'", "name = 'everybody'", ['name', 'date_created']],
    ['conversation', "topic = 'real'", large, ['topic', 'channel_id', 'newest_message_id', 'words']],
    [
      'message',
      "content = 'To be'",
      large,
      [
        'conversation_id',
        'channel_id',
        'sender_id',
        'client',
        'content',
        'rendered_content',
        'sent_at',
        'search',
        'words',
        'language',
      ],
    ],
  ] as const
  for (const [table, real, filled, names] of tables) {
    const own = ['id', ...names]
    expect([table, await columnsOf(table, filled, own)]).toEqual([table, await columnsOf(table, real, own)])
  }
})

test('a gateway that loads it serves what was filled in', async () => {
  const { gateway, url: other } = await world.gateway()
  const memory = (await gateway.core.realms.get(world.organization.realmId as RealmId))!
  expect(memory.membership.subscribers(memory.channels.byName('large 1')!.id).size).toBe(20)
  expect(memory.membership.subscribers(memory.channels.byName('large 4')!.id).size).toBe(6)
  expect(memory.groups.members(memory.groups.byName('everybody')!.id).size).toBe(20)
  const state = await ok(world.client(other, 'desdemona').post('/register', {}))
  expect(state.realm_users.filter((user: Body) => user.email.startsWith('p')).length).toBeGreaterThanOrEqual(
    20,
  )
  expect(url).not.toBe(other)
})

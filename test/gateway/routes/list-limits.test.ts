import { beforeAll, describe, expect, test } from 'vitest'
import type { Body, Client } from '../../harness/client.ts'
import { solidPicture } from '../../harness/pictures.ts'
import { formOf } from '../../harness/upload.ts'
import { bad, ok, refusal, setUpStage, world } from './stage.ts'

setUpStage()

let iago: Client

/** Adds `count` rows to a table, each with the columns of `values`, which is SQL over the number `n`. */
const fill = (table: string, columns: string, values: string, rows: number) =>
  world.sql(
    `INSERT INTO ${table} (realm_id, ${columns}) SELECT $1, ${values} FROM generate_series(1, ${rows}) AS n`,
    [world.organization.realmId],
  )

/** Groups of the organization that are not system groups. */
async function ownGroups(): Promise<number> {
  const query = 'SELECT count(*)::int AS own FROM user_group WHERE realm_id = $1 AND NOT is_system_group'
  const [row] = await world.sql<{ own: number }>(query, [world.organization.realmId])
  return row!.own
}

async function botsOf(owner: number): Promise<number> {
  const [row] = await world.sql<{ own: number }>(
    'SELECT count(*)::int AS own FROM user_account WHERE bot_owner_id = $1',
    [owner],
  )
  return row!.own
}

beforeAll(async () => {
  await fill('playground', 'name, language, url_template', `'p' || n, 'x', 'https://x.test/{code}'`, 199)
  await fill('realm_emoji', 'name, file_name, is_deactivated', `'e' || n, 'x.png', n % 2 = 0`, 4999)
  await fill('channel_folder', 'name, description, rendered_description, "order"', `'f' || n, '', '', n`, 999)
  await fill('custom_profile_field', 'name, type, position, field_data', `'f' || n, 1, n, ''`, 199)
  await fill('realm_domain', 'domain, allow_subdomains', `'d' || n || '.test', false`, 999)
  await fill('user_group', 'name, is_deactivated', `'g' || n, n % 2 = 0`, 9999 - (await ownGroups()))
  const hamlet = world.userId('hamlet')
  const bot = `'b' || n || '@x.test', 'b' || n || '@x.test', 'B' || n, 400, true, 1, ${hamlet}, n % 2 = 0`
  const botColumns = 'email, delivery_email, full_name, role, is_bot, bot_type, bot_owner_id, is_active'
  await fill('user_account', botColumns, bot, 499 - (await botsOf(hamlet)))
  // A gateway that loads the organization with these rows.
  iago = world.client((await world.gateway()).url, 'iago')
})

/** Expects that one more can be added, and then none. */
async function isLimited(add: (name: string) => ReturnType<Client['post']>, msg: string): Promise<void> {
  await ok(add('last'))
  expect(await refusal(add('other'))).toEqual(bad(msg))
}

describe('lists that every register response contains have a limit', () => {
  test('code playgrounds', () =>
    isLimited((name) => {
      const rest = { pygments_language: 'y', url_template: 'https://x.test/{code}' }
      return iago.post('/realm/playgrounds', { name, ...rest })
    }, 'You cannot have more than 200 code playgrounds.'))

  test('custom emoji, deactivated ones included', async () => {
    const bytes = await solidPicture().png().toBuffer()
    const { body, headers } = formOf([{ name: 'x.png', type: 'image/png', bytes }])
    await isLimited(
      (name) => iago.request('POST', `/realm/emoji/${name}`, body, headers),
      'You cannot have more than 5000 custom emoji, deactivated ones included.',
    )
  })

  test('channel folders, archived ones included', () =>
    isLimited(
      (name) => iago.post('/channel_folders/create', { name }),
      'You cannot have more than 1000 channel folders.',
    ))

  test('user groups, deactivated ones included', async () => {
    await isLimited(
      (name) => iago.post('/user_groups/create', { name, description: '', members: [] }),
      'You cannot have more than 10000 user groups, deactivated ones included.',
    )
    const { user_groups } = await ok(iago.get('/user_groups', { include_deactivated_groups: true }))
    const last = user_groups.find((group: Body) => group.name === 'last')
    await ok(iago.patch(`/user_groups/${last.id}`, { name: 'first' }))
  })

  test('bots of one owner, deactivated ones included', async () => {
    const add = (owner: string, name: string) =>
      world.client(iago.url, owner).post('/bots', { full_name: `Bot ${name}`, short_name: name })
    await isLimited(
      (name) => add('hamlet', name),
      'You cannot own more than 500 bots, deactivated ones included.',
    )
    await ok(add('cordelia', 'hers'))
  })

  test('email domains that may join', async () => {
    const desdemona = world.client(iago.url, 'desdemona')
    const add = (domain: string) => desdemona.post('/realm/domains', { domain, allow_subdomains: false })
    await isLimited((name) => add(`${name}.test`), 'You cannot have more than 1000 domains.')
    await ok(desdemona.delete('/realm/domains/last.test'))
    await ok(add('other.test'))
  })

  test('custom profile fields', async () => {
    await isLimited(
      (name) => iago.post('/realm/profile_fields', { name, field_type: 1 }),
      'You cannot have more than 200 custom profile fields.',
    )
    const { custom_fields } = await ok(iago.get('/realm/profile_fields'))
    const order = custom_fields.map((field: Body) => field.id).reverse()
    await ok(iago.patch('/realm/profile_fields', { order }))
  })
})

import { expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../../core/demonstration/people.ts'
import { saveSettings } from '../../../../core/state/realm/save-settings.ts'
import { forgetAuditJob } from '../../../../workers/jobs/upkeep/forget-audit.ts'
import type { Body, Parameters } from '../../../harness/client.ts'
import { silent } from '../../../harness/world.ts'
import {
  as,
  bad,
  channelOf,
  core,
  foreign,
  ok,
  realm,
  refusal,
  setUpStage,
  system,
  url,
  world,
} from '../stage.ts'

setUpStage()

const log = async (parameters: Parameters = {}): Promise<Body[]> =>
  (await ok(as('iago').get('/audit_log', parameters))).entries

/** The entries that `change` adds, the oldest first, without what each test would repeat. */
async function added(change: () => Promise<unknown>): Promise<Body[]> {
  const [last] = await log({ limit: 1 })
  await change()
  const entries = await log({ limit: 500 })
  return entries
    .filter(({ id }) => id > (last?.id ?? 0))
    .reverse()
    .map(({ id, time, acting_user_id, ...rest }) => {
      expect(Math.abs(time - Date.now() / 1000)).toBeLessThan(600)
      return { by: acting_user_id, ...rest }
    })
}

const entry = (kind: string, action: string, name: string, rest: Body = {}): Body => ({
  by: world.userId('iago'),
  kind,
  action,
  object_id: expect.any(Number),
  object_name: name,
  property: null,
  old_value: null,
  new_value: null,
  ...rest,
})
const changed = (
  kind: string,
  name: string,
  property: string,
  before: unknown,
  after: unknown,
  rest: Body = {},
) =>
  entry(kind, 'changed', name, {
    property,
    old_value: JSON.stringify(before),
    new_value: JSON.stringify(after),
    ...rest,
  })

test('settings of the organization and defaults of new people', async () => {
  const name = realm.record.settings.name
  const before = realm.record.settings.can_create_public_channel_group
  const after = system('role:moderators')
  expect(
    await added(() =>
      ok(
        as('iago').patch('/realm', {
          can_create_public_channel_group: { new: after },
          message_content_edit_limit_seconds: 1234,
        }),
      ),
    ),
  ).toEqual(
    expect.arrayContaining([
      changed('organization', name, 'can_create_public_channel_group', before, after, { object_id: null }),
      changed('organization', name, 'message_content_edit_limit_seconds', 600, 1234, { object_id: null }),
    ]),
  )
  expect(await added(() => ok(as('iago').patch('/realm', { name: 'Globe' })))).toEqual([
    changed('organization', name, 'name', name, 'Globe', { object_id: null }),
  ])
  expect(
    await added(() => ok(as('iago').patch('/realm/user_settings_defaults', { enable_sounds: false }))),
  ).toEqual([changed('user_default', '', 'enable_sounds', true, false, { object_id: null })])
})

test('roles, names and ends of accounts, but not what people change for themselves', async () => {
  const id = world.userId('hamlet')
  const hamlet = realm.users.get(id)!.fullName
  const role = await added(() => ok(as('iago').patch(`/users/${id}`, { role: 300 })))
  expect(role).toEqual([changed('user', hamlet, 'role', 400, 300, { object_id: id })])
  expect(await added(() => ok(as('iago').patch(`/users/${id}`, { role: 400, full_name: 'Prince' })))).toEqual(
    expect.arrayContaining([
      changed('user', hamlet, 'role', 300, 400),
      changed('user', hamlet, 'full_name', hamlet, 'Prince'),
    ]),
  )
  expect(await added(() => ok(as('hamlet').patch('/settings', { full_name: hamlet })))).toEqual([])
  const ended = await added(() => ok(as('iago').delete(`/users/${world.userId('othello')}`)))
  const othello = realm.users.get(world.userId('othello'))!.fullName
  expect(ended).toEqual(expect.arrayContaining([changed('user', othello, 'is_active', true, false)]))
})

test('bots, without their keys and services', async () => {
  const made = await added(() =>
    ok(
      as('hamlet').post('/bots', {
        full_name: 'Clock',
        short_name: 'clock',
        bot_type: 3,
        payload_url: 'https://example.com/secret',
      }),
    ),
  )
  expect(made).toEqual([
    expect.objectContaining({
      by: world.userId('hamlet'),
      kind: 'bot',
      action: 'created',
      object_name: 'Clock',
    }),
  ])
  const id = made[0]!.object_id
  const changes = await added(async () => {
    await ok(as('iago').patch(`/bots/${id}`, { service_payload_url: 'https://example.com/other' }))
    await ok(as('hamlet').post(`/bots/${id}/api_key/regenerate`))
  })
  expect(changes).toEqual([
    entry('bot', 'changed', 'Clock', { property: 'services' }),
    entry('bot', 'changed', 'Clock', { property: 'api_key', by: world.userId('hamlet') }),
  ])
  expect(JSON.stringify([...made, ...changes])).not.toContain('example.com')
})

test('channels, default channels and folders', async () => {
  const made = await added(() =>
    ok(as('iago').post('/users/me/subscriptions', { subscriptions: [{ name: 'stage' }] })),
  )
  expect(made).toEqual([
    entry('channel', 'created', 'stage', {
      new_value: expect.stringContaining('"invite_only":false'),
    }),
  ])
  const { stream_id } = await channelOf('stage')
  const patch = (parameters: Parameters) => ok(as('iago').patch(`/streams/${stream_id}`, parameters))
  expect(await added(() => patch({ new_name: 'scene', is_private: true }))).toEqual(
    expect.arrayContaining([
      changed('channel', 'stage', 'name', 'stage', 'scene'),
      changed('channel', 'stage', 'invite_only', false, true),
    ]),
  )
  expect(await added(() => patch({ is_private: false, is_default_stream: true }))).toEqual(
    expect.arrayContaining([changed('channel', 'scene', 'is_default', false, true)]),
  )
  const folder = await added(() => ok(as('iago').post('/channel_folders/create', { name: 'Plays' })))
  expect(folder).toMatchObject([{ kind: 'channel_folder', action: 'created', object_name: 'Plays' }])
  const id = folder[0]!.object_id
  expect(await added(() => ok(as('iago').patch(`/channel_folders/${id}`, { name: 'Acts' })))).toEqual([
    changed('channel_folder', 'Plays', 'name', 'Plays', 'Acts'),
  ])
  expect(await added(() => ok(as('iago').delete(`/streams/${stream_id}`)))).toEqual(
    expect.arrayContaining([changed('channel', 'scene', 'is_archived', false, true)]),
  )
})

test('groups and their members', async () => {
  const [hamlet, iago] = [world.userId('hamlet'), world.userId('iago')]
  const made = await added(() =>
    ok(as('iago').post('/user_groups/create', { name: 'players', description: '', members: [iago] })),
  )
  expect(made).toMatchObject([
    { kind: 'user_group', action: 'created', object_name: 'players' },
    { property: 'members_added', new_value: JSON.stringify([iago]) },
  ])
  const id = made[0]!.object_id
  expect(
    await added(() => ok(as('iago').post(`/user_groups/${id}/members`, { add: [hamlet], delete: [iago] }))),
  ).toEqual([
    entry('user_group', 'changed', 'players', {
      property: 'members_added',
      new_value: JSON.stringify([hamlet]),
    }),
    entry('user_group', 'changed', 'players', {
      property: 'members_removed',
      old_value: JSON.stringify([iago]),
    }),
  ])
  expect(await added(() => ok(as('iago').patch(`/user_groups/${id}`, { name: 'cast' })))).toEqual([
    changed('user_group', 'players', 'name', 'players', 'cast'),
  ])
})

test('lists of the organization', async () => {
  const iago = as('iago')
  const made = await added(async () => {
    const template = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' }
    const { id } = await ok(iago.post('/realm/filters', template))
    await ok(iago.patch(`/realm/filters/${id}`, { ...template, url_template: 'https://example.org/{id}' }))
    await ok(iago.delete(`/realm/filters/${id}`))
    await ok(iago.post('/realm/profile_fields', { field_type: 1, name: 'Rank' }))
    await ok(as('desdemona').post('/realm/domains', { domain: 'globe.test', allow_subdomains: false }))
    await ok(as('desdemona').patch('/realm/domains/globe.test', { allow_subdomains: true }))
  })
  const pattern = '#(?P<id>[0-9]+)'
  const [one, other] = ['https://example.com/{id}', 'https://example.org/{id}']
  const shown = (url_template: string) => JSON.stringify({ pattern, url_template })
  const by = world.userId('desdemona')
  expect(made).toEqual([
    entry('linkifier', 'created', pattern, { new_value: shown(one) }),
    changed('linkifier', pattern, 'url_template', one, other),
    entry('linkifier', 'removed', pattern, { old_value: shown(other) }),
    entry('profile_field', 'created', 'Rank', { new_value: expect.stringContaining('"name":"Rank"') }),
    entry('domain', 'created', 'globe.test', {
      by,
      object_id: null,
      new_value: '{"allow_subdomains":false}',
    }),
    changed('domain', 'globe.test', 'allow_subdomains', false, true, { by, object_id: null }),
  ])
})

test('invitations and exports', async () => {
  const made = await added(async () => {
    await ok(as('iago').post('/invites', { invitee_emails: 'horatio@zulip.com', stream_ids: [] }))
    const { invites } = await ok(as('iago').get('/invites'))
    await ok(as('iago').delete(`/invites/${invites[0].id}`))
    await ok(as('iago').post('/export/realm', { export_type: 1 }))
  })
  expect(made).toEqual([
    entry('invitation', 'created', 'horatio@zulip.com', { new_value: '{"role":400}' }),
    entry('invitation', 'removed', 'horatio@zulip.com', { old_value: '{"role":400}' }),
    entry('export', 'created', '', { new_value: '{"export_type":1}' }),
  ])
})

test('nothing of messages, own settings and subscriptions, nor of what is refused', async () => {
  const entries = await added(async () => {
    const { stream_id } = await channelOf('Verona')
    await ok(as('hamlet').post('/messages', { type: 'stream', to: stream_id, topic: 'a', content: 'b' }))
    await ok(as('hamlet').patch('/settings', { twenty_four_hour_time: true }))
    await ok(as('hamlet').post(`/users/me/muted_users/${world.userId('cordelia')}`))
    const twice = { subscriptions: [{ name: 'new one' }, { name: '' }] }
    expect((await as('iago').post('/users/me/subscriptions', twice)).status).toBe(400)
    expect((await as('hamlet').patch('/realm', { name: 'Mine' })).status).toBe(400)
  })
  expect(entries).toEqual([])
})

test('a transaction that is rolled back leaves no entry', async () => {
  const entries = await added(async () => {
    const refused = core.changeAsSystem(realm, async (tx) => {
      await saveSettings(tx, realm, { description: 'Gone' })
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
  })
  expect(entries).toEqual([])
})

test('long values are cut, and stay within their bound', async () => {
  const description = 'ä'.repeat(1000)
  const [found] = await added(() => ok(as('iago').patch('/realm', { description })))
  expect(Buffer.byteLength(found!.new_value)).toBeLessThanOrEqual(1024)
  expect(found!.new_value).toMatch(/^"ä+…$/)
})

test('is filtered and read in pages', async () => {
  const all = await log({ limit: 500 })
  const pages: Body[] = []
  for (let before: number | undefined; ; ) {
    const page = await ok(as('iago').get('/audit_log', { limit: 7, ...(before && { before_id: before }) }))
    pages.push(...page.entries)
    if (page.found_oldest) break
    before = page.entries.at(-1).id
  }
  expect(pages).toEqual(all)
  const by = world.userId('hamlet')
  expect(await log({ user_id: by })).toEqual(all.filter(({ acting_user_id }) => acting_user_id === by))
  expect(await log({ kind: 'channel' })).toEqual(all.filter(({ kind }) => kind === 'channel'))
  const last = all[0]!.time
  expect(await log({ since: last + 1 })).toEqual([])
  expect(await log({ until: last + 1 })).toEqual(all.slice(0, 100))
})

test('is for administrators of the organization, with valid parameters', async () => {
  for (const name of ['hamlet', 'polonius']) {
    expect(await refusal(as(name).get('/audit_log'))).toEqual(
      bad('Must be an organization administrator', { code: 'UNAUTHORIZED_PRINCIPAL' }),
    )
  }
  const { entries } = await foreign.client.ok(foreign.client.get('/audit_log', { limit: 500 }))
  expect(entries.map(({ kind }: Body) => kind)).toContain('channel')
  const ours = new Set((await log({ limit: 500 })).map(({ id }) => id))
  expect(entries.filter(({ id }: Body) => ours.has(id))).toEqual([])
  for (const wrong of [
    { limit: 0 },
    { limit: 501 },
    { kind: 'x' },
    { kind: 'a\0' },
    { user_id: -1 },
    { since: 1e18 },
  ]) {
    expect((await as('iago').get('/audit_log', wrong)).status).toBe(400)
  }
})

test('entries are deleted once they are older than AUDIT_LOG_DAYS', async () => {
  const { id } = (await log({ limit: 1 }))[0]!
  await world.sql("UPDATE audit_entry SET time = now() - interval '31 days' WHERE id < $1", [id])
  const run = (auditLogDays: number) =>
    forgetAuditJob({ auditLogDays }).run({
      core,
      data: undefined,
      log: silent,
      outboxId: undefined,
      isLastAttempt: false,
    } as never)
  await run(32)
  expect((await log()).length).toBeGreaterThan(1)
  await run(30)
  expect((await log()).map((one) => one.id)).toEqual([id])
})

test('whom somebody else subscribes or unsubscribes, and nobody who does it for themselves', async () => {
  const zoe = world.userId('zoe')
  const venice = (await channelOf('Venice')).stream_id
  const others = { principals: [zoe, world.userId('iago')] }
  const subscriptions = [{ name: 'Venice' }]
  await ok(as('iago').delete('/users/me/subscriptions', { subscriptions: ['Venice'], ...others }))
  expect(
    await added(() => ok(as('iago').post('/users/me/subscriptions', { subscriptions, ...others }))),
  ).toEqual([
    entry('channel', 'changed', 'Venice', {
      object_id: venice,
      property: 'subscribers_added',
      new_value: JSON.stringify([zoe]),
    }),
  ])
  expect(
    await added(() =>
      ok(as('iago').delete('/users/me/subscriptions', { subscriptions: ['Venice'], principals: [zoe] })),
    ),
  ).toEqual([
    entry('channel', 'changed', 'Venice', {
      object_id: venice,
      property: 'subscribers_removed',
      old_value: JSON.stringify([zoe]),
    }),
  ])
  expect(await added(() => ok(as('zoe').post('/users/me/subscriptions', { subscriptions })))).toEqual([])
})

test('log-ins and wrong passwords, with device and address, and not endlessly', async () => {
  const logIn = (password: string, username = 'hamlet@demo.test') =>
    world.client(url).post('/fetch_api_key', { username, password })
  const ofHamlet = async () =>
    (await log({ kind: 'log_in' })).filter(({ object_id }) => object_id === world.userId('hamlet'))
  const before = (await ofHamlet()).length
  expect((await logIn('wrong')).status).toBe(401)
  await expect.poll(async () => (await ofHamlet()).length).toBe(before + 1)
  const [refused] = await ofHamlet()
  expect(refused).toMatchObject({ action: 'refused', acting_user_id: null, object_name: 'King Hamlet' })
  const agent = { device: expect.any(String), program: expect.any(String), system: null }
  const from = { ...agent, address: '127.0.0.1', method: 'password' }
  expect(JSON.parse(refused!.new_value)).toEqual({ ...from, reason: 'AUTHENTICATION_FAILED' })
  await ok(logIn(DEMONSTRATION_PASSWORD))
  await expect.poll(async () => (await ofHamlet())[0]!.action).toBe('created')
  expect((await ofHamlet())[0]!.acting_user_id).toBe(world.userId('hamlet'))
  expect(JSON.parse((await ofHamlet())[0]!.new_value)).toEqual(from)
  // An address without an account is not written, because it may be a password.
  const unknown = async () => (await log({ kind: 'log_in' })).filter(({ object_id }) => object_id === null)
  expect((await logIn('wrong', 'nobody@demo.test')).status).toBe(401)
  await expect.poll(async () => (await unknown()).length).toBe(1)
  expect((await unknown())[0]).toMatchObject({ action: 'refused', object_name: '', acting_user_id: null })
  expect(JSON.stringify(await unknown())).not.toContain('nobody')
  await world.sql(
    `INSERT INTO audit_entry (realm_id, kind, action, object_id, object_name)
     SELECT 1, 'log_in', 'refused', $1, 'King Hamlet' FROM generate_series(1, 29)`,
    [world.userId('hamlet')],
  )
  const full = (await ofHamlet()).length
  await logIn('wrong')
  await ok(logIn(DEMONSTRATION_PASSWORD))
  await expect.poll(async () => (await ofHamlet()).length).toBe(full + 1)
  expect((await ofHamlet())[0]!.action).toBe('created')
  // All refusals of the organization together are bounded too, log-ins are not.
  await world.sql(
    `INSERT INTO audit_entry (realm_id, kind, action, object_id, object_name, time)
     SELECT 1, 'log_in', 'refused', 100000 + n, 'x', now() - interval '30 minutes' FROM generate_series(1, 300) n`,
  )
  const before300 = (await unknown()).length
  await logIn('wrong', 'nobody@demo.test')
  await ok(logIn(DEMONSTRATION_PASSWORD))
  await expect.poll(async () => (await ofHamlet()).length).toBe(full + 2)
  expect((await unknown()).length).toBe(before300)
})

test('pages of entries lack none and repeat none, also where clocks went back', async () => {
  await world.sql(
    `INSERT INTO audit_entry (realm_id, kind, action, object_name, time)
     SELECT 1, 'playground', 'created', 'p' || n, now() - make_interval(secs => (n * 7919) % 50) FROM generate_series(1, 60) n`,
  )
  const seen: number[] = []
  for (let before: number | undefined; ; ) {
    const page = await ok(
      as('iago').get('/audit_log', { kind: 'playground', limit: 7, ...(before && { before_id: before }) }),
    )
    seen.push(...page.entries.map(({ id }: Body) => id))
    if (page.found_oldest) break
    before = seen.at(-1)
  }
  const [{ n }] = (await world.sql(
    `SELECT count(*)::int AS n FROM audit_entry WHERE kind = 'playground' AND realm_id = 1`,
  )) as Body[]
  expect([seen.length, new Set(seen).size]).toEqual([n, n])
})

test('a kind and days long ago are found without a look at newer entries', async () => {
  await world.sql(
    `INSERT INTO audit_entry (realm_id, kind, action, object_name) SELECT 1, 'user', 'changed', 'x' FROM generate_series(1, 20000)`,
  )
  await world.sql(
    `INSERT INTO audit_entry (realm_id, kind, action, object_name, time)
     SELECT 1, 'user', 'changed', 'old', now() - interval '300 days' FROM generate_series(1, 5)`,
  )
  await world.sql('ANALYZE audit_entry')
  const plan = await world.sql(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT * FROM audit_entry
     WHERE realm_id = 1 AND kind = 'user' AND time < now() - interval '200 days' ORDER BY time DESC, id DESC LIMIT 101`,
  )
  const looked = JSON.stringify(plan)
  expect(looked).not.toContain('Seq Scan')
  expect(looked).not.toMatch(/"Rows Removed by Filter":[1-9]\d\d/)
  const until = Math.floor(Date.now() / 1000) - 200 * 86_400
  const old = await log({ kind: 'user', until })
  expect(old.map(({ object_name }) => object_name)).toEqual(Array(5).fill('old'))
  expect(await log({ kind: 'user', until, since: until + 1 })).toEqual([])
  await world.sql(`DELETE FROM audit_entry WHERE object_name IN ('x', 'old')`)
})

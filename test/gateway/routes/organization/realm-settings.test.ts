import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { videoChatProviders } from '../../../../core/organization/settings/video-chat.ts'
import { statement } from '../../../../core/platform/db/statements/statement.ts'
import { SPOKEN_LANGUAGES } from '../../../../core/platform/text/languages.ts'
import { OWN_SETTINGS } from '../../../../core/state/settings/own-settings.ts'
import type { Setting } from '../../../../core/state/settings/setting.ts'
import { REALM_SETTING_NAMES, REALM_SETTINGS } from '../../../../core/state/settings/settings.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, core, ok, realm, refusal, setUpStage, world } from '../stage.ts'

setUpStage()

const settings = REALM_SETTING_NAMES.map((name): [string, Setting] => [name, REALM_SETTINGS[name]])
const changeable = settings.filter(([, setting]) => !setting.isFixed)

const notAdministrator = bad('Must be an organization administrator', { code: 'UNAUTHORIZED_PRINCIPAL' })
const notOwner = bad('Must be an organization owner', { code: 'UNAUTHORIZED_PRINCIPAL' })

const change = (name: string, changes: Record<string, unknown>) => as(name).patch('/realm', encoded(changes))

/** Encoded as clients send it: JSON, but text unchanged. */
const encoded = (changes: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [
      name,
      typeof value === 'string' && !isJsonText(name) ? value : JSON.stringify(value),
    ]),
  )
const isJsonText = (name: string) => shapeOf(name)?.kind === 'limit'
const shapeOf = (name: string) => (REALM_SETTINGS as Record<string, Setting>)[name]?.shape

/** All settings as a client gets them, with their prefix: of the registration, and this server's own. */
async function registered(name = 'hamlet') {
  const { queue_id, last_event_id, ...state } = await ok(
    as(name).post('/register', { event_types: ['realm'] }),
  )
  const own = await ok(as(name).get('/realm/own_settings'))
  for (const one of Object.keys(OWN_SETTINGS)) {
    if (`realm_${one}` in state) throw new Error(`${one} is in the registration`)
    state[`realm_${one}`] = own[one]
  }
  return state
}

/** Two values of a setting besides its default, as sent and as returned. */
function samples(name: string, { shape }: Setting): { sent: unknown; told: unknown }[] {
  const same = (...values: unknown[]) => values.map((value) => ({ sent: value, told: value }))
  const groups = realm.record.systemGroups
  switch (shape.kind) {
    case 'boolean': {
      const other = !REALM_SETTINGS[name as 'invite_required'].default(groups)
      return same(other, !other, other)
    }
    case 'integer':
      return same(shape.min + 3, shape.max)
    case 'code':
      return same(...shape.codes.slice(-2))
    case 'option':
      // BigBlueButton and Zoom need a configured server.
      return same(
        ...Object.values(shape.options)
          .filter(({ name }) => name !== 'BigBlueButton' && name !== 'Zoom')
          .map(({ id }) => id),
      )
    case 'text':
      return [...same('To be', '🎭'.repeat(shape.max)), { sent: '  or not ', told: 'or not' }]
    case 'choice':
      return same(...shape.values.slice(1), shape.values[0])
    case 'limit':
      return [...same(1, 86_400), { sent: 'unlimited', told: shape.unlimited }, ...same(7)]
    case 'server-url':
      return [...same('https://meet.example.test/x'), { sent: 'default', told: null }]
    case 'language':
      return same('de', 'en-gb')
    case 'channel':
      return [...same(world.channelId('Verona')), { sent: -7, told: -1 }]
    case 'methods':
      return [] // There is only one.
    case 'group': {
      const allowed = shape.rule.allowed_system_groups
      const names = allowed.length > 0 ? allowed.slice(0, 2) : (['role:moderators', 'role:members'] as const)
      const [one, other] = names.map((group) => groups[group])
      return [
        { sent: { new: one }, told: one },
        { sent: { new: other, old: one }, told: other },
      ]
    }
  }
}

/** Values that a setting refuses, with their errors. */
function mistakes(name: string, { shape }: Setting): [unknown, string][] {
  const huge = 2 ** 31
  switch (shape.kind) {
    case 'boolean':
      return [
        [1, `${name} is not a boolean`],
        [null, `${name} is not a boolean`],
      ]
    case 'integer':
      return [
        [shape.min - 1, `${name} is too small`],
        [huge, `${name} is too large`],
        [1.5, `${name} is not an integer`],
      ]
    case 'code':
      return [
        [4_711, `Invalid ${name}: must be one of ${shape.codes.join(', ')}`],
        [true, `${name} is not an integer`],
      ]
    case 'option': {
      // One of the providers needs a server, which is not configured.
      const options = name === 'video_chat_provider' ? videoChatProviders({}) : shape.options
      const ids = Object.values(options).map(({ id }) => id)
      return [
        [4_711, `Invalid ${name} 4711: must be one of ${ids.join(', ')}`],
        [{}, `${name} is not an integer`],
      ]
    }
    case 'text':
      return [
        ['x'.repeat(shape.max + 1), `${name} is too long (limit: ${shape.max} characters)`],
        ['\0', `${name} must not contain null bytes`],
        ...(shape.isRequired ? [['  ', `${name} cannot be blank`] as [string, string]] : []),
      ]
    case 'choice':
      return [['perhaps', `Invalid ${name}: must be one of ${shape.values.join(', ')}`]]
    case 'limit':
      return [
        [0, `Bad value for '${name}': 0`],
        [-2, `Bad value for '${name}': -2`],
        [huge, `Bad value for '${name}': ${huge}`],
        ['soon', `Bad value for '${name}': soon`],
        [[], `${name} is not an allowed_type`],
      ]
    case 'server-url':
      return [
        ['javascript:alert()', `${name} is not an allowed_type`],
        ['nowhere', `${name} is not an allowed_type`],
        [`https://x.test/${'y'.repeat(shape.max)}`, `${name} is not an allowed_type`],
      ]
    case 'language':
      return [
        ['xx', `Invalid language 'xx': must be one of ${Object.keys(SPOKEN_LANGUAGES).join(', ')}`],
        [
          'constructor',
          `Invalid language 'constructor': must be one of ${Object.keys(SPOKEN_LANGUAGES).join(', ')}`,
        ],
      ]
    case 'channel':
      return [
        [huge, 'Invalid channel ID'],
        [{}, `${name} is not an integer`],
      ]
    case 'methods':
      return [
        [{ Email: false }, 'At least one authentication method must be enabled.'],
        [{ Owl: true }, "Invalid authentication method: Owl. Valid methods are: ['Email']"],
        [{}, 'At least one authentication method must be enabled.'],
        [{ Email: 1 }, `${name}["Email"] is not a boolean`],
      ]
    case 'group':
      return [
        [{ new: huge - 1 }, 'Invalid user group'],
        [{ old: 1 }, `${name}["new"] is not an allowed_type`],
        [7, `${name} is not a dict`],
        [
          { new: realm.record.systemGroups['role:internet'] },
          `'${name}' setting cannot be set to 'role:internet' group.`,
        ],
      ]
  }
}

test('all settings are in the register response, including deprecated ones', async () => {
  const state = await registered('polonius')
  for (const [name, { twin }] of settings) {
    expect(state).toHaveProperty(`realm_${name}`)
    if (twin) expect(state[`realm_${twin}`]).toBe(state[`realm_${name}`])
  }
  expect(state).toMatchObject({
    realm_name: realm.record.settings.name,
    realm_authentication_methods: { Email: { enabled: true, available: true } },
    realm_mandatory_topics: false,
    realm_allow_edit_history: true,
    realm_wildcard_mention_policy: 5,
    realm_bot_creation_policy: 1,
    realm_create_public_stream_policy: 1,
    realm_create_private_stream_policy: 1,
    realm_create_web_public_stream_policy: 7,
    realm_invite_to_realm_policy: 1,
    realm_invite_to_stream_policy: 1,
    realm_move_messages_between_streams_policy: 1,
    realm_add_custom_emoji_policy: 1,
    realm_delete_own_message_policy: 5,
  })
})

test('a client that does not ask for this server’s own settings gets no event of them', async () => {
  const received = await eventsDuring(['realm'], ['hamlet'], async () => {
    await ok(change('desdemona', { two_factor_required_role: 100, two_factor_grace_days: 30 }))
    await ok(change('desdemona', { two_factor_required_role: 0, two_factor_grace_days: 7 }))
  })
  expect(received.hamlet).toEqual([])
})

test('the deprecated allow_edit_history is false only where nobody sees a history', async () => {
  const shown: unknown[] = []
  for (const message_edit_history_visibility_policy of ['none', 'moves', 'all']) {
    await ok(change('desdemona', { message_edit_history_visibility_policy }))
    shown.push((await registered()).realm_allow_edit_history)
  }
  expect(shown).toEqual([false, true, true])
})

describe.each(changeable)('%s', (name, setting) => {
  let begun: unknown
  beforeAll(async () => {
    begun = (await registered())[`realm_${name}`]
  })
  afterAll(async () => {
    const value = setting.shape.kind === 'limit' && begun === null ? 'unlimited' : begun
    const sent = { group: { new: begun }, methods: { Email: true }, 'server-url': 'default' }
    await ok(change('desdemona', { [name]: (sent as Record<string, unknown>)[setting.shape.kind] ?? value }))
  })

  test('accepts its valid values, notifies everyone and is in later register responses', async () => {
    for (const { sent, told } of samples(name, setting)) {
      const before = (await registered())[`realm_${name}`]
      const received = await eventsDuring(
        ['realm'],
        ['polonius', 'hamlet'],
        () => ok(change('desdemona', { [name]: sent })),
        { own_settings: true },
      )
      expect(received.polonius).toEqual(received.hamlet)
      const isOther = JSON.stringify(before) !== JSON.stringify(told)
      expect(received.polonius![0]).toEqual(isOther ? eventOf(name, setting, told) : undefined)
      const state = await registered()
      expect(state[`realm_${name}`]).toEqual(told)
      // The second request changes nothing and sends no event.
      if (setting.shape.kind === 'group') continue
      expect(await ok(change('desdemona', { [name]: sent }))).toEqual({ result: 'success', msg: '' })
    }
  })

  test(setting.by === 'owner' ? 'is the owners’ matter' : 'is for administrators and owners', async () => {
    const sample = samples(name, setting)[0]
    const sent = { [name]: sample ? sample.sent : { Email: true } }
    for (const caller of ['shiva', 'hamlet', 'polonius']) {
      expect(await refusal(change(caller, sent))).toEqual(notAdministrator)
    }
    if (setting.by === 'owner') expect(await refusal(change('iago', sent))).toEqual(notOwner)
    else await ok(change('iago', sent))
  })

  test('rejects invalid values and then changes nothing', async () => {
    const before = await registered()
    for (const [value, msg] of mistakes(name, setting)) {
      const given = { enable_read_receipts: false, [name]: value }
      expect(await refusal(change('desdemona', given))).toEqual(bad(msg))
    }
    expect(await registered()).toEqual(before)
  })
})

function eventOf(name: string, setting: Setting, value: unknown) {
  if (setting.event !== 'update_dict') return { type: 'realm', op: 'update', property: name, value }
  const data = {
    [name]: value,
    ...(name === 'topics_policy' && { mandatory_topics: value === 'disable_empty_topic' }),
  }
  return { type: 'realm', op: 'update_dict', property: 'default', data }
}

test('settings are stored only where they differ from their initial values', async () => {
  const stored = async () => {
    const [row] = await core.db.run<{ settings: object }>(
      statement('test.realm-settings', 'SELECT settings FROM realm WHERE id = $1'),
      [realm.id],
    )
    return row!.settings
  }
  expect(await stored()).toEqual({})
  await ok(change('desdemona', { invite_required: false, giphy_rating: 0 }))
  expect(await stored()).toEqual({ invite_required: false, giphy_rating: 0 })
  await ok(change('desdemona', { invite_required: true, giphy_rating: 2 }))
  expect(await stored()).toEqual({})
})

test('the settings of one request change together or not at all', async () => {
  const changes = { waiting_period_threshold: 3, name_changes_disabled: true, giphy_rating: 99 }
  expect(await refusal(change('desdemona', changes))).toEqual(
    bad(expect.stringMatching(/^Invalid giphy_rating 99: must be one of /)),
  )
  expect(await refusal(change('iago', { ...changes, giphy_rating: 1 }))).toEqual(notOwner)
  expect(await registered()).toMatchObject({
    realm_waiting_period_threshold: 0,
    realm_name_changes_disabled: false,
    realm_giphy_rating: 2,
  })
})

test('when two administrators change a setting with the same old value, one request is rejected', async () => {
  const groups = realm.record.systemGroups
  const setting = (name: string) => ({
    can_create_bots_group: { new: groups[name as 'role:owners'], old: groups['role:members'] },
  })
  const answers = await Promise.all([
    refusal(change('iago', setting('role:moderators'))),
    refusal(change('desdemona', setting('role:owners'))),
  ])
  expect(answers).toContainEqual(
    bad("'old' value does not match the expected value.", { code: 'EXPECTATION_MISMATCH' }),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  await ok(change('iago', { can_create_bots_group: { new: groups['role:members'] } }))
})

test('unknown settings and settings of the server are ignored and reported', async () => {
  const before = await registered()
  const given = { plan_type: 3, upload_quota_mib: 1, wildcard_mention_policy: 1, mandatory_topics: true }
  expect((await ok(change('desdemona', given))).ignored_parameters_unsupported.sort()).toEqual(
    Object.keys(given).sort(),
  )
  expect((await registered()).realm_plan_type).toBe(before.realm_plan_type)
})

test('settings can be changed by their other names', async () => {
  const id = world.channelId('Rome')
  const received = await eventsDuring(['realm'], ['hamlet'], () =>
    ok(change('iago', { service_update_announcements_stream_id: id })),
  )
  expect(received.hamlet).toEqual([
    { type: 'realm', op: 'update', property: 'zulip_update_announcements_stream_id', value: id },
    { type: 'realm', op: 'update', property: 'service_update_announcements_stream_id', value: id },
  ])
  expect(await registered()).toMatchObject({
    realm_zulip_update_announcements_stream_id: id,
    realm_service_update_announcements_stream_id: id,
  })
  await ok(change('iago', { zulip_update_announcements_stream_id: -1 }))
})

test('older clients get permission settings as the policies that these replaced', async () => {
  const groups = realm.record.systemGroups
  const policies = async (changes: Record<string, unknown>) => {
    const given = Object.entries(changes).map(([name, value]) => [name, { new: value }])
    await ok(change('desdemona', Object.fromEntries(given)))
    const state = await registered()
    return (...names: string[]) => names.map((name) => state[`realm_${name}_policy`])
  }
  const some = { direct_members: [world.userId('zoe')], direct_subgroups: [groups['role:moderators']] }
  let told = await policies({
    can_create_public_channel_group: groups['role:fullmembers'],
    can_create_private_channel_group: some,
    can_mention_many_users_group: groups['role:nobody'],
    can_invite_users_group: groups['role:owners'],
    can_create_bots_group: groups['role:administrators'],
  })
  expect(told('create_public_stream', 'create_private_stream', 'wildcard_mention')).toEqual([3, 1, 6])
  expect(told('invite_to_realm', 'bot_creation')).toEqual([2, 2])
  told = await policies({ can_create_write_only_bots_group: groups['role:administrators'] })
  expect(told('bot_creation')).toEqual([3])
  await policies({
    can_create_public_channel_group: groups['role:members'],
    can_create_private_channel_group: groups['role:members'],
    can_mention_many_users_group: groups['role:administrators'],
    can_invite_users_group: groups['role:members'],
    can_create_bots_group: groups['role:members'],
    can_create_write_only_bots_group: groups['role:members'],
  })
})

test('settings that are names need visible characters', async () => {
  for (const name of ['Two\nlines', 'Bell\u0007', 'Left\u202eright']) {
    expect(await refusal(change('desdemona', { name }))).toEqual(bad('Invalid characters in name!'))
  }
})

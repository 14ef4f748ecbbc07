import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptInvitation } from '../../core/people/accounts/accept-invitation.ts'
import { tokenOf } from '../../core/people/invites/token.ts'
import { ApiError } from '../../core/platform/errors.ts'
import type { InvitationId, RealmId } from '../../core/platform/ids.ts'
import type { Core } from '../../core/state/core.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { Answer, Body, Client } from '../harness/client.ts'
import { checkProperty } from '../harness/property.ts'
import { Queue } from '../harness/queue.ts'
import { World } from '../harness/world.ts'
import { comparableState, OrganizationModel, policiesOf } from './organization-model.ts'

/** The users who act in turn, each at the next gateway. */
const ACTORS = ['desdemona', 'iago', 'shiva', 'hamlet', 'zoe'] as const
const OBSERVERS = ['desdemona', 'shiva', 'hamlet', 'polonius'] as const
const RUNS = 6

const CAPABILITIES = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_settings_object: true,
  linkifier_url_template: true,
  user_list_incomplete: true,
  include_deactivated_groups: true,
  archived_channels: true,
  empty_topic_name: true,
}

let world: World
let urls: string[]
let core: Core
let realm: RealmState
let count = 0
/** Ids of the objects created in this run, oldest first. */
const made: Record<string, number[]> = {}

beforeAll(async () => {
  world = await World.create()
  const gateways = await Promise.all([world.gateway(), world.gateway()])
  urls = gateways.map(({ url }) => url)
  core = gateways[0]!.gateway.core
  realm = (await core.realms.get(world.organization.realmId as RealmId))!
})
afterAll(() => world.close())

type Operation = (client: Client, n: number, m: number) => Promise<Answer>
const PEOPLE = ['hamlet', 'cordelia', 'othello', 'prospero', 'polonius']
const CHANNELS = ['Verona', 'Denmark', 'Rome', 'core team']
const person = (n: number) => world.userId(PEOPLE[n % PEOPLE.length]!)
const newest = (kind: string, n: number) => made[kind]?.at(-1 - (n % 3)) ?? 0
const channel = (n: number) => newest('channel', n) || world.channelId(CHANNELS[n % CHANNELS.length]!)
const fresh = (kind: string) => `${kind} ${++count}`
const subscriptions = '/users/me/subscriptions'
const draft = { type: 'private', to: [], topic: '', content: 'x' }

/** Settings whose value is a group: some replace a deprecated policy, some apply to private channels. */
const MAY_IN_REALM = [
  'can_create_public_channel_group',
  'can_add_subscribers_group',
  'can_invite_users_group',
  'can_mention_many_users_group',
  'can_delete_own_message_group',
  'can_move_messages_between_channels_group',
  'can_add_custom_emoji_group',
  'can_create_private_channel_group',
]
const MAY_IN_CHANNEL = [
  'can_subscribe_group',
  'can_add_subscribers_group',
  'can_send_message_group',
  'can_remove_subscribers_group',
  'can_resolve_topics_group',
]
const GROUP_NAMES = [
  'role:fullmembers',
  'role:members',
  'role:nobody',
  'role:moderators',
  'role:everyone',
  'role:administrators',
] as const
const systemGroup = (name: (typeof GROUP_NAMES)[number]) => realm.record.systemGroups[name]
const someGroup = (m: number) =>
  m === 7
    ? { direct_members: [person(m)], direct_subgroups: [] }
    : m === 6
      ? newest('group', 0)
      : systemGroup(GROUP_NAMES[m]!)

/** Every invited user joins. */
async function accept(id: number): Promise<void> {
  const token = tokenOf(core.options.secretKey, realm.id, { kind: 'invitation', id: id as InvitationId })
  const newcomer = { fullName: fresh('New'), password: 'correct horse battery staple' }
  await acceptInvitation(core, realm, token, newcomer).catch((error) => {
    if (!(error instanceof ApiError)) throw error
  })
}

/** The requests of each operation. The server may refuse them. */
const OPERATIONS: Record<string, Operation> = {
  realm: (c, n) => c.patch('/realm', n % 2 ? { description: fresh('d') } : { name: fresh('Realm') }),
  realmFlags: (c, n, m) =>
    c.patch('/realm', { enable_read_receipts: n % 2 === 0, inline_image_preview: m % 2 === 0 }),
  realmLimit: (c, n) => c.patch('/realm', { message_content_edit_limit_seconds: 60 * (n + 1) }),
  realmMay: (c, n, m) =>
    c.patch('/realm', { [MAY_IN_REALM[n % MAY_IN_REALM.length]!]: { new: someGroup(m) } }),
  waiting: (c, n) => c.patch('/realm', { waiting_period_threshold: [0, 1_000][n % 2] }),
  guests: (c, n) =>
    c.patch('/realm', {
      can_access_all_users_group: { new: systemGroup(n % 2 ? 'role:members' : 'role:everyone') },
    }),
  realmGroup: (c, n) => c.patch('/realm', { can_create_groups: { new: newest('group', n) } }),
  defaults: (c, n) => c.patch('/realm/user_settings_defaults', { enter_sends: n % 2 === 0 }),
  settings: (c, n, m) =>
    c.patch('/settings', { enter_sends: n % 2 === 0, starred_message_counts: m % 2 === 0 }),
  visibility: (c, n) => c.patch('/settings', { email_address_visibility: [1, 2, 3, 4, 5][n % 5] }),
  name: (c, n) => c.patch(`/users/${person(n)}`, { full_name: fresh('N') }),
  role: (c, n, m) => c.patch(`/users/${person(n)}`, { role: [200, 300, 400, 600][m % 4] }),
  end: (c, n) => c.delete(`/users/${world.userId(['cordelia', 'othello'][n % 2]!)}`),
  return: (c, n) => c.post(`/users/${world.userId(['cordelia', 'othello'][n % 2]!)}/reactivate`),
  bot: (c) => c.post('/bots', { full_name: fresh('Bot'), short_name: `o${count}` }),
  botName: (c, n) => c.patch(`/bots/${newest('bot', n)}`, { full_name: fresh('Bot') }),
  botOwner: (c, n, m) => c.patch(`/bots/${newest('bot', n)}`, { bot_owner_id: person(m) }),
  botEnd: (c, n) => c.delete(`/bots/${newest('bot', n)}`),
  channel: (c, n, m) =>
    c.post('/channels/create', { name: fresh('ch'), subscribers: [person(n)], invite_only: m % 2 === 0 }),
  join: (c, n, m) =>
    c.post(subscriptions, { subscriptions: [{ name: CHANNELS[n % 4] }], principals: [person(m)] }),
  leave: (c, n) => c.delete(subscriptions, { subscriptions: [CHANNELS[n % 4]] }),
  unarchive: (c, n) => c.patch(`/streams/${newest('channel', n)}`, { is_archived: false }),
  rename: (c, n) => c.patch(`/streams/${newest('channel', n)}`, { new_name: fresh('ch') }),
  describe: (c, n) => c.patch(`/streams/${channel(n)}`, { description: fresh('d') }),
  privacy: (c, n, m) => c.patch(`/streams/${channel(n)}`, { is_private: m % 2 === 0 }),
  archive: (c, n) => c.delete(`/streams/${newest('channel', n)}`),
  allow: (c, n, m) =>
    c.patch(`/streams/${channel(n)}`, { can_administer_channel_group: { new: newest('group', m) } }),
  channelMay: (c, n, m) =>
    c.patch(`/streams/${channel(n)}`, {
      [MAY_IN_CHANNEL[(n + m) % MAY_IN_CHANNEL.length]!]: { new: someGroup(m) },
    }),
  isDefault: (c, n, m) => {
    const stream_id = channel(n)
    return m % 2 ? c.post('/default_streams', { stream_id }) : c.delete('/default_streams', { stream_id })
  },
  choices: (c, n, m) =>
    c.post('/default_stream_groups/create', {
      group_name: `choice ${n % 3}`,
      description: fresh('d'),
      stream_names: CHANNELS.slice(m % 3, (m % 3) + 1),
    }),
  choose: async (c, n, m) => {
    const { realm_default_stream_groups: groups } = await c.ok(
      c.post('/register', { fetch_event_types: ['default_stream_groups'] }),
    )
    const path = `/default_stream_groups/${groups[n % 3]?.id ?? 0}`
    if (m === 7) return c.delete(path)
    if (m === 6) return c.patch(path, { new_description: fresh('d') })
    return c.patch(`${path}/streams`, { op: m % 2 ? 'remove' : 'add', stream_names: [CHANNELS[m % 3]] })
  },
  pin: (c, n, m) =>
    c.post(`${subscriptions}/properties`, {
      subscription_data: [{ stream_id: channel(n), property: 'pin_to_top', value: m % 2 === 0 }],
    }),
  folder: (c) => c.post('/channel_folders/create', { name: fresh('F') }),
  folderName: (c, n) => c.patch(`/channel_folders/${newest('folder', n)}`, { name: fresh('F') }),
  folderOrder: async (c) => {
    const { channel_folders } = await c.ok(c.get('/channel_folders', { include_archived: true }))
    return c.patch('/channel_folders', { order: channel_folders.map((folder: Body) => folder.id).reverse() })
  },
  intoFolder: (c, n, m) => c.patch(`/streams/${channel(n)}`, { folder_id: newest('folder', m) }),
  group: (c, n) => c.post('/user_groups/create', { name: fresh('g'), description: '', members: [person(n)] }),
  groupMember: (c, n, m) =>
    c.post(`/user_groups/${newest('group', n)}/members`, { [m % 2 ? 'add' : 'delete']: [person(m)] }),
  groupName: (c, n) => c.patch(`/user_groups/${newest('group', n)}`, { name: fresh('g') }),
  groupEnd: (c, n) => c.post(`/user_groups/${newest('group', n)}/deactivate`),
  linkifier: (c) =>
    c.post('/realm/filters', { pattern: `#l${++count}-(?P<id>[0-9]+)`, url_template: 'https://x.test/{id}' }),
  domain: (c, n) => c.post('/realm/domains', { domain: `d${n}.test`, allow_subdomains: true }),
  domainEnd: (c, n) => c.delete(`/realm/domains/d${n}.test`),
  playground: (c) =>
    c.post('/realm/playgrounds', {
      name: fresh('P'),
      pygments_language: 'Python',
      url_template: 'https://x.test/{code}',
    }),
  field: (c) => c.post('/realm/profile_fields', { name: fresh('p'), field_type: 1 }),
  fieldEnd: (c, n) => c.delete(`/realm/profile_fields/${newest('field', n)}`),
  say: (c, n) => c.patch('/users/me/profile_data', { data: [{ id: newest('field', n), value: fresh('v') }] }),
  mute: (c, n) => c.post(`/users/me/muted_users/${person(n)}`),
  unmute: (c, n) => c.delete(`/users/me/muted_users/${person(n)}`),
  status: (c, n) => c.post('/users/me/status', { status_text: n % 3 ? fresh('s') : '' }),
  view: (c, n) => c.post('/navigation_views', { fragment: `narrow/${n}`, is_pinned: true, name: fresh('v') }),
  unview: (c, n) => c.delete(`/navigation_views/narrow%2F${n}`),
  draft: (c) => c.post('/drafts', { drafts: [draft] }),
  snippet: (c) => c.post('/saved_snippets', { title: fresh('s'), content: 'x' }),
  alert: (c, n) => c.post('/users/me/alert_words', { alert_words: [`w${n}`] }),
  calm: (c, n) => c.delete('/users/me/alert_words', { alert_words: [`w${n}`] }),
  invite: async (c, n, m) => {
    const answer = await c.post('/invites', {
      invitee_emails: `new${++count}@elsewhere.test`,
      invite_as: [300, 400, 600][n % 3],
      stream_ids: [channel(n)],
      group_ids: m % 2 ? [newest('group', m)] : [],
      include_realm_default_subscriptions: m % 3 === 0,
    })
    if (answer.status === 200) await accept((await c.get('/invites')).body.invites.at(-1).id)
    return answer
  },
  uninvite: async (c, n) => {
    const { invites } = (await c.get('/invites')).body
    return c.delete(`/invites/multiuse/${invites?.at(-1 - n)?.id ?? 0}`)
  },
  inviteAll: (c) => c.post('/invites/multiuse'),
  send: (c, n) => c.post('/messages', { type: 'channel', to: CHANNELS[n % 4], topic: 't1', content: 'x' }),
  star: (c, n, m) =>
    c.post('/messages/flags', {
      messages: [newest('message', n)],
      op: m % 3 ? 'add' : 'remove',
      flag: 'starred',
    }),
  unsend: (c, n) => c.delete(`/messages/${newest('message', n)}`),
  topic: (c, n, m) =>
    c.post('/user_topics', { stream_id: channel(n), topic: `t${m}`, visibility_policy: m % 4 }),
}

/**
 * For each operation that creates an object: the kind of object, and the field of the response with its id.
 */
const CREATED_IDS: Record<string, [kind: string, field: string]> = {
  bot: ['bot', 'user_id'],
  send: ['message', 'id'],
  channel: ['channel', 'id'],
  folder: ['folder', 'channel_folder_id'],
  group: ['group', 'group_id'],
  field: ['field', 'id'],
}

const step = fc.record({
  kind: fc.constantFrom(...Object.keys(OPERATIONS)),
  actor: fc.constantFrom(...ACTORS, 'desdemona' as const, 'iago' as const),
  n: fc.nat(7),
  m: fc.nat(7),
})
const hand = fc.array(step, { minLength: 20, maxLength: 40 })

async function apply(
  { kind, actor, n, m }: typeof step extends fc.Arbitrary<infer S> ? S : never,
  at: number,
) {
  const { status, body } = await OPERATIONS[kind]!(world.client(urls[at]!, actor), n, m)
  if (status >= 500) throw new Error(`${kind}: ${JSON.stringify(body)}`)
  const [created, field] = CREATED_IDS[kind] ?? []
  if (status !== 200 || created === undefined) return
  made[created] ??= []
  made[created].push(body[field!])
}

/**
 * The ids of starred messages that a client cannot compare with a new register response. A star survives
 * while its message cannot be read (docs/permissions.md), and the loss or the return of a channel is the only
 * event about it.
 */
async function incomparableStars(
  client: Client,
  { state, appeared }: OrganizationModel,
  fresh: Body,
): Promise<ReadonlySet<number>> {
  const stars = (of: Body) => new Set<number>(of.starred_messages)
  const different = [...stars(state)].filter((id) => !stars(fresh).has(id))
  const returned = [...stars(fresh)].filter((id) => !stars(state).has(id))
  const found = new Set<number>()
  for (const id of different) if ((await client.get(`/messages/${id}`)).status === 400) found.add(id)
  for (const id of returned) {
    const { message } = await client.ok(client.get(`/messages/${id}`))
    if (appeared.has(message.stream_id)) found.add(id)
  }
  return found
}

/** Deactivated users among the subscribers in a state: there must be none. */
function deactivatedSubscribers(state: Body): number[] {
  const inactive = new Set(state.realm_non_active_users.map((user: Body) => user.user_id))
  const entries = [state.streams, state.subscriptions, state.unsubscribed, state.never_subscribed].flat()
  return entries.flatMap((entry: Body) => entry.subscribers.filter((user: number) => inactive.has(user)))
}

const pick = (body: Body, names: readonly string[]): Body =>
  Object.fromEntries(names.map((name) => [name, body[name]]))

test('after any changes, a client that followed the events has the state that a new register response contains', {
  timeout: 600_000,
}, async () => {
  const as = (name: string, at: number) => world.client(urls[at]!, name)
  await checkProperty(fc.tuple(hand, hand), RUNS, async (hands) => {
    const parameters = { include_subscribers: true, slim_presence: true, client_capabilities: CAPABILITIES }
    const initial = await Promise.all(
      OBSERVERS.map((name) => as(name, 0).ok(as(name, 0).post('/register', parameters))),
    )
    await Promise.all(
      hands.map(async (steps, at) => {
        for (const step of steps) await apply(step, at)
      }),
    )
    const owner = as('desdemona', 0)
    const to = OBSERVERS.map((name) => world.userId(name))
    const { id: marker } = await owner.ok(owner.post('/messages', { type: 'direct', to, content: 'Done.' }))
    for (const [n, name] of OBSERVERS.entries()) {
      const client = as(name, 1)
      const events = await Queue.of(client, initial[n]).upTo(marker)
      const model = new OrganizationModel(initial[n])
      for (const event of events) model.apply(event)
      const fresh = await client.ok(client.post('/register', parameters))
      const incomparable = await incomparableStars(client, model, fresh)
      const compared = (state: Body) => {
        const starred_messages = state.starred_messages.filter((id: number) => !incomparable.has(id))
        return [name, comparableState({ ...state, starred_messages }, model.appeared)]
      }
      expect(compared(model.state)).toEqual(compared(fresh))
      expect([name, deactivatedSubscribers(fresh)]).toEqual([name, []])
      const policies = policiesOf(model.state)
      expect([name, policies]).toEqual([name, pick(fresh, Object.keys(policies))])
    }
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '../../../core/people/accounts/create.ts'
import { statement } from '../../../core/platform/db/statements/statement.ts'
import type { Core } from '../../../core/state/core.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import { Role } from '../../../core/state/users/record.ts'
import { apiRoutes } from '../../../gateway/routes/index.ts'
import type { Services } from '../../../gateway/services.ts'
import { type Answer, type Body, Client } from '../../harness/client.ts'
import { EventStreamClient, StreamRefused } from '../../harness/event-stream.ts'
import { formOf, upload, uploadFile } from '../../harness/upload.ts'
import { World } from '../../harness/world.ts'
import { anotherOrganization, demonstration } from './changes.ts'

/**
 * The permissions of every endpoint: each is called correctly by every kind of caller. An endpoint without a
 * row here fails the last test. Tests of the endpoints check their effects, and access to objects of other
 * users.
 */

/**
 * Users of the demonstration organization. The newcomer joined today; users become full members after three
 * days.
 */
const ROLES = {
  owner: 'desdemona',
  administrator: 'iago',
  moderator: 'shiva',
  member: 'hamlet',
  newcomer: 'zoe',
  guest: 'polonius',
  bot: 'greeter-bot',
} as const
type Member = keyof typeof ROLES
/**
 * Other callers: a deactivated account, no credentials, a key of another organization, and that
 * organization's owner at its own host.
 */
type Caller = Member | 'deactivated' | 'nobody' | 'foreigner' | 'stranger'
type Outcome = Partial<Record<Caller, string>>

const OK = 'ok'
const refused = (msg: string, ...callers: readonly Caller[]): Outcome =>
  Object.fromEntries(callers.map((caller) => [caller, msg]))
const PERMISSION = 'Insufficient permission'
const everyone: Outcome = {}
const people = refused('This endpoint does not accept bot requests.', 'bot')
const members = refused('Not allowed for guest users', 'guest')
const NOT_A_BOT = 'This endpoint accepts bot requests only.'
const bots = refused(NOT_A_BOT, 'owner', 'administrator', 'moderator', 'member', 'newcomer', 'guest')
/** Changes of how somebody logs in need a session in a browser. */
const NO_SESSION = 'Confirm who you are in your browser first.'
const sessions = {
  ...refused(NO_SESSION, 'owner', 'administrator', 'moderator', 'member', 'newcomer', 'guest'),
  ...people,
}
/** Nobody has connected a Zoom account. */
const NO_ZOOM = 'Invalid Zoom access token'
const humanMembers = { ...people, ...members }
const ordinary = ['moderator', 'member', 'newcomer', 'guest', 'bot'] as const
const administrators = refused('Must be an organization administrator', ...ordinary)
const owners = refused('Must be an organization owner', 'administrator', ...ordinary)
/** Endpoints that need a permission, which administrators have. */
const administer = refused(PERMISSION, ...ordinary)
const fullMembers = refused(PERMISSION, 'newcomer', 'guest')
const needsNobody = refused(OK, 'deactivated', 'nobody', 'foreigner')
const EXPIRED_CODE = 'The code has expired or has been used. Begin again.'
const nobodyHasCode = refused(
  EXPIRED_CODE,
  ...(['owner', 'administrator', ...ordinary, 'deactivated', 'nobody', 'foreigner'] as const),
)
const LOCKED_OUT: Outcome = {
  deactivated: 'Account is deactivated',
  nobody: 'Not logged in: API authentication or user session required',
  foreigner: 'Invalid API key',
}

/** Opens a stream of events and closes it. */
async function streamed(client: Client, parameters: Record<string, unknown>): Promise<Answer> {
  const answer = { headers: new Headers(), docsUrl: undefined }
  try {
    const stream = await EventStreamClient.open(client, parameters)
    stream.close()
    return { ...answer, status: 200, body: { result: 'success', msg: '' } }
  } catch (error) {
    if (!(error instanceof StreamRefused)) throw error
    return { ...answer, status: error.status, body: error.body }
  }
}

/** The object of a call, created for it. */
type Thing = Body
/** An object of the caller. Callers without permission, and the stranger, get one of the owner's objects. */
type Make = (client: Client, role: Role) => Promise<Thing>
type Call = (client: Client, thing: Thing) => Promise<Answer>
interface Row {
  readonly call: Call
  readonly outcome: Outcome
  readonly make?: Make
}
/**
 * `stranger`: the response to the other organization's owner for an object of this organization; "ok" without
 * an object.
 */
const row = (outcome: Outcome, stranger: string, call: Call, make?: Make): Row => ({
  call,
  outcome: { ...outcome, stranger },
  make,
})

let world: World
let core: Core
let realm: RealmState
let url: string
let clients: Record<Caller, Client>
let made = 0
const unique = (what: string) => `${what} ${++made}`
const id = (name: string) => world.userId(name)
const general = () => world.channelId('general')
const owner = () => clients.owner
const later = () => Math.floor(Date.now() / 1000) + 3600

const message: Make = async (client) =>
  (await client.ok(client.post('/messages', { type: 'channel', to: general(), topic: 'who', content: 'x' })))
    .id
const draft = { type: 'private', to: [], topic: '', content: 'x' }
const scheduled = () => ({
  type: 'channel',
  to: general(),
  topic: 'later',
  content: 'x',
  scheduled_delivery_timestamp: later(),
})
/** A new account of the same role, with its client. */
const account: Make = async (of, role) => {
  const name = unique('n').replace(' ', '')
  const user = await createUser(core, realm, { email: `${name}@demo.test`, fullName: name, role })
  await realm.sync()
  return { of, id: user.id, client: new Client(url, { email: user.email, apiKey: realm.apiKeyOf(user) }) }
}
const memberAccount: Make = (client) => account(client, Role.member)
const channel: Make = async () =>
  (await owner().ok(owner().post('/channels/create', { name: unique('c'), subscribers: [id('desdemona')] })))
    .id
const group: Make = async () =>
  (await owner().ok(owner().post('/user_groups/create', { name: unique('g'), description: '', members: [] })))
    .group_id
const folder: Make = async () =>
  (await owner().ok(owner().post('/channel_folders/create', { name: unique('f') }))).channel_folder_id
const defaultGroup: Make = async () => {
  const group = { group_name: unique('d'), description: '', stream_names: [] }
  await owner().ok(owner().post('/default_stream_groups/create', group))
  const wanted = { fetch_event_types: ['default_stream_groups'] }
  return (await owner().ok(owner().post('/register', wanted))).realm_default_stream_groups.at(-1).id
}
const NO_DEFAULT_GROUP = "Default channel group with id '{id}' does not exist."
const field: Make = async () =>
  (await owner().ok(owner().post('/realm/profile_fields', { name: unique('p'), field_type: 1 }))).id
const pattern = () => `#${unique('n').replace(' ', '')}`
const filter: Make = async () =>
  (await owner().ok(owner().post('/realm/filters', { pattern: pattern(), url_template: 'https://x.test' })))
    .id
const playground = () => ({
  name: unique('p'),
  pygments_language: 'Python',
  url_template: 'https://x.test/{code}',
})
const domain: Make = async () => {
  const name = `${unique('d').replace(' ', '')}.test`
  await owner().ok(owner().post('/realm/domains', { domain: name, allow_subdomains: false }))
  return name
}
/** Emoji exist from the start. */
const emoji: Make = async () => `e${++emojiTaken}`
let emojiTaken = 0
const invitation: Make = async (client) => {
  const invitee_emails = `${unique('i').replace(' ', '')}@elsewhere.test`
  await client.ok(client.post('/invites', { invitee_emails, stream_ids: [] }))
  return (await client.ok(client.get('/invites'))).invites.at(-1).id
}
const reusableLink: Make = async () => {
  await owner().ok(owner().post('/invites/multiuse'))
  return (await owner().ok(owner().get('/invites'))).invites.at(-1).id
}
const queue: Make = async (client) =>
  (await client.ok(client.post('/register', { event_types: [] }))).queue_id
const bot: Make = async () => {
  const short_name = unique('b').replace(' ', '')
  const user = await owner().ok(owner().post('/bots', { full_name: short_name, short_name, bot_type: 1 }))
  return user.user_id
}
/** An export that a user has requested and the worker has written. */
const written: Make = async () => {
  const { id } = await owner().ok(owner().post('/export/realm'))
  await world.sql(`UPDATE realm_export SET status = 'succeeded', storage_key = 'none-' || id WHERE id = $1`, [
    id,
  ])
  return id
}
/** A finished export of Cordelia's data. */
const personExport: Make = async () => {
  const path = `/users/${id('cordelia')}/data/export`
  const { id: made } = await owner().ok(owner().post(path))
  await world.sql(
    `UPDATE person_task SET status = 'succeeded', storage_key = 'person-' || id WHERE id = $1`,
    [made],
  )
  return made
}
/** An account that can be merged: no other merge runs. */
const unmergedAccount: Make = async (client, role) => {
  await world.sql(`UPDATE account_merge SET status = 'succeeded'`)
  return memberAccount(client, role)
}
const android: Make = async (client) => {
  const token = unique('token')
  await client.ok(client.post('/users/me/android_gcm_reg_id', { token }))
  return token
}
const subscription = () => ({
  endpoint: `https://push.example.com/${++made}`,
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
})
const browser: Make = async (client) => {
  const given = subscription()
  await client.ok(client.post('/users/me/web_push_subscription', given))
  return given.endpoint
}
const apple: Make = async (client) => {
  const token = (++made).toString(16).padStart(8, '0')
  await client.ok(client.post('/users/me/apns_device_token', { token, appid: 'org.zulip.Zulip' }))
  return token
}
const NO_PUSH_SERVICE = 'Server is not configured to use push notification service.'
const NO_DEVICE = 'No active registered push device'
const file: Make = async (client) => uploadFile(client, { name: 'x.txt', type: 'text/plain', bytes: 'x' })
const fragment: Make = async (client) => {
  const name = `narrow/is/starred/${++made}`
  await client.ok(client.post('/navigation_views', { fragment: name, is_pinned: true, name }))
  return encodeURIComponent(name)
}
/** Callers use the key that the response contains. */
async function withNewKey(client: Client, answer: Promise<Answer>): Promise<Answer> {
  const { body, ...rest } = await answer
  if (body.result === 'success') {
    const [email] = Buffer.from(client.headers.authorization!.slice(6), 'base64').toString().split(':')
    client.headers.authorization = `Basic ${Buffer.from(`${email}:${body.api_key}`).toString('base64')}`
  }
  return { body, ...rest }
}
const NO_MESSAGE = 'Invalid message(s)'
const NO_CHANNEL = 'Invalid channel ID'
const NO_USER = 'No such user'
const NO_GROUP = 'Invalid user group'
const ownMessage = message
const mine = '/users/me/subscriptions'
const settings = '/settings'

/** A picture of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
function picture(client: Client, path: string): Promise<Answer> {
  const { body, headers } = formOf([{ name: 'x.png', type: 'image/png', bytes: PICTURE }])
  return client.request('POST', path, body, headers)
}

const ROWS: Record<string, Row> = {
  'GET /server_settings': row(needsNobody, OK, (c) => c.get('/server_settings')),
  'GET /emoji_data': row(needsNobody, OK, (c) => c.get('/emoji_data')),
  'POST /fetch_api_key': row(needsNobody, 'Your username or password is incorrect', (c) =>
    c.post('/fetch_api_key', { username: 'cordelia@demo.test', password: 'verona' }),
  ),
  'GET /dev_list_users': row(needsNobody, OK, (c) => c.get('/dev_list_users')),
  'POST /device_authorization': row(needsNobody, OK, (c) => c.post('/device_authorization')),
  'POST /device_token': row(nobodyHasCode, EXPIRED_CODE, (c) =>
    c.post('/device_token', { device_code: 'unknown' }),
  ),
  'POST /dev_fetch_api_key': row(needsNobody, 'Your username or password is incorrect', (c) =>
    c.post('/dev_fetch_api_key', { username: 'cordelia@demo.test' }),
  ),
  'POST /register': row(everyone, OK, (c) => c.post('/register', { event_types: [] })),
  'GET /events': row(
    everyone,
    'Bad event queue ID: {id}',
    (c, queue_id) => c.get('/events', { queue_id, last_event_id: -1, dont_block: true }),
    queue,
  ),
  'DELETE /events': row(
    everyone,
    'Bad event queue ID: {id}',
    (c, queue_id) => c.delete('/events', { queue_id }),
    queue,
  ),
  'POST /events/ticket': row(
    everyone,
    'Bad event queue ID: {id}',
    (c, queue_id) => c.post('/events/ticket', { queue_id }),
    queue,
  ),
  'GET /events/ws': row(
    refused('This address is for WebSockets', 'nobody', ...(Object.keys(ROLES) as Member[])),
    'This address is for WebSockets',
    (c, queue_id) => c.get('/events/ws', { queue_id, last_event_id: -1 }),
    queue,
  ),
  'GET /events/stream': row(
    everyone,
    'Bad event queue ID: {id}',
    (c, queue_id) => streamed(c, { queue_id, last_event_id: -1 }),
    queue,
  ),

  'POST /messages': row(everyone, "Channel with ID '1' does not exist", (c) =>
    c.post('/messages', { type: 'channel', to: general(), topic: 'who', content: 'x' }),
  ),
  'POST /messages/render': row(everyone, OK, (c) => c.post('/messages/render', { content: 'x' })),
  'GET /messages': row(everyone, OK, (c) =>
    c.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 }),
  ),
  'GET /messages/matches_narrow': row(
    everyone,
    OK,
    (c, one) => c.get('/messages/matches_narrow', { msg_ids: [one], narrow: [] }),
    message,
  ),
  'GET /messages/{message_id}': row(everyone, NO_MESSAGE, (c, one) => c.get(`/messages/${one}`), message),
  'GET /messages/{message_id}/history': row(
    everyone,
    NO_MESSAGE,
    (c, one) => c.get(`/messages/${one}/history`),
    message,
  ),
  'PATCH /messages/{message_id}': row(
    everyone,
    NO_MESSAGE,
    (c, one) => c.patch(`/messages/${one}`, { content: 'y' }),
    ownMessage,
  ),
  'DELETE /messages/{message_id}': row(
    everyone,
    NO_MESSAGE,
    (c, one) => c.delete(`/messages/${one}`),
    ownMessage,
  ),
  'POST /streams/{stream_id}/delete_topic': row(administrators, NO_CHANNEL, (c) =>
    c.post(`/streams/${general()}/delete_topic`, { topic_name: 'none such' }),
  ),
  'POST /messages/{message_id}/report': row(
    everyone,
    'Moderation request channel must be specified to enable message reporting.',
    (c, one) => c.post(`/messages/${one}/report`, { report_type: 'spam' }),
    async () => message(owner(), Role.owner),
  ),
  'POST /messages/{message_id}/reactions': row(
    everyone,
    NO_MESSAGE,
    (c, one) => c.post(`/messages/${one}/reactions`, { emoji_name: 'tada' }),
    message,
  ),
  'DELETE /messages/{message_id}/reactions': row(
    everyone,
    NO_MESSAGE,
    (c, one) => c.delete(`/messages/${one}/reactions`, { emoji_name: 'tada' }),
    async (client, role) => {
      const one = await message(client, role)
      await client.ok(client.post(`/messages/${one}/reactions`, { emoji_name: 'tada' }))
      return one
    },
  ),
  'POST /submessage': row(
    everyone,
    NO_MESSAGE,
    (c, message_id) => c.post('/submessage', { message_id, msg_type: 'widget', content: '{}' }),
    message,
  ),
  'POST /messages/flags': row(
    everyone,
    NO_MESSAGE,
    (c, one) => c.post('/messages/flags', { messages: [one], op: 'add', flag: 'starred' }),
    message,
  ),
  'POST /messages/flags/narrow': row(everyone, OK, (c) =>
    c.post('/messages/flags/narrow', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [],
      op: 'add',
      flag: 'starred',
    }),
  ),
  'POST /mark_all_as_read': row(everyone, OK, (c) => c.post('/mark_all_as_read')),
  'POST /mark_stream_as_read': row(everyone, NO_CHANNEL, (c) =>
    c.post('/mark_stream_as_read', { stream_id: general() }),
  ),
  'POST /mark_topic_as_read': row(
    everyone,
    NO_CHANNEL,
    (c) => c.post('/mark_topic_as_read', { stream_id: general(), topic_name: 'who' }),
    message,
  ),
  'GET /messages/{message_id}/read_receipts': row(
    everyone,
    NO_MESSAGE,
    (c, one) => c.get(`/messages/${one}/read_receipts`),
    message,
  ),

  'GET /calls/bigbluebutton/create': row(everyone, OK, (c) =>
    c.get('/calls/bigbluebutton/create', { meeting_name: 'a' }),
  ),
  'POST /calls/zoom/create': row(
    refused(NO_ZOOM, 'owner', 'administrator', 'moderator', 'member', 'newcomer', 'guest', 'bot'),
    NO_ZOOM,
    (c) => c.post('/calls/zoom/create'),
  ),
  'GET /users/me': row(everyone, OK, (c) => c.get('/users/me')),
  'GET /users': row(everyone, OK, (c) => c.get('/users')),
  'GET /users/{user_id}': row(everyone, NO_USER, (c) => c.get(`/users/${id('iago')}`)),
  'GET /users/{email}': row(everyone, NO_USER, (c) => c.get('/users/iago@demo.test')),
  'POST /users': row(
    { ...administrators, administrator: 'User not authorized to create users' },
    'User not authorized to create users',
    (c) =>
      c.post('/users', {
        email: `${unique('u').replace(' ', '')}@demo.test`,
        password: 'a long one 4 u',
        full_name: 'Ursula',
      }),
  ),
  'PATCH /users/{user_id}': row(
    administer,
    NO_USER,
    (c, { id }) => c.patch(`/users/${id}`, { full_name: unique('N') }),
    memberAccount,
  ),
  'PATCH /users/{email}': row(administer, NO_USER, (c) =>
    c.patch('/users/cordelia@demo.test', { full_name: unique('N') }),
  ),
  'DELETE /users/me': row(
    people,
    "You can't deactivate the only organization owner.",
    (c, thing) => (thing.of === c ? thing.client : c).delete('/users/me'),
    account,
  ),
  'GET /users/{user_id}/data': row(administrators, NO_USER, (c) => c.get(`/users/${id('cordelia')}/data`)),
  'POST /users/{user_id}/data/export': row(administrators, NO_USER, (c) =>
    c.post(`/users/${id('cordelia')}/data/export`),
  ),
  'DELETE /users/{user_id}/data/export/{export_id}': row(
    administrators,
    NO_USER,
    (c, one) => c.delete(`/users/${id('cordelia')}/data/export/${one}`),
    personExport,
  ),
  'POST /users/{user_id}/data/erase': row(
    administrators,
    NO_USER,
    (c, { id }) => c.post(`/users/${id}/data/erase`, { delete_messages: false }),
    memberAccount,
  ),
  'GET /merged_accounts': row(everyone, OK, (c) => c.get('/merged_accounts')),
  'GET /users/{user_id}/merge/check': row(
    administrators,
    NO_USER,
    (c, from) => c.get(`/users/${from.id}/merge/check`, { into_id: id('cordelia') }),
    memberAccount,
  ),
  'GET /users/{user_id}/merge': row(administrators, NO_USER, (c) => c.get(`/users/${id('cordelia')}/merge`)),
  'POST /users/{user_id}/merge': row(
    administrators,
    NO_USER,
    (c, from) => c.post(`/users/${from.id}/merge`, { into_id: id('cordelia') }),
    unmergedAccount,
  ),
  'DELETE /users/{user_id}': row(administer, NO_USER, (c, { id }) => c.delete(`/users/${id}`), memberAccount),
  'POST /users/{user_id}/reactivate': row(
    administer,
    NO_USER,
    (c, { id }) => c.post(`/users/${id}/reactivate`),
    async (client) => {
      const made = await account(client, Role.member)
      await owner().ok(owner().delete(`/users/${made.id}`))
      return made
    },
  ),

  'GET /streams': row(everyone, OK, (c) => c.get('/streams')),
  'GET /get_stream_id': row(everyone, "Invalid channel name 'general'", (c) =>
    c.get('/get_stream_id', { stream: 'general' }),
  ),
  'GET /users/me/{stream_id}/topics': row(everyone, NO_CHANNEL, (c) =>
    c.get(`/users/me/${general()}/topics`),
  ),
  'GET /streams/{stream_id}/former_topic': row(everyone, NO_CHANNEL, (c) =>
    c.get(`/streams/${general()}/former_topic`, { topic: 'who' }),
  ),
  'POST /channels/create': row({ ...members, ...refused(PERMISSION, 'newcomer') }, OK, (c) =>
    c.post('/channels/create', { name: unique('c'), subscribers: [] }),
  ),
  'GET /streams/{stream_id}': row(everyone, NO_CHANNEL, (c) => c.get(`/streams/${general()}`)),
  'PATCH /streams/{stream_id}': row(
    refused('You do not have permission to administer this channel.', ...ordinary),
    NO_CHANNEL,
    (c) => c.patch(`/streams/${general()}`, { description: unique('d') }),
  ),
  'DELETE /streams/{stream_id}': row(
    administrators,
    NO_CHANNEL,
    (c, one) => c.delete(`/streams/${one}`),
    channel,
  ),
  'GET /streams/{stream_id}/members': row(everyone, NO_CHANNEL, (c) =>
    c.get(`/streams/${general()}/members`),
  ),
  'GET /users/{user_id}/subscriptions/{stream_id}': row(everyone, NO_USER, (c) =>
    c.get(`/users/${id('iago')}/subscriptions/${general()}`),
  ),
  'GET /users/{user_id}/channels': row(everyone, NO_USER, (c) => c.get(`/users/${id('iago')}/channels`)),
  'GET /streams/{stream_id}/email_address': row(everyone, NO_CHANNEL, (c) =>
    c.get(`/streams/${general()}/email_address`),
  ),
  'POST /channel_folders/create': row(administrators, OK, (c) =>
    c.post('/channel_folders/create', { name: unique('f') }),
  ),
  'GET /channel_folders': row(everyone, OK, (c) => c.get('/channel_folders')),
  'PATCH /channel_folders': row(administrators, 'Invalid order mapping', async (c) => {
    const { channel_folders } = await owner().ok(owner().get('/channel_folders', { include_archived: true }))
    return c.patch('/channel_folders', { order: channel_folders.map((folder: Body) => folder.id) })
  }),
  'PATCH /channel_folders/{channel_folder_id}': row(
    administrators,
    'Invalid channel folder ID',
    (c, one) => c.patch(`/channel_folders/${one}`, { name: unique('f') }),
    folder,
  ),
  'POST /default_streams': row(
    administrators,
    NO_CHANNEL,
    (c, stream_id) => c.post('/default_streams', { stream_id }),
    channel,
  ),
  'DELETE /default_streams': row(
    administrators,
    NO_CHANNEL,
    (c, stream_id) => c.delete('/default_streams', { stream_id }),
    channel,
  ),
  'POST /default_stream_groups/create': row(administrators, OK, (c) =>
    c.post('/default_stream_groups/create', { group_name: unique('d'), description: '', stream_names: [] }),
  ),
  'PATCH /default_stream_groups/{group_id}': row(
    administrators,
    NO_DEFAULT_GROUP,
    (c, one) => c.patch(`/default_stream_groups/${one}`, { new_group_name: unique('d') }),
    defaultGroup,
  ),
  'DELETE /default_stream_groups/{group_id}': row(
    administrators,
    NO_DEFAULT_GROUP,
    (c, one) => c.delete(`/default_stream_groups/${one}`),
    defaultGroup,
  ),
  'PATCH /default_stream_groups/{group_id}/streams': row(
    administrators,
    NO_DEFAULT_GROUP,
    (c, one) => c.patch(`/default_stream_groups/${one}/streams`, { op: 'add', stream_names: ['Verona'] }),
    defaultGroup,
  ),
  'GET /users/me/subscriptions': row(everyone, OK, (c) => c.get(mine)),
  'POST /users/me/subscriptions': row(members, OK, (c) =>
    c.post(mine, { subscriptions: [{ name: 'general' }] }),
  ),
  'PATCH /users/me/subscriptions': row(members, OK, (c) => c.patch(mine, { add: [{ name: 'general' }] })),
  'POST /users/me/subscriptions/properties': row(everyone, NO_CHANNEL, (c) =>
    c.post(`${mine}/properties`, {
      subscription_data: [{ stream_id: general(), property: 'pin_to_top', value: true }],
    }),
  ),
  'DELETE /users/me/subscriptions': row(everyone, "Channel 'Verona' does not exist", (c) =>
    c.delete(mine, { subscriptions: ['Verona'] }),
  ),

  'POST /typing': row(everyone, NO_CHANNEL, (c) =>
    c.post('/typing', { type: 'channel', op: 'start', stream_id: general(), topic: 'who' }),
  ),
  'POST /messages/{message_id}/typing': row(
    everyone,
    NO_MESSAGE,
    (c, one) => c.post(`/messages/${one}/typing`, { op: 'start' }),
    ownMessage,
  ),
  'GET /drafts': row(everyone, OK, (c) => c.get('/drafts')),
  'POST /drafts': row(everyone, OK, (c) => c.post('/drafts', { drafts: [draft] })),
  'PATCH /drafts/{draft_id}': row(
    everyone,
    'Draft does not exist',
    (c, one) => c.patch(`/drafts/${one}`, { draft }),
    async (c) => (await c.ok(c.post('/drafts', { drafts: [draft] }))).ids[0],
  ),
  'DELETE /drafts/{draft_id}': row(
    everyone,
    'Draft does not exist',
    (c, one) => c.delete(`/drafts/${one}`),
    async (c) => (await c.ok(c.post('/drafts', { drafts: [draft] }))).ids[0],
  ),
  'GET /saved_snippets': row(everyone, OK, (c) => c.get('/saved_snippets')),
  'POST /saved_snippets': row(everyone, OK, (c) => c.post('/saved_snippets', { title: 'x', content: 'x' })),
  'PATCH /saved_snippets/{saved_snippet_id}': row(
    everyone,
    'Saved snippet does not exist.',
    (c, one) => c.patch(`/saved_snippets/${one}`, { title: 'y' }),
    async (c) => (await c.ok(c.post('/saved_snippets', { title: 'x', content: 'x' }))).saved_snippet_id,
  ),
  'DELETE /saved_snippets/{saved_snippet_id}': row(
    everyone,
    'Saved snippet does not exist.',
    (c, one) => c.delete(`/saved_snippets/${one}`),
    async (c) => (await c.ok(c.post('/saved_snippets', { title: 'x', content: 'x' }))).saved_snippet_id,
  ),
  'GET /scheduled_messages': row(everyone, OK, (c) => c.get('/scheduled_messages')),
  'POST /scheduled_messages': row(everyone, "Channel with ID '1' does not exist", (c) =>
    c.post('/scheduled_messages', scheduled()),
  ),
  'PATCH /scheduled_messages/{scheduled_message_id}': row(
    everyone,
    'Scheduled message does not exist',
    (c, one) => c.patch(`/scheduled_messages/${one}`, { content: 'y' }),
    async (c) => (await c.ok(c.post('/scheduled_messages', scheduled()))).scheduled_message_id,
  ),
  'DELETE /scheduled_messages/{scheduled_message_id}': row(
    everyone,
    'Scheduled message does not exist',
    (c, one) => c.delete(`/scheduled_messages/${one}`),
    async (c) => (await c.ok(c.post('/scheduled_messages', scheduled()))).scheduled_message_id,
  ),
  'GET /reminders': row(everyone, OK, (c) => c.get('/reminders')),
  'POST /reminders': row(
    everyone,
    NO_MESSAGE,
    (c, message_id) => c.post('/reminders', { message_id, scheduled_delivery_timestamp: later() }),
    message,
  ),
  'DELETE /reminders/{reminder_id}': row(
    everyone,
    'Reminder does not exist',
    (c, one) => c.delete(`/reminders/${one}`),
    async (c, role) => {
      const message_id = await message(c, role)
      return (await c.ok(c.post('/reminders', { message_id, scheduled_delivery_timestamp: later() })))
        .reminder_id
    },
  ),
  'GET /users/me/second_factors': row(people, OK, (c) => c.get('/users/me/second_factors')),
  'POST /users/me/authenticator/begin': row(sessions, NO_SESSION, (c) =>
    c.post('/users/me/authenticator/begin'),
  ),
  'POST /users/me/authenticator': row(sessions, NO_SESSION, (c) =>
    c.post('/users/me/authenticator', { setup: 'x', code: '123456' }),
  ),
  'DELETE /users/me/authenticator': row(sessions, NO_SESSION, (c) => c.delete('/users/me/authenticator')),
  'POST /users/me/recovery_codes': row(sessions, NO_SESSION, (c) => c.post('/users/me/recovery_codes')),
  'POST /users/me/api_key': row(sessions, NO_SESSION, (c) => c.post('/users/me/api_key')),
  'POST /users/me/passkeys/begin': row(sessions, NO_SESSION, (c) => c.post('/users/me/passkeys/begin')),
  'POST /users/me/passkeys': row(sessions, NO_SESSION, (c) =>
    c.post('/users/me/passkeys', { response: '{}' }),
  ),
  'PATCH /users/me/passkeys/{passkey_id}': row(
    {
      ...refused('No such passkey', 'owner', 'administrator', 'moderator', 'member', 'newcomer', 'guest'),
      ...people,
    },
    'No such passkey',
    (c) => c.patch('/users/me/passkeys/1', { name: 'x' }),
  ),
  'DELETE /users/me/passkeys/{passkey_id}': row(sessions, NO_SESSION, (c) =>
    c.delete('/users/me/passkeys/1'),
  ),
  'POST /users/me/confirm_identity/passkey': row(sessions, NO_SESSION, (c) =>
    c.post('/users/me/confirm_identity/passkey'),
  ),
  'POST /users/me/confirm_identity': row(sessions, NO_SESSION, (c) =>
    c.post('/users/me/confirm_identity', { password: 'x' }),
  ),
  'GET /users/me/sessions': row(people, OK, (c) => c.get('/users/me/sessions')),
  'DELETE /users/me/sessions': row(people, OK, (c) => c.delete('/users/me/sessions')),
  'DELETE /users/me/sessions/{session_id}': row(
    {
      ...refused('No such session', 'owner', 'administrator', 'moderator', 'member', 'newcomer', 'guest'),
      ...people,
    },
    'No such session',
    (c) => c.delete('/users/me/sessions/x'),
  ),
  'DELETE /realm/sessions': row(administrators, OK, (c) => c.delete('/realm/sessions')),
  'DELETE /users/{user_id}/sessions': row(
    administrators,
    'No such user',
    (c, { id }) => c.delete(`/users/${id}/sessions`),
    memberAccount,
  ),
  'GET /users/me/alert_words': row(everyone, OK, (c) => c.get('/users/me/alert_words')),
  'POST /users/me/alert_words': row(everyone, OK, (c) =>
    c.post('/users/me/alert_words', { alert_words: ['x'] }),
  ),
  'DELETE /users/me/alert_words': row(everyone, OK, (c) =>
    c.delete('/users/me/alert_words', { alert_words: ['x'] }),
  ),
  'POST /user_uploads': row(everyone, OK, (c) =>
    upload(c, { name: 'x.txt', type: 'text/plain', bytes: 'x' }),
  ),
  'GET /user_uploads/{realm_id_str}/{filename}': row(
    everyone,
    'This file does not exist or has been deleted.',
    (c, one) => c.get(one.replace('/api/v1', '')),
    file,
  ),
  'GET /attachments': row(everyone, OK, (c) => c.get('/attachments')),
  'DELETE /attachments/{attachment_id}': row(
    everyone,
    'Invalid attachment',
    (c, one) => c.delete(`/attachments/${one}`),
    async (c, role) => {
      await file(c, role)
      return Math.max(
        ...(await c.ok(c.get('/attachments'))).attachments.map((attachment: Body) => attachment.id),
      )
    },
  ),

  'POST /user_topics': row(everyone, NO_CHANNEL, (c) =>
    c.post('/user_topics', { stream_id: general(), topic: 'who', visibility_policy: 3 }),
  ),
  'PATCH /users/me/subscriptions/muted_topics': row(everyone, NO_CHANNEL, (c) =>
    c.patch(`${mine}/muted_topics`, { stream_id: general(), topic: unique('t'), op: 'add' }),
  ),
  'POST /user_groups/create': row(fullMembers, OK, (c) =>
    c.post('/user_groups/create', { name: unique('g'), description: '', members: [] }),
  ),
  'GET /user_groups': row(members, OK, (c) => c.get('/user_groups')),
  'PATCH /user_groups/{user_group_id}': row(
    { ...refused(PERMISSION, 'administrator', ...ordinary), ...members },
    NO_GROUP,
    (c, one) => c.patch(`/user_groups/${one}`, { description: unique('d') }),
    group,
  ),
  'POST /user_groups/{user_group_id}/deactivate': row(
    refused(PERMISSION, 'administrator', ...ordinary),
    NO_GROUP,
    (c, one) => c.post(`/user_groups/${one}/deactivate`),
    group,
  ),
  'GET /user_groups/{user_group_id}/members': row(
    members,
    NO_GROUP,
    (c, one) => c.get(`/user_groups/${one}/members`),
    group,
  ),
  'POST /user_groups/{user_group_id}/members': row(
    { ...refused(PERMISSION, 'administrator', ...ordinary), ...members },
    NO_GROUP,
    (c, one) => c.post(`/user_groups/${one}/members`, { add: [id('cordelia')] }),
    group,
  ),
  'GET /user_groups/{user_group_id}/members/{user_id}': row(
    members,
    NO_GROUP,
    (c, one) => c.get(`/user_groups/${one}/members/${id('iago')}`),
    group,
  ),
  'GET /user_groups/{user_group_id}/subgroups': row(
    members,
    NO_GROUP,
    (c, one) => c.get(`/user_groups/${one}/subgroups`),
    group,
  ),
  'POST /user_groups/{user_group_id}/subgroups': row(
    { ...refused(PERMISSION, 'administrator', ...ordinary), ...members },
    NO_GROUP,
    (c, { group, subgroup }) => c.post(`/user_groups/${group}/subgroups`, { add: [subgroup] }),
    async (c, role) => ({ group: await group(c, role), subgroup: await group(c, role) }),
  ),
  'POST /users/me/muted_users/{muted_user_id}': row(everyone, NO_USER, (c) =>
    c.post(`/users/me/muted_users/${id('cordelia')}`),
  ),
  'DELETE /users/me/muted_users/{muted_user_id}': row(
    everyone,
    NO_USER,
    (c) => c.delete(`/users/me/muted_users/${id('othello')}`),
    (c) => c.post(`/users/me/muted_users/${id('othello')}`),
  ),

  'POST /users/me/android_gcm_reg_id': row(people, OK, (c) =>
    c.post('/users/me/android_gcm_reg_id', { token: unique('t') }),
  ),
  'DELETE /users/me/android_gcm_reg_id': row(
    people,
    'Token does not exist',
    (c, token) => c.delete('/users/me/android_gcm_reg_id', { token }),
    android,
  ),
  'POST /users/me/apns_device_token': row(people, OK, (c) =>
    c.post('/users/me/apns_device_token', { token: 'c0ffee', appid: 'org.zulip.Zulip' }),
  ),
  'DELETE /users/me/apns_device_token': row(
    people,
    'Token does not exist',
    (c, token) => c.delete('/users/me/apns_device_token', { token }),
    apple,
  ),
  'GET /web_push/public_key': row(people, OK, (c) => c.get('/web_push/public_key')),
  'POST /users/me/web_push_subscription': row(people, OK, (c) =>
    c.post('/users/me/web_push_subscription', subscription()),
  ),
  'DELETE /users/me/web_push_subscription': row(
    people,
    'Subscription does not exist',
    (c, endpoint) => c.delete('/users/me/web_push_subscription', { endpoint }),
    browser,
  ),
  'POST /mobile_push/test_notification': row(
    people,
    'Device not recognized',
    (c, token) => c.post('/mobile_push/test_notification', { token }),
    android,
  ),
  'POST /mobile_push/register': row(
    {
      ...people,
      ...refused(NO_PUSH_SERVICE, 'owner', 'administrator', 'moderator', 'member', 'newcomer', 'guest'),
    },
    NO_PUSH_SERVICE,
    (c) =>
      c.post('/mobile_push/register', {
        ...{ token_kind: 'fcm', push_account_id: 1, push_public_key: 'x', bouncer_public_key: 'x' },
        encrypted_push_registration: 'x',
      }),
  ),
  'POST /mobile_push/e2ee/test_notification': row(
    {
      ...people,
      ...refused(NO_DEVICE, 'owner', 'administrator', 'moderator', 'member', 'newcomer', 'guest'),
    },
    NO_DEVICE,
    (c) => c.post('/mobile_push/e2ee/test_notification'),
  ),

  'GET /realm/profile_fields': row(everyone, OK, (c) => c.get('/realm/profile_fields')),
  'POST /realm/profile_fields': row(administrators, OK, (c) =>
    c.post('/realm/profile_fields', { name: unique('p'), field_type: 1 }),
  ),
  'PATCH /realm/profile_fields': row(
    administrators,
    'Invalid order mapping.',
    async (c) => {
      const { custom_fields } = await owner().ok(owner().get('/realm/profile_fields'))
      return c.patch('/realm/profile_fields', { order: custom_fields.map((field: Body) => field.id) })
    },
    field,
  ),
  'PATCH /realm/profile_fields/{field_id}': row(
    administrators,
    'Field id {id} not found.',
    (c, one) => c.patch(`/realm/profile_fields/${one}`, { hint: unique('h') }),
    field,
  ),
  'DELETE /realm/profile_fields/{field_id}': row(
    administrators,
    'Field id {id} not found.',
    (c, one) => c.delete(`/realm/profile_fields/${one}`),
    field,
  ),
  'PATCH /users/me/profile_data': row(
    people,
    'Field id {id} not found.',
    (c, one) => c.patch('/users/me/profile_data', { data: [{ id: one, value: 'x' }] }),
    field,
  ),
  'DELETE /users/me/profile_data': row(
    people,
    'Field id {id} not found.',
    (c, one) => c.delete('/users/me/profile_data', { data: [one] }),
    field,
  ),

  'GET /invites': row(humanMembers, OK, (c) => c.get('/invites')),
  'POST /invites': row({ ...people, ...refused(PERMISSION, 'guest') }, OK, (c) =>
    c.post('/invites', { invitee_emails: `${unique('i').replace(' ', '')}@elsewhere.test`, stream_ids: [] }),
  ),
  'POST /invites/multiuse': row(
    { ...refused(PERMISSION, 'moderator', 'member', 'newcomer'), ...humanMembers },
    OK,
    (c) => c.post('/invites/multiuse'),
  ),
  'DELETE /invites/{invite_id}': row(
    humanMembers,
    'No such invitation',
    (c, one) => c.delete(`/invites/${one}`),
    invitation,
  ),
  'POST /invites/{invite_id}/resend': row(
    humanMembers,
    'No such invitation',
    (c, one) => c.post(`/invites/${one}/resend`),
    invitation,
  ),
  'DELETE /invites/multiuse/{invite_id}': row(
    { ...administrators, ...humanMembers },
    'No such invitation',
    (c, one) => c.delete(`/invites/multiuse/${one}`),
    reusableLink,
  ),

  'GET /bots': row(humanMembers, OK, (c) => c.get('/bots')),
  'POST /bots': row({ ...humanMembers, ...refused(PERMISSION, 'newcomer') }, OK, (c) => {
    const short_name = unique('b').replace(' ', '')
    return c.post('/bots', { full_name: short_name, short_name, bot_type: 1 })
  }),
  'PATCH /bots/{bot_id}': row(
    { ...administer, ...humanMembers },
    'No such bot',
    (c, one) => c.patch(`/bots/${one}`, { full_name: unique('B') }),
    bot,
  ),
  'DELETE /bots/{bot_id}': row(
    { ...administer, ...people },
    'No such bot',
    (c, one) => c.delete(`/bots/${one}`),
    bot,
  ),
  'GET /bots/{bot_id}/api_key': row(
    { ...administer, ...humanMembers },
    'No such bot',
    (c, one) => c.get(`/bots/${one}/api_key`),
    bot,
  ),
  'POST /bots/{bot_id}/api_key/regenerate': row(
    { ...administer, ...humanMembers },
    'No such bot',
    (c, one) => c.post(`/bots/${one}/api_key/regenerate`),
    bot,
  ),
  'GET /bot_storage': row(bots, NOT_A_BOT, (c) => c.get('/bot_storage')),
  'PUT /bot_storage': row(bots, NOT_A_BOT, (c) => c.put('/bot_storage', { storage: { a: 'b' } })),
  'DELETE /bot_storage': row(bots, NOT_A_BOT, (c) => c.delete('/bot_storage')),

  'POST /users/me/api_key/regenerate': row(people, OK, (c) =>
    withNewKey(c, c.post('/users/me/api_key/regenerate')),
  ),

  'POST /users/me/presence': row(people, OK, (c) => c.post('/users/me/presence', { status: 'active' })),
  'GET /realm/presence': row(everyone, OK, (c) => c.get('/realm/presence')),
  'GET /users/{user_id_or_email}/presence': row(
    everyone,
    NO_USER,
    (c) => c.get(`/users/${id('desdemona')}/presence`),
    () => owner().post('/users/me/presence', { status: 'active' }),
  ),
  'POST /users/me/status': row(people, OK, (c) => c.post('/users/me/status', { status_text: unique('s') })),
  'POST /users/{user_id}/status': row(administer, NO_USER, (c) =>
    c.post(`/users/${id('cordelia')}/status`, { status_text: unique('s') }),
  ),
  'GET /users/{user_id}/status': row(everyone, NO_USER, (c) => c.get(`/users/${id('cordelia')}/status`)),
  'PATCH /settings': row(people, OK, (c) => c.patch(settings, { enter_sends: true })),
  'PATCH /settings/display': row(people, OK, (c) => c.patch(`${settings}/display`, { enter_sends: false })),
  'PATCH /settings/notifications': row(people, OK, (c) =>
    c.patch(`${settings}/notifications`, { enable_sounds: false }),
  ),
  'PATCH /realm/user_settings_defaults': row(administrators, OK, (c) =>
    c.patch('/realm/user_settings_defaults', { enter_sends: true }),
  ),
  'POST /users/me/onboarding_steps': row(people, OK, (c) =>
    c.post('/users/me/onboarding_steps', { onboarding_step: 'intro_inbox_view_modal' }),
  ),

  'PATCH /realm': row(administrators, OK, (c) => c.patch('/realm', { description: unique('d') })),
  'POST /realm/test_welcome_bot_custom_message': row(administrators, OK, (c) =>
    c.post('/realm/test_welcome_bot_custom_message', { welcome_message_custom_text: 'x' }),
  ),
  'GET /realm/linkifiers': row(everyone, OK, (c) => c.get('/realm/linkifiers')),
  'PATCH /realm/linkifiers': row(
    administrators,
    'The ordered list must enumerate all existing linkifiers exactly once',
    async (c) => {
      const { linkifiers } = await owner().ok(owner().get('/realm/linkifiers'))
      return c.patch('/realm/linkifiers', {
        ordered_linkifier_ids: linkifiers.map((linkifier: Body) => linkifier.id),
      })
    },
    filter,
  ),
  'POST /realm/filters': row(administrators, OK, (c) =>
    c.post('/realm/filters', { pattern: pattern(), url_template: 'https://x.test' }),
  ),
  'PATCH /realm/filters/{filter_id}': row(
    administrators,
    'Linkifier not found.',
    (c, one) => c.patch(`/realm/filters/${one}`, { pattern: pattern(), url_template: 'https://y.test' }),
    filter,
  ),
  'DELETE /realm/filters/{filter_id}': row(
    administrators,
    'Linkifier not found.',
    (c, one) => c.delete(`/realm/filters/${one}`),
    filter,
  ),
  'POST /realm/playgrounds': row(administrators, OK, (c) => c.post('/realm/playgrounds', playground())),
  'DELETE /realm/playgrounds/{playground_id}': row(
    administrators,
    'Invalid playground',
    (c, one) => c.delete(`/realm/playgrounds/${one}`),
    async () => (await owner().ok(owner().post('/realm/playgrounds', playground()))).id,
  ),
  'GET /realm/domains': row(everyone, OK, (c) => c.get('/realm/domains')),
  'POST /realm/domains': row(owners, OK, (c) =>
    c.post('/realm/domains', { domain: `${unique('d').replace(' ', '')}.test`, allow_subdomains: false }),
  ),
  'PATCH /realm/domains/{domain}': row(
    owners,
    'No entry found for domain {id}.',
    (c, one) => c.patch(`/realm/domains/${one}`, { allow_subdomains: true }),
    domain,
  ),
  'DELETE /realm/domains/{domain}': row(
    owners,
    'No entry found for domain {id}.',
    (c, one) => c.delete(`/realm/domains/${one}`),
    domain,
  ),
  'GET /realm/emoji': row(everyone, OK, (c) => c.get('/realm/emoji')),
  'DELETE /realm/emoji/{emoji_name}': row(
    {
      ...refused('Must be an organization administrator or emoji author', ...ordinary),
      ...members,
    },
    "Emoji '{id}' does not exist",
    (c, one) => c.delete(`/realm/emoji/${one}`),
    emoji,
  ),
  'POST /realm/emoji/{emoji_name}': row(members, OK, (c) =>
    picture(c, `/realm/emoji/${unique('new').replace(' ', '_')}`),
  ),
  'POST /realm/icon': row(administrators, OK, (c) => picture(c, '/realm/icon')),
  'DELETE /realm/icon': row(administrators, OK, (c) => c.delete('/realm/icon')),
  'POST /realm/logo': row(administrators, OK, (c) => picture(c, '/realm/logo?night=false')),
  'DELETE /realm/logo': row(administrators, OK, (c) => c.delete('/realm/logo', { night: false })),
  'POST /users/me/avatar': row(everyone, OK, (c) => picture(c, '/users/me/avatar')),
  'DELETE /users/me/avatar': row(everyone, OK, (c) => c.delete('/users/me/avatar')),
  'GET /navigation_views': row(everyone, OK, (c) => c.get('/navigation_views')),
  'POST /navigation_views': row(everyone, OK, (c) =>
    c.post('/navigation_views', { fragment: `narrow/${++made}`, is_pinned: true, name: unique('v') }),
  ),
  'PATCH /navigation_views/{fragment}': row(
    everyone,
    'Navigation view does not exist.',
    (c, one) => c.patch(`/navigation_views/${one}`, { is_pinned: false }),
    fragment,
  ),
  'DELETE /navigation_views/{fragment}': row(
    everyone,
    'Navigation view does not exist.',
    (c, one) => c.delete(`/navigation_views/${one}`),
    fragment,
  ),

  'GET /realm/grants': row(administrators, OK, (c) => c.get('/realm/grants')),
  'GET /realm/own_settings': row(everyone, OK, (c) => c.get('/realm/own_settings')),
  'GET /realm/log_in_providers': row(owners, OK, (c) => c.get('/realm/log_in_providers')),
  'POST /realm/log_in_providers': row({ ...owners, owner: NO_SESSION }, NO_SESSION, (c) =>
    c.post('/realm/log_in_providers', { kind: 'openid', name: 'a', display_name: 'A', settings: {} }),
  ),
  'PATCH /realm/log_in_providers/{provider_id}': row({ ...owners, owner: NO_SESSION }, NO_SESSION, (c) =>
    c.patch('/realm/log_in_providers/1', { enabled: true }),
  ),
  'DELETE /realm/log_in_providers/{provider_id}': row({ ...owners, owner: NO_SESSION }, NO_SESSION, (c) =>
    c.delete('/realm/log_in_providers/1'),
  ),
  'POST /realm/log_in_providers/{provider_id}/test': row(
    { ...owners, owner: 'There is no such provider of log-ins.' },
    'There is no such provider of log-ins.',
    (c) => c.post('/realm/log_in_providers/1/test'),
  ),
  'GET /realm/log_in_providers/{provider_id}/gone': row(
    { ...owners, owner: 'There is no such provider of log-ins.' },
    'There is no such provider of log-ins.',
    (c) => c.get('/realm/log_in_providers/1/gone'),
  ),
  'POST /realm/log_in_providers/{provider_id}/gone': row({ ...owners, owner: NO_SESSION }, NO_SESSION, (c) =>
    c.post('/realm/log_in_providers/1/gone', { user_ids: [1] }),
  ),
  'GET /realm/provisioning_tokens': row(owners, OK, (c) => c.get('/realm/provisioning_tokens')),
  'POST /realm/provisioning_tokens': row({ ...owners, owner: NO_SESSION }, NO_SESSION, (c) =>
    c.post('/realm/provisioning_tokens', { name: 'Entra' }),
  ),
  'DELETE /realm/provisioning_tokens/{token_id}': row(
    { ...owners, owner: 'No such token' },
    'No such token',
    (c) => c.delete('/realm/provisioning_tokens/1'),
  ),
  'GET /realm/usage': row(administrators, OK, (c) => c.get('/realm/usage')),
  'GET /audit_log': row(administrators, OK, (c) => c.get('/audit_log')),

  'POST /export/realm': row(administrators, OK, (c) => c.post('/export/realm', { export_type: 1 })),
  'GET /export/realm': row(administrators, OK, (c) => c.get('/export/realm')),
  'GET /unclaimed_people': row(administrators, OK, (c) => c.get('/unclaimed_people')),
  'POST /unclaimed_people/mail': row(administrators, OK, (c) => c.post('/unclaimed_people/mail')),
  'GET /realm/history_imports/newest': row(owners, OK, (c) => c.get('/realm/history_imports/newest')),
  'POST /realm/history_imports/{import_id}/start': row(
    { ...owners, owner: 'Other people have joined this organization, so it cannot get a history any more.' },
    'Other people have joined this organization, so it cannot get a history any more.',
    (c) => c.post('/realm/history_imports/5/start'),
  ),
  'PUT /realm/history_imports/{import_id}/token': row(
    { ...owners, owner: 'There is no import of a history.' },
    'There is no import of a history.',
    (c) => c.put('/realm/history_imports/5/token', { token: 'xoxp-1' }),
  ),
  'DELETE /realm/history_imports/{import_id}': row(
    { ...owners, owner: 'There is no import of a history.' },
    'There is no import of a history.',
    (c) => c.delete('/realm/history_imports/5'),
  ),
  'GET /export/realm/consents': row(administrators, OK, (c) => c.get('/export/realm/consents')),
  'DELETE /export/realm/{export_id}': row(
    administrators,
    'Invalid data export ID',
    (c, one) => c.delete(`/export/realm/${one}`),
    written,
  ),
}

/** Runs last, because it deactivates objects of the other rows. */
const LAST: Record<string, Row> = {
  'POST /realm/deactivate': row(owners, OK, (c) => c.post('/realm/deactivate')),
}

/** Before any gateway loads the organization. */
const PREPARE = [
  `UPDATE user_account SET joined_at = now() - interval '1 year' WHERE realm_id = 1 AND email <> 'zoe@demo.test'`,
  `UPDATE user_account SET is_active = false WHERE email = 'aaron@demo.test'`,
  `UPDATE user_account SET can_create_users = true WHERE email = 'desdemona@demo.test'`,
  `UPDATE realm SET settings = settings || jsonb_build_object('waiting_period_threshold', 3,
     'moderation_request_channel_id', (SELECT id FROM channel WHERE name = 'core team'),
     'can_create_groups', g.id, 'can_create_public_channel_group', g.id, 'can_create_bots_group', g.id)
   FROM user_group g WHERE realm.id = 1 AND g.realm_id = 1 AND g.name = 'role:fullmembers'`,
  `INSERT INTO realm_emoji (realm_id, name, author_id, file_name, is_animated)
   SELECT 1, 'e' || n, (SELECT id FROM user_account WHERE email = 'desdemona@demo.test'), 'x.png', false
   FROM generate_series(1, 10) AS n`,
]

beforeAll(async () => {
  world = await World.create({
    BIG_BLUE_BUTTON_URL: 'http://127.0.0.1:1/',
    BIG_BLUE_BUTTON_SECRET: 'shared with nobody',
    ZOOM_CLIENT_ID: 'client',
    ZOOM_CLIENT_SECRET: 'of nobody',
  })
  for (const text of PREPARE) await world.sql(text)
  const opened = await world.gateway()
  url = opened.url
  core = opened.gateway.core
  realm = await demonstration(world, core)
  const other = await anotherOrganization(core, url)
  const named = Object.entries(ROLES).map(([role, name]) => [role, world.client(url, name)])
  clients = {
    ...(Object.fromEntries(named) as Record<Member, Client>),
    deactivated: world.client(url, 'aaron'),
    nobody: world.client(url),
    foreigner: new Client(url, other.client.credentials),
    stranger: other.client,
  }
}, 600_000)
afterAll(() => world.close())

const HEAD = statement('test.head', 'SELECT seq FROM event_head WHERE realm_id = $1')
const head = async () => (await core.db.run<{ seq: number }>(HEAD, [realm.id]))[0]!.seq

const ROLE_CODES: Partial<Record<Caller, Role>> = {
  owner: Role.owner,
  administrator: Role.administrator,
  moderator: Role.moderator,
  guest: Role.guest,
}

/** The response to each caller; refused calls must change nothing. */
async function outcomes({ call, outcome, make }: Row): Promise<{ actual: Outcome; expected: Outcome }> {
  const expected: Outcome = { ...LOCKED_OUT, ...outcome }
  const callers = Object.keys(clients) as Caller[]
  const actual: Outcome = {}
  const request = async (caller: Caller, thing: Thing) => {
    const { body } = await call(clients[caller], thing)
    actual[caller] = body.result === 'success' ? OK : String(body.msg ?? body)
    if (typeof thing === 'number' || typeof thing === 'string')
      expected[caller] = expected[caller]?.replace('{id}', String(thing))
  }
  const owned = await make?.(owner(), Role.owner)
  const before = await head()
  const isRefused = (caller: Caller) => (expected[caller] ?? OK) !== OK
  for (const caller of callers.filter((caller) => isRefused(caller) || caller === 'stranger'))
    await request(caller, owned)
  expect(await head(), 'a refused call changes nothing').toBe(before)
  for (const caller of callers.filter((caller) => !isRefused(caller) && caller !== 'stranger')) {
    const thing = await make?.(caller in ROLES ? clients[caller] : owner(), ROLE_CODES[caller] ?? Role.member)
    await request(caller, thing)
  }
  for (const caller of callers) expected[caller] ??= OK
  return { actual, expected }
}

describe('every caller gets the expected status', () => {
  test.each(Object.entries(ROWS))('%s', async (_, row) => {
    const { actual, expected } = await outcomes(row)
    expect(actual).toEqual(expected)
  })
  test.each(Object.entries(LAST))('%s', async (_, row) => {
    const { actual, expected } = await outcomes(row)
    expect(actual).toEqual(expected)
  })
})

test('every endpoint has a row in the table', () => {
  const declared = apiRoutes({ core, config: world.config } as Services).map(
    ({ method, path }) => `${method} ${path}`,
  )
  expect([...Object.keys(ROWS), ...Object.keys(LAST)].sort()).toEqual(declared.sort())
})

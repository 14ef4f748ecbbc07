import { countTraffic } from '../../core/channels/changing/traffic.ts'
import { createRealm } from '../../core/organization/settings/create.ts'
import { createUser } from '../../core/people/accounts/create.ts'
import { savePresence } from '../../core/people/presence/copy.ts'
import { PresenceStore } from '../../core/people/presence/store.ts'
import type { Core } from '../../core/state/core.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import { Role } from '../../core/state/users/record.ts'
import { type Body, Client } from '../harness/client.ts'
import { animation, solidPicture } from '../harness/pictures.ts'
import { formOf, uploadFile } from '../harness/upload.ts'
import type { World } from '../harness/world.ts'

export const PASSWORD = 'once more unto the breach'
export const PEOPLE = ['olivia', 'viola', 'orsino', 'feste', 'maria'] as const
export type Name = (typeof PEOPLE)[number]
const ROLES: Record<Name, Role> = {
  olivia: Role.owner,
  viola: Role.administrator,
  orsino: Role.member,
  feste: Role.guest,
  maria: Role.member,
}

export interface Rich {
  readonly realm: RealmState
  readonly as: (name: Name) => Client
  readonly id: (name: Name) => number
  /** Messages by their purpose. */
  readonly messages: Record<string, number>
  /** URLs of uploaded files. */
  readonly files: string[]
}

/** A client that uses the organization's own host name; `url` is the URL that the gateway listens at. */
export function clientAt(url: string, realm: RealmState, email: string): Client {
  const there = new URL(url)
  there.hostname = realm.record.customHost!
  return new Client(there.origin, { email, apiKey: realm.apiKeyOf(realm.users.byEmail(email)!) })
}

/** An organization with every feature in use, made by its people through the API. */
export async function richOrganization(world: World, core: Core, url: string): Promise<Rich> {
  const realmId = await createRealm(core.db, {
    ...{ subdomain: 'srcorg', customHost: '127.0.0.2', name: 'Illyria', description: 'A coast' },
  })
  const realm = (await core.realms.get(realmId))!
  const ids = {} as Record<Name, number>
  const clients = {} as Record<Name, Client>
  for (const name of PEOPLE) {
    const full = name[0]!.toUpperCase() + name.slice(1)
    const user = await createUser(core, realm, {
      ...{ email: `${name}@illyria.test`, fullName: full, role: ROLES[name] },
      ...(name === 'olivia' && { password: PASSWORD }),
    })
    ids[name] = user.id
  }
  await realm.sync()
  for (const name of PEOPLE) clients[name] = clientAt(url, realm, `${name}@illyria.test`)
  const as = (name: Name) => clients[name]
  const ok = (name: Name, method: 'get' | 'post' | 'patch' | 'delete', path: string, body: Body = {}) =>
    as(name).ok(as(name)[method](path, body))
  const picture = async (name: Name, path: string, image: Buffer, type = 'image/png') => {
    const { body, headers } = formOf([{ name: 'x.png', type, bytes: image }])
    await as(name).ok(as(name).request('POST', path, body, headers))
  }
  const messages: Record<string, number> = {}
  const send = async (key: string, name: Name, to: Body, content: string, topic?: string) => {
    const type = topic === undefined ? 'direct' : 'channel'
    messages[key] = (
      await ok(name, 'post', '/messages', { type, to, content, ...(topic !== undefined && { topic }) })
    ).id
    return messages[key]!
  }

  // Pictures, groups, folders, channels.
  const red = await solidPicture().png().toBuffer()
  await picture('olivia', '/realm/icon', red)
  await picture('olivia', '/realm/logo?night=false', red)
  await picture('olivia', '/realm/logo?night=true', red)
  for (const name of PEOPLE) await picture(name, '/users/me/avatar', red)
  await picture('viola', '/realm/emoji/lute', red)
  await picture('viola', '/realm/emoji/dance', await animation('gif'), 'image/gif')
  const { group_id: crew } = await ok('olivia', 'post', '/user_groups/create', {
    ...{ name: 'crew', description: 'who sails', members: [ids.viola, ids.orsino] },
  })
  const { group_id: court } = await ok('olivia', 'post', '/user_groups/create', {
    ...{ name: 'court', description: '', members: [ids.maria], subgroups: [crew] },
  })
  await ok('olivia', 'patch', `/user_groups/${court}`, {
    can_mention_group: { new: { direct_members: [ids.viola], direct_subgroups: [crew] } },
  })
  const { channel_folder_id: folder } = await ok('olivia', 'post', '/channel_folders/create', {
    ...{ name: 'Sea', description: 'of *waves*' },
  })
  const create = async (name: string, people: Name[], rest: Body = {}): Promise<number> =>
    (
      await ok('olivia', 'post', '/channels/create', {
        ...{ name, subscribers: people.map((person) => ids[person]), ...rest },
      })
    ).id
  const shore = await create('shore', [...PEOPLE], { folder_id: folder, description: 'see #**garden**' })
  const garden = await create('garden', ['olivia', 'viola', 'orsino'], { description: 'of @**Olivia**' })
  const cellar = await create('cellar', ['olivia', 'maria'], {
    ...{ invite_only: true, history_public_to_subscribers: false },
  })
  const old = await create('old house', ['olivia'])
  await ok('olivia', 'patch', `/streams/${garden}`, {
    ...{
      can_send_message_group: { new: { direct_members: [ids.viola, ids.olivia], direct_subgroups: [court] } },
    },
    message_retention_days: '1000',
  })
  await ok('olivia', 'post', '/default_streams', { stream_id: shore })
  await ok('olivia', 'post', '/default_stream_groups/create', {
    ...{ group_name: 'Outdoors', description: 'under the sky', stream_names: ['garden'] },
  })

  // The organization's settings and lists.
  await ok('olivia', 'patch', '/realm', {
    new_stream_announcements_stream_id: shore,
    can_create_groups: { new: court },
    default_language: 'de',
    message_content_edit_limit_seconds: '"unlimited"',
    allow_message_editing: true,
  })
  await ok('olivia', 'patch', '/realm/user_settings_defaults', { enter_sends: true })
  await ok('olivia', 'post', '/realm/filters', {
    pattern: '#(?P<id>[0-9]+)',
    url_template: 'https://x.test/{id}',
  })
  await ok('olivia', 'post', '/realm/playgrounds', {
    ...{ name: 'py', pygments_language: 'Python', url_template: 'https://x.test/{code}' },
  })
  await ok('olivia', 'post', '/realm/domains', { domain: 'illyria.test', allow_subdomains: true })
  const fields: Record<number, number> = {}
  for (const field_type of [1, 2, 4, 6]) {
    const made = await ok('olivia', 'post', '/realm/profile_fields', {
      name: `field ${field_type}`,
      field_type,
    })
    fields[field_type] = made.id
  }
  await ok('orsino', 'patch', '/users/me/profile_data', {
    data: [
      { id: fields[1], value: 'a *duke*' },
      { id: fields[4], value: '1601-01-06' },
      { id: fields[6], value: [ids.olivia, ids.viola] },
    ],
  })

  // Files, and messages that refer to every kind of id.
  const files = [
    await uploadFile(as('orsino'), { name: 'song.txt', type: 'text/plain', bytes: 'food of love' }),
    await uploadFile(as('viola'), { name: 'größe.png', type: 'image/png', bytes: red }),
    await uploadFile(as('maria'), { name: 'unlinked.bin', bytes: Buffer.alloc(300_000, 7) }),
  ]
  const root = realm.record.subdomain
  const address = `http://${root}.localhost:9991`
  await send('first', 'orsino', shore, `If music be @**Viola|${ids.viola}** [song](${files[0]})`, 'music')
  await send(
    'link',
    'viola',
    shore,
    `[see](${address}/#narrow/channel/${shore}-shore/topic/music/near/${messages.first})`,
    'music',
  )
  await send(
    'mentions',
    'olivia',
    shore,
    `@**Orsino** @*crew* @_**Maria|${ids.maria}** #**garden** #**shore>music@${messages.first}** @**all** :lute:`,
    'music',
  )

  // Texts outside of messages that refer to them.
  const referring = `@_**Viola|${ids.viola}** #**shore>music@${messages.first}** [see](/#narrow/channel/${shore}-shore)`
  await ok('olivia', 'patch', '/realm', { welcome_message_custom_text: referring, description: referring })
  await ok('olivia', 'patch', `/channel_folders/${folder}`, { description: referring })
  await ok('orsino', 'patch', '/users/me/profile_data', { data: [{ id: fields[2], value: referring }] })
  await send(
    'code',
    'viola',
    shore,
    `\`@**Viola|${ids.viola}**\` in code, [picture](${files[1]}) https://elsewhere.test/#narrow/channel/${shore}-x`,
    'code',
  )
  await send(
    'direct',
    'viola',
    [ids.orsino],
    `see [this](#narrow/dm/${ids.orsino},${ids.viola}-dm/near/${messages.first}) ${address}${files[0]}`,
  )
  await send('group', 'olivia', [ids.viola, ids.maria, ids.orsino], 'to several')
  await send('self', 'maria', [ids.maria], 'a note')
  await send('poll', 'orsino', shore, '/poll Who?\nViola\nOlivia', 'votes')
  await send('todo', 'orsino', shore, '/todo List\nsing: loudly', 'votes')
  await send('secret', 'olivia', cellar, 'behind the barrels', 'wine')
  await send('moved', 'olivia', garden, 'to be moved', 'roses')
  await send('stays', 'olivia', garden, 'stays', 'roses')
  for (const n of [1, 2, 3, 4, 5]) await send(`n${n}`, 'viola', shore, `number ${n}`, 'numbers')
  const gone = await send('gone', 'viola', shore, 'to be deleted', 'numbers')
  await ok('olivia', 'delete', `/messages/${gone}`)
  const submit = (name: Name, message: string, content: Body) =>
    ok(name, 'post', '/submessage', {
      message_id: messages[message],
      msg_type: 'widget',
      content: JSON.stringify(content),
    })
  await submit('orsino', 'poll', { type: 'new_option', idx: 1, option: 'Maria' })
  await submit('viola', 'poll', { type: 'vote', key: `${ids.orsino},1`, vote: 1 })
  await submit('viola', 'poll', { type: 'vote', key: 'canned,0', vote: 1 })
  await submit('orsino', 'todo', { type: 'new_task', key: 2, task: 'dance', desc: '', completed: false })
  await submit('viola', 'todo', { type: 'strike', key: `2,${ids.orsino}` })
  const edit = (name: Name, message: string, change: Body) =>
    ok(name, 'patch', `/messages/${messages[message]}`, change)
  await edit('orsino', 'first', {
    content: `If music @**Viola|${ids.viola}** be the food [song](${files[0]}) #**shore>music@${messages.link}**`,
  })
  await edit('orsino', 'first', { content: `Play on, @**Viola** [song](${files[0]})` })
  await edit('olivia', 'moved', { stream_id: shore, topic: 'thorns', propagate_mode: 'change_one' })
  await edit('olivia', 'n1', { topic: 'counting', propagate_mode: 'change_all' })
  const react = (name: Name, message: string, emoji_name: string) =>
    ok(name, 'post', `/messages/${messages[message]}/reactions`, { emoji_name })
  await react('viola', 'first', 'lute')
  await react('olivia', 'first', 'tada')
  await react('orsino', 'first', 'lute')

  // Personal data.
  const flag = (name: Name, op: string, name_of_flag: string, which: string[]) =>
    ok(name, 'post', '/messages/flags', {
      messages: which.map((index) => messages[index]),
      op,
      flag: name_of_flag,
    })
  await flag('viola', 'add', 'starred', ['first', 'poll'])
  await flag('viola', 'add', 'read', ['n1', 'n2', 'first'])
  await flag('orsino', 'add', 'read', ['n1', 'n2', 'n3', 'n5', 'mentions'])
  await flag('orsino', 'remove', 'read', ['n2'])
  await flag('maria', 'add', 'collapsed', ['mentions'])
  await ok('feste', 'post', '/mark_all_as_read')
  for (const name of ['viola', 'orsino'] as const) {
    await ok(name, 'post', '/drafts', {
      drafts: [
        {
          type: 'stream',
          to: [shore],
          topic: 'music',
          content: `@**Olivia|${ids.olivia}** and`,
          timestamp: 1_600_000_000,
        },
        {
          type: 'private',
          to: [ids.olivia, ids.maria],
          topic: '',
          content: 'to two',
          timestamp: 1_600_000_001,
        },
        { type: '', to: [], topic: '', content: 'to nobody', timestamp: 1_600_000_002 },
      ],
    })
  }
  await ok('viola', 'post', '/saved_snippets', {
    title: 'sig',
    content: `#**shore>music@${messages.first}**`,
  })
  await ok('viola', 'post', '/users/me/alert_words', { alert_words: ['barrel', 'Duke'] })
  await ok('viola', 'post', '/user_topics', { stream_id: shore, topic: 'music', visibility_policy: 3 })
  await ok('orsino', 'post', '/user_topics', { stream_id: shore, topic: 'votes', visibility_policy: 1 })
  await ok('orsino', 'post', `/users/me/muted_users/${ids.feste}`)
  await ok('orsino', 'post', '/navigation_views', {
    ...{ fragment: `narrow/channel/${shore}-shore/topic/music`, is_pinned: true, name: 'music' },
  })
  await ok('orsino', 'post', '/users/me/onboarding_steps', { onboarding_step: 'intro_inbox_view_modal' })
  await ok('orsino', 'patch', '/settings', { email_address_visibility: 4, twenty_four_hour_time: true })
  await ok('feste', 'post', '/users/me/status', { status_text: 'with lute', emoji_name: 'lute' })
  await ok('orsino', 'post', '/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: shore, property: 'pin_to_top', value: true }],
  })
  const later = Math.floor(Date.now() / 1000) + 86_400
  await ok('orsino', 'post', '/scheduled_messages', {
    ...{
      type: 'channel',
      to: shore,
      topic: 'music',
      content: 'at @**Viola**',
      scheduled_delivery_timestamp: later,
    },
  })
  await ok('orsino', 'post', '/scheduled_messages', {
    ...{ type: 'direct', to: [ids.viola], content: 'later', scheduled_delivery_timestamp: later },
  })
  await ok('orsino', 'post', '/reminders', {
    message_id: messages.link,
    scheduled_delivery_timestamp: later,
    note: 'hm',
  })
  await ok('maria', 'delete', '/users/me/subscriptions', { subscriptions: ['shore'] })
  await send('missed', 'viola', shore, 'while Maria is away', 'numbers')
  await ok('maria', 'post', '/users/me/subscriptions', { subscriptions: [{ name: 'shore' }] })
  await ok('olivia', 'delete', `/streams/${old}`)

  // Bots, presence, counts.
  const bot = await ok('viola', 'post', '/bots', {
    ...{
      full_name: 'Hook',
      short_name: 'hook',
      bot_type: 3,
      payload_url: '"https://hook.test/x"',
      interface_type: 1,
    },
    default_sending_stream: 'shore',
  })
  await world.sql(`INSERT INTO bot_config VALUES ($1, 'key', 'value')`, [bot.user_id])
  const own = await ok('viola', 'post', '/bots', {
    ...{ full_name: 'Counter', short_name: 'counter', bot_type: 4, service_name: 'incrementor' },
  })
  await world.sql(`INSERT INTO bot_storage VALUES ($1, 'number', '7')`, [own.user_id])
  for (const name of PEOPLE) await ok(name, 'post', '/users/me/presence', { status: 'active' })
  await savePresence(core.db, new PresenceStore(core.redis))
  await countTraffic(core)
  await ok('viola', 'delete', `/bots/${bot.user_id}`)
  return { realm, as, id: (name) => ids[name], messages, files }
}

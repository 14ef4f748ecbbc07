import { Random } from './random.ts'
import type { ArchiveFiles } from './tar.ts'

/** Archives in the shape that Zulip's servers write, with people and messages made up. */

type Row = Record<string, unknown>

export interface ZulipArchive {
  readonly realm: Record<string, Row[]>
  readonly messages: Row[]
  readonly received: Row[]
  readonly attachments: Row[]
  readonly files: Map<string, Buffer>
}

export interface ZulipArchiveOptions {
  readonly seed: number
  readonly people?: number
  readonly channels?: number
  readonly messages?: number
}

export const FORMER_URL = 'https://chat.orchard.test'
const REALM = 7
const SYSTEM_GROUPS = [
  'nobody',
  'owners',
  'administrators',
  'moderators',
  'fullmembers',
  'members',
  'everyone',
  'internet',
]
const FIRST_GROUP = 40
export const groupId = (name: string): number => FIRST_GROUP + SYSTEM_GROUPS.indexOf(name)

const NAMES = [
  'Ada Quill',
  'Björn Ask',
  '王小明',
  'Dana O’Neill',
  'Émile Roux',
  'Fatima Zahra',
  'Gus Left',
  'Ha Nguyen',
]
const WORDS = [
  'bread',
  'oven',
  'flour',
  'early',
  'late',
  'Straße',
  '面包',
  'order-42',
  '**now**',
  '`code`',
  ':smile:',
  '||x||',
]
const TOPICS = ['rota', 'ovens', 'Straße', '✔ delivery', 'a'.repeat(60), '', 'Rota', 'İstanbul', 'istanbul']

/** Where messages go: a channel, or people. */
interface Place {
  readonly recipient: number
  readonly channel?: number
  readonly people: readonly number[]
  /** The sender, where the recipient follows from it. */
  readonly sender?: number
}

/** Makes an archive. The same seed makes the same one. */
export function zulipArchive({
  seed,
  people = 6,
  channels = 4,
  messages = 80,
}: ZulipArchiveOptions): ZulipArchive {
  const random = new Random(seed)
  const users = Array.from({ length: people }, (_, n) => 100 + n)
  const channelIds = Array.from({ length: channels }, (_, n) => 10 + n)
  const time = (n: number) => 1_700_000_000 + n * 60 + 0.25
  const bot = 100 + people
  const recipientOfUser = (id: number) => 1_000 + id
  const recipientOfChannel = (id: number) => 2_000 + id
  const group = 3_000
  const groupMembers = users.slice(0, 3)
  const userRow = (id: number, n: number): Row => ({
    id,
    email: `person${n}@orchard.test`,
    delivery_email: `person${n}@orchard.test`,
    full_name: NAMES[n % NAMES.length],
    role: n === 0 ? 100 : n === 1 ? 200 : n === 5 ? 600 : 400,
    is_active: NAMES[n % NAMES.length] !== 'Gus Left',
    is_bot: false,
    bot_type: null,
    bot_owner: null,
    is_mirror_dummy: false,
    date_joined: time(n),
    timezone: n === 2 ? 'Europe/Prague' : '',
    avatar_source: 'G',
    avatar_version: 1,
    long_term_idle: false,
    default_view: 'recent_topics',
    color_scheme: (n % 3) + 1,
    enter_sends: n % 2 === 0,
    translate_emoticons: false,
    email_address_visibility: 1,
  })
  const bots: Row = {
    ...userRow(bot, people),
    email: 'alarm-bot@orchard.test',
    delivery_email: 'alarm-bot@orchard.test',
    full_name: 'Alarm',
    role: 400,
    is_active: true,
    is_bot: true,
    bot_type: 1,
    bot_owner: users[0],
  }
  const streams = channelIds.map(
    (id, n): Row => ({
      id,
      name: ['general', 'Ovens & rye', 'night', 'old'][n % 4]! + (n < 4 ? '' : ` ${n}`),
      date_created: time(n),
      deactivated: n % 4 === 3,
      description: 'The *daily* work',
      invite_only: n % 4 === 1 || n % 4 === 2,
      history_public_to_subscribers: n % 4 !== 2,
      is_web_public: false,
      stream_post_policy: n % 4 === 1 ? 4 : 1,
      message_retention_days: null,
      can_remove_subscribers_group: groupId('administrators'),
    }),
  )
  const audit: Row[] = []
  const subscribed = new Map<number, Set<number>>(channelIds.map((id) => [id, new Set()]))
  const ever = new Map<number, Set<number>>(channelIds.map((id) => [id, new Set()]))
  let lastMessage = 499
  const change = (type: number, user: number, channel: number) => {
    audit.push({
      id: audit.length + 1,
      event_type: type,
      event_time: time(lastMessage),
      modified_user: user,
      modified_stream: channel,
      event_last_message_id: lastMessage,
      extra_data: {},
    })
  }
  const join = (user: number, channel: number) => {
    change(ever.get(channel)!.has(user) ? 302 : 301, user, channel)
    subscribed.get(channel)!.add(user)
    ever.get(channel)!.add(user)
  }
  for (const channel of channelIds) for (const user of users) if (random.chance(0.7)) join(user, channel)

  const places = (): Place => {
    const kind = random.next()
    if (kind < 0.7) {
      const channel = random.one(channelIds)
      return { recipient: recipientOfChannel(channel), channel, people: [...subscribed.get(channel)!] }
    }
    if (kind < 0.9) {
      const [a, b] = [random.one(users), random.one(users)]
      return { recipient: recipientOfUser(b), people: [...new Set([a, b])], sender: a }
    }
    return { recipient: group, people: groupMembers }
  }
  const rows: Row[] = []
  const received: Row[] = []
  const reactions: Row[] = []
  const topicOf = () => random.one(TOPICS)
  for (let n = 0; n < messages; n += 1) {
    if (random.chance(0.1)) {
      const [user, channel] = [random.one(users), random.one(channelIds)]
      if (!subscribed.get(channel)!.has(user)) join(user, channel)
      else {
        change(303, user, channel)
        subscribed.get(channel)!.delete(user)
        // A server marks everything as read when somebody leaves.
        for (const row of received) {
          const message = rows.find(({ id }) => id === row.message)!
          if (row.user_profile === user && message.recipient === recipientOfChannel(channel)) {
            row.flags_mask = Number(row.flags_mask) | 1
          }
        }
      }
    }
    const place = places()
    const id = lastMessage + 1 + random.below(3)
    lastMessage = id
    const sender = place.sender ?? (place.people.length === 0 ? bot : random.one(place.people))
    const text = Array.from({ length: 1 + random.below(6) }, () => random.one(WORDS)).join(' ')
    const link = random.chance(0.1) && rows.length > 0 ? random.one(rows) : undefined
    const mention = random.chance(0.1) ? random.one(users) : undefined
    const content = [
      text,
      ...(mention === undefined ? [] : [`@**${NAMES[(mention - 100) % NAMES.length]}|${mention}**`]),
      ...(link === undefined
        ? []
        : [`[it](${FORMER_URL}/#narrow/channel/10-general/topic/rota/near/${link.id})`]),
    ].join(' ')
    const isEdited = random.chance(0.1)
    rows.push({
      id,
      sender,
      recipient: place.recipient,
      realm: REALM,
      subject: place.channel === undefined ? '' : topicOf(),
      content,
      rendered_content: '<p>theirs</p>',
      date_sent: time(id),
      sending_client: 1 + random.below(2),
      last_edit_time: isEdited ? time(id + 1) : null,
      edit_history: isEdited
        ? JSON.stringify([{ user_id: sender, timestamp: Math.floor(time(id + 1)), prev_content: 'before' }])
        : null,
    })
    for (const user of new Set([...place.people, ...(place.channel === undefined ? [sender] : [])])) {
      if (!users.includes(user)) continue
      const isRead = user === sender || random.chance(0.6)
      const isMentioned = mention === user
      const isStarred = random.chance(0.1)
      const isDirect = place.channel === undefined
      received.push({
        id: received.length + 1,
        user_profile: user,
        message: id,
        flags_mask: (isRead ? 1 : 0) | (isStarred ? 2 : 0) | (isMentioned ? 8 : 0) | (isDirect ? 2048 : 0),
      })
    }
    if (random.chance(0.15)) {
      reactions.push({
        id: reactions.length + 1,
        message: id,
        user_profile: random.one(users),
        emoji_name: 'tada',
        emoji_code: '1f389',
        reaction_type: 'unicode_emoji',
      })
    }
  }
  return {
    realm: {
      zerver_realm: [
        {
          id: REALM,
          name: 'Orchard Street Bakery',
          string_id: 'orchard',
          description: 'Bread',
          date_created: time(0),
          invite_required: true,
          mandatory_topics: false,
          message_retention_days: -1,
          create_public_stream_policy: 4,
          allow_edit_history: true,
          default_language: 'en',
          icon_source: 'G',
        },
      ],
      zerver_client: [
        { id: 1, name: 'website' },
        { id: 2, name: 'ZulipMobile' },
      ],
      zerver_userprofile: [...users.map(userRow), bots],
      zerver_userprofile_mirrordummy: [],
      zerver_userprofile_crossrealm: [
        { id: 5, email: 'notification-bot@zulip.com', recipient_id: 5 },
        { id: 6, email: 'welcome-bot@zulip.com', recipient_id: 6 },
      ],
      zerver_recipient: [
        ...users.map((id) => ({ id: recipientOfUser(id), type: 1, type_id: id })),
        { id: recipientOfUser(bot), type: 1, type_id: bot },
        ...channelIds.map((id) => ({ id: recipientOfChannel(id), type: 2, type_id: id })),
        { id: group, type: 3, type_id: 1 },
      ],
      zerver_stream: streams,
      zerver_subscription: [
        ...channelIds.flatMap((channel) =>
          [...ever.get(channel)!].map((user) => ({
            user_profile: user,
            recipient: recipientOfChannel(channel),
            active: subscribed.get(channel)!.has(user),
            color: '#a6c7e5',
            is_muted: user % 2 === 0,
            pin_to_top: user % 3 === 0,
          })),
        ),
        ...groupMembers.map((user) => ({ user_profile: user, recipient: group, active: true })),
      ],
      zerver_defaultstream: [{ id: 1, stream: channelIds[0] }],
      zerver_usergroup: [
        ...SYSTEM_GROUPS.map((name) => ({ id: groupId(name), name: `role:${name}`, is_system_group: true })),
        {
          id: 60,
          name: 'bakers',
          description: 'Hands in dough',
          is_system_group: false,
          can_mention_group: groupId('members'),
        },
      ],
      zerver_usergroupmembership: users
        .slice(0, 2)
        .map((user, n) => ({ id: n, user_group: 60, user_profile: user })),
      zerver_groupgroupmembership: [],
      zerver_realmauditlog: audit,
      zerver_reaction: reactions,
      zerver_usertopic: [
        {
          user_profile: users[0],
          stream: channelIds[0],
          recipient: recipientOfChannel(channelIds[0]!),
          topic_name: 'rota',
          last_updated: time(1),
          visibility_policy: 3,
        },
      ],
      zerver_muteduser: [{ user_profile: users[0], muted_user: users[1], date_muted: time(1) }],
      zerver_alertword: [{ user_profile: users[0], word: 'yeast' }],
      zerver_customprofilefield: [
        { id: 1, name: 'Mentor', hint: '', order: 1, field_type: 6, field_data: '' },
        { id: 2, name: 'Bread', hint: 'One', order: 2, field_type: 1, field_data: '' },
      ],
      zerver_customprofilefieldvalue: [
        { user_profile: users[0], field: 1, value: `[${users[1]}]`, rendered_value: null },
        { user_profile: users[0], field: 2, value: 'rye', rendered_value: '<p>rye</p>' },
      ],
      zerver_realmfilter: [
        { id: 1, pattern: 'order-(?P<id>[0-9]+)', url_template: 'https://orders.test/{id}', order: 0 },
      ],
      zerver_userstatus: [
        {
          user_profile: users[1],
          status_text: 'at the oven',
          emoji_name: 'fire',
          emoji_code: '1f525',
          reaction_type: 'unicode_emoji',
        },
      ],
      zerver_draft: [
        {
          id: 1,
          user_profile: users[0],
          recipient: recipientOfChannel(channelIds[0]!),
          topic: 'rota',
          content: 'half written',
          last_edit_time: time(2),
        },
      ],
      zerver_savedsnippet: [
        { id: 1, user_profile: users[0], title: 'Hello', content: 'Good morning', date_created: time(2) },
      ],
      zerver_scheduledmessage: [
        {
          id: 1,
          sender: users[0],
          recipient: recipientOfChannel(channelIds[0]!),
          subject: 'rota',
          content: 'Next week',
          sending_client: 1,
          scheduled_timestamp: 4_000_000_000,
          delivered: false,
          failed: false,
          delivery_type: 1,
        },
      ],
    },
    messages: rows,
    received,
    attachments: [],
    files: new Map(),
  }
}

/** The files of an archive. `perFile`: how many messages one file has. */
export function zulipFiles(
  { realm, messages, received, attachments, files }: ZulipArchive,
  perFile = 1_000,
): ArchiveFiles {
  const root = 'zulip-export-x/'
  const all = new Map<string, string | Buffer>([
    [`${root}realm.json`, JSON.stringify(realm)],
    [`${root}attachment.json`, JSON.stringify({ zerver_attachment: attachments }, null, 2)],
    [`${root}stats.txt`, 'x'],
  ])
  for (let from = 0; from < Math.max(1, messages.length); from += perFile) {
    const some = messages.slice(from, from + perFile)
    const ids = new Set(some.map(({ id }) => id))
    const number = String(from / perFile + 1).padStart(6, '0')
    all.set(
      `${root}messages-${number}.json`,
      JSON.stringify({
        zerver_message: some,
        zerver_usermessage: received.filter(({ message }) => ids.has(message)),
      }),
    )
  }
  for (const [name, bytes] of files) all.set(`${root}${name}`, bytes)
  return all
}

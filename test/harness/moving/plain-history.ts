import { serialize } from 'bson'
import { Random } from './random.ts'
import type { ArchiveFiles } from './tar.ts'

/**
 * A made-up history without the form of any product, and its archives in the forms of Slack, Mattermost and
 * Rocket.Chat. A test compares what an import stores with the history itself.
 */
export interface PlainHistory {
  readonly people: readonly PlainPerson[]
  readonly channels: readonly PlainChannel[]
  /** In the order of time. No two have the same time. */
  readonly messages: readonly PlainMessage[]
  /**
   * Milliseconds up to which somebody has read a place (`placeKey`), by person; 0 for never. Absent: all is
   * read.
   */
  readonly viewed: ReadonlyMap<string, ReadonlyMap<number, number>>
}

export interface PlainPerson {
  readonly name: string
  readonly username: string
  readonly isActive: boolean
}

export interface PlainChannel {
  readonly name: string
  readonly isPrivate: boolean
  /** Indices of people. */
  readonly members: readonly number[]
}

/** A part of a text, in the marks of no product. */
export type Part =
  | { readonly kind: 'words' | 'bold' | 'code' | 'emoji'; readonly text: string }
  | { readonly kind: 'person'; readonly index: number }
  | { readonly kind: 'channel'; readonly index: number }

export interface PlainMessage {
  /** The index of a channel. */
  readonly channel?: number
  /** The people of a direct conversation, ascending. */
  readonly people?: readonly number[]
  readonly sender: number
  readonly parts: readonly Part[]
  /** Milliseconds. */
  readonly at: number
  /** Seconds; 0 for never. */
  readonly editedAt: number
  /** The index of the first message of the thread, of a message that has replies also its own. */
  readonly thread: number | undefined
  /** People by the name of an emoji. */
  readonly reactions: ReadonlyMap<string, readonly number[]>
  readonly starredBy: readonly number[]
  /**
   * Milliseconds up to which followers of the thread that it begins have read its replies; Mattermost alone.
   */
  readonly followers: ReadonlyMap<number, number>
  /** The content of a file of its own; Slack and Mattermost alone. */
  readonly file: string | undefined
}

/** Names the channel or the people of a message. */
export const placeKey = ({ channel, people }: Pick<PlainMessage, 'channel' | 'people'>): string =>
  people === undefined ? `C${channel}` : `D${people.join('x')}`

export const FILE_NAME = 'notes.txt'

const WORDS = ['kelp', 'Straße', 'tide', 'naïve', '潮', 'pier', 'a & b', '1 < 2', 'x_y_z', 'C:', 'end.']
const EMOJI = ['tada', 'wave', 'heart']
const BEGAN = 1_600_000_000_000
const FAR = 2_000_000_000_000

/** Makes a history: the same seed gives the same one. */
export function plainHistory(seed: number, count: number): PlainHistory {
  const random = new Random(seed)
  const people = Array.from({ length: 2 + random.below(6) }, (_, n) => ({
    name: `Person ${n} ${random.one(['Ok', 'Łuk', 'Ōta'])}`,
    username: `person${n}`,
    isActive: n === 0 || random.chance(0.8),
  }))
  const some = (): number[] => people.map((_, n) => n).filter(() => random.chance(0.6))
  const channels = Array.from({ length: 1 + random.below(4) }, (_, n) => ({
    name: `place${n}`,
    isPrivate: random.chance(0.4),
    members: some(),
  }))
  const messages: PlainMessage[] = []
  let at = BEGAN
  for (let n = 0; n < count; n += 1) {
    at += 1 + random.below(random.chance(0.1) ? 40_000_000 : 4_000)
    const before = messages.length > 0 && random.chance(0.3) ? random.below(messages.length) : undefined
    const root = before === undefined ? undefined : (messages[before]!.thread ?? before)
    const place =
      root === undefined ? placeOf(random, people.length, channels.length) : placeOfMessage(messages[root]!)
    const isReply = root !== undefined && place.channel !== undefined
    if (isReply) messages[root] = { ...messages[root]!, thread: root }
    messages.push({
      ...place,
      sender: random.below(people.length),
      parts: partsOf(random, people.length, channels.length),
      at,
      editedAt: random.chance(0.1) ? Math.floor(at / 1000) + 5 : 0,
      thread: isReply ? root : undefined,
      reactions: new Map(EMOJI.filter(() => random.chance(0.1)).map((name) => [name, some()])),
      starredBy: random.chance(0.1) ? some() : [],
      followers: new Map(),
      file: random.chance(0.03) ? `file ${n} of ${seed}` : undefined,
    })
  }
  const someTime = (): number => (random.chance(0.2) ? 0 : BEGAN + random.below(at - BEGAN + 1))
  const viewed = new Map<string, ReadonlyMap<number, number>>()
  for (const place of new Set([
    ...channels.map((_, channel) => placeKey({ channel })),
    ...messages.map(placeKey),
  ])) {
    viewed.set(place, new Map(some().flatMap((n) => (random.chance(0.6) ? [[n, someTime()] as const] : []))))
  }
  for (const [index, message] of messages.entries()) {
    if (message.thread !== index || random.chance(0.5)) continue
    messages[index] = { ...message, followers: new Map(some().map((n) => [n, someTime()])) }
  }
  return { people, channels, messages, viewed }
}

function placeOf(random: Random, people: number, channels: number): Pick<PlainMessage, 'channel' | 'people'> {
  if (random.chance(0.8)) return { channel: random.below(channels) }
  const chosen = new Set([random.below(people), random.below(people), random.below(people)])
  return { people: [...chosen].sort((a, b) => a - b) }
}

const placeOfMessage = ({ channel, people }: PlainMessage) => ({
  ...(channel !== undefined && { channel }),
  ...(people !== undefined && { people }),
})

function partsOf(random: Random, people: number, channels: number): Part[] {
  return Array.from({ length: 1 + random.below(5) }, (): Part => {
    const n = random.below(20)
    if (n === 0) return { kind: 'person', index: random.below(people) }
    if (n === 1) return { kind: 'channel', index: random.below(channels) }
    if (n === 2) return { kind: 'emoji', text: random.one(EMOJI) }
    if (n < 5) return { kind: 'bold', text: random.one(['key', 'Öl', 'now']) }
    if (n < 7) return { kind: 'code', text: random.one(['a*b*c', ':tada:', 'x < y && z']) }
    return { kind: 'words', text: random.one(WORDS) }
  })
}

/** Writes a text with the marks of a product. */
const written = (parts: readonly Part[], mark: (part: Part) => string): string => parts.map(mark).join(' ')

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Mixes a list. */
function mixed<T>(list: readonly T[], random: Random): T[] {
  const result = [...list]
  for (let n = result.length - 1; n > 0; n -= 1) {
    const other = random.below(n + 1)
    ;[result[n], result[other]] = [result[other]!, result[n]!]
  }
  return result
}

const emailOf = (username: string): string => `${username}@shore.test`

/** The bytes of the files of `asSlack`. */
export const slackFilesOf = ({ messages }: PlainHistory): (readonly [name: string, bytes: Buffer])[] =>
  messages.flatMap(({ file, at }) =>
    file === undefined ? [] : [[`__uploads/F${at}/${FILE_NAME}`, Buffer.from(file)] as const],
  )

/** The archive of Slack: the entries of the days are in any order. */
export function asSlack({ people, channels, messages }: PlainHistory): Map<string, unknown> {
  const random = new Random(messages.length)
  const ts = ({ at }: PlainMessage) => `${Math.floor(at / 1000)}.${String(at % 1000).padStart(3, '0')}000`
  const text = ({ parts }: PlainMessage) =>
    written(parts, (part) => {
      if (part.kind === 'person') return `<@U${part.index}>`
      if (part.kind === 'channel') return `<#C${part.index}|old-name>`
      if (part.kind === 'bold') return `*${part.text}*`
      if (part.kind === 'code') return `\`${escaped(part.text)}\``
      return part.kind === 'emoji' ? `:${part.text}:` : escaped(part.text)
    })
  const files = new Map<string, unknown>()
  files.set(
    'users.json',
    people.map(({ name, username, isActive }, n) => ({
      ...{ id: `U${n}`, name: username, deleted: !isActive, is_owner: n === 0 },
      profile: { real_name: name, email: emailOf(username) },
    })),
  )
  const channelOf = ({ name, members }: PlainChannel, n: number) => ({
    ...{ id: `C${n}`, name, created: 1_600_000_000, creator: 'U0' },
    members: members.map((member) => `U${member}`),
  })
  const listed = channels.map((channel, n) => ({ channel, row: channelOf(channel, n) }))
  files.set(
    'channels.json',
    listed.filter(({ channel }) => !channel.isPrivate).map(({ row }) => row),
  )
  files.set(
    'groups.json',
    listed.filter(({ channel }) => channel.isPrivate).map(({ row }) => row),
  )
  const direct = new Map(
    messages.flatMap((message) =>
      message.people === undefined ? [] : [[`D${message.people.join('x')}`, message.people]],
    ),
  )
  files.set(
    'dms.json',
    [...direct].map(([id, members]) => ({ id, members: members.map((member) => `U${member}`) })),
  )
  const days = new Map<string, object[]>()
  for (const message of messages) {
    const folder =
      message.people === undefined ? channels[message.channel!]!.name : `D${message.people.join('x')}`
    const name = `${folder}/${new Date(message.at).toISOString().slice(0, 10)}.json`
    const { thread, editedAt, reactions } = message
    const row = {
      ...{ type: 'message', user: `U${message.sender}`, ts: ts(message), text: text(message) },
      ...(thread !== undefined && { thread_ts: ts(messages[thread]!) }),
      ...(editedAt > 0 && { edited: { user: `U${message.sender}`, ts: `${editedAt}.000000` } }),
      reactions: [...reactions].map(([emoji, users]) => ({ name: emoji, users: users.map((n) => `U${n}`) })),
      ...(message.file !== undefined && {
        files: [{ id: `F${message.at}`, name: FILE_NAME, mimetype: 'text/plain', size: message.file.length }],
      }),
    }
    days.set(name, [...(days.get(name) ?? []), row])
  }
  for (const [name, rows] of days) files.set(name, mixed(rows, random))
  return files
}

/** The files of `asMattermost`. */
export const mattermostFilesOf = ({ messages }: PlainHistory): Map<string, Buffer> =>
  new Map(
    messages.flatMap(({ file, at }) =>
      file === undefined ? [] : [[`data/${at}/${FILE_NAME}`, Buffer.from(file)] as const],
    ),
  )

/** The lines of the bulk export of Mattermost: posts are in any order. */
export function asMattermost({ people, channels, messages, viewed }: PlainHistory): object[] {
  const random = new Random(messages.length)
  const text = ({ parts }: PlainMessage) =>
    written(parts, (part) => {
      if (part.kind === 'person') return `@${people[part.index]!.username}`
      if (part.kind === 'channel') return `~${channels[part.index]!.name}`
      if (part.kind === 'bold') return `**${part.text}**`
      if (part.kind === 'code') return `\`${part.text}\``
      return part.kind === 'emoji' ? `:${part.text}:` : part.text
    })
  const bodyOf = (message: PlainMessage) => ({
    ...{ user: people[message.sender]!.username, message: text(message), create_at: message.at },
    edit_at: message.editedAt * 1000,
    reactions: [...message.reactions].flatMap(([emoji_name, users]) =>
      users.map((user) => ({ user: people[user]!.username, emoji_name, create_at: message.at })),
    ),
    flagged_by: message.starredBy.map((n) => people[n]!.username),
    ...(message.file !== undefined && { attachments: [{ path: `${message.at}/${FILE_NAME}` }] }),
  })
  const posts = messages.flatMap((message, index): object[] => {
    if (message.thread !== undefined && message.thread !== index) return []
    const replies = messages.filter(({ thread }, n) => thread === index && n !== index).map(bodyOf)
    const body = { ...bodyOf(message), type: '', props: {}, replies }
    if (message.people === undefined) {
      const thread_followers = [...message.followers].map(([n, last_viewed]) => ({
        ...{ user: people[n]!.username, last_viewed, unread_mentions: 0 },
      }))
      const post = { team: 'shore', channel: channels[message.channel!]!.name, ...body, thread_followers }
      return [{ type: 'post', post }]
    }
    const channel_members = message.people.map((n) => people[n]!.username)
    return [{ type: 'direct_post', direct_post: { channel_members, ...body } }]
  })
  return [
    { type: 'version', version: 1 },
    { type: 'team', team: { name: 'shore', display_name: 'Shore', type: 'O' } },
    ...channels.map(({ name, isPrivate }) => ({
      type: 'channel',
      channel: { team: 'shore', name, display_name: name, type: isPrivate ? 'P' : 'O' },
    })),
    ...people.map(({ name, username, isActive }, n) => ({
      type: 'user',
      user: {
        ...{ username, email: emailOf(username), first_name: name, last_name: '' },
        ...{ roles: n === 0 ? 'system_user system_admin' : 'system_user', delete_at: isActive ? 0 : BEGAN },
        teams: [
          {
            ...{ name: 'shore', roles: 'team_user' },
            channels: channels
              .map((channel, index) => ({ channel, until: viewed.get(placeKey({ channel: index }))!.get(n) }))
              .filter(({ channel }) => channel.members.includes(n))
              .map(({ channel, until }) => ({
                name: channel.name,
                ...(until !== undefined && { last_viewed_at: until }),
              })),
          },
        ],
      },
    })),
    ...mixed(posts, random),
    ...[...new Map(messages.map((message) => [placeKey(message), message.people]))].flatMap(
      ([key, members]) =>
        members === undefined
          ? []
          : [
              {
                type: 'direct_channel',
                direct_channel: {
                  participants: members.map((n) => {
                    // A time of 0 is left out by the exporter; far in the future for whoever has read all.
                    const until = viewed.get(key)!.get(n) ?? FAR
                    return { username: people[n]!.username, ...(until > 0 && { last_viewed_at: until }) }
                  }),
                },
              },
            ],
    ),
  ]
}

/** The collections of Rocket.Chat, as `mongodump` writes them: documents are in any order. */
export function asRocketChat({ people, channels, messages, viewed }: PlainHistory): ArchiveFiles {
  const random = new Random(messages.length)
  const text = ({ parts }: PlainMessage) =>
    written(parts, (part) => {
      if (part.kind === 'person') return `@${people[part.index]!.username}`
      if (part.kind === 'channel') return `#${channels[part.index]!.name}`
      if (part.kind === 'bold') return `*${part.text}*`
      if (part.kind === 'code') return `\`${part.text}\``
      return part.kind === 'emoji' ? `:${part.text}:` : part.text
    })
  const userOf = (n: number) => ({ _id: `U${n}`, username: people[n]!.username, name: people[n]!.name })
  const direct = new Map(
    messages.flatMap((message) =>
      message.people === undefined ? [] : [[`D${message.people.join('x')}`, message.people]],
    ),
  )
  const collections: Record<string, object[]> = {
    users: people.map(({ isActive }, n) => ({
      ...userOf(n),
      ...{
        type: 'user',
        active: isActive,
        roles: n === 0 ? ['admin'] : ['user'],
        createdAt: new Date(BEGAN),
      },
      emails: [{ address: emailOf(people[n]!.username), verified: true }],
    })),
    rocketchat_room: [
      ...channels.map(({ name, isPrivate }, n) => ({
        _id: `C${n}`,
        t: isPrivate ? 'p' : 'c',
        name,
        ts: new Date(BEGAN),
      })),
      ...[...direct].map(([_id, members]) => ({ _id, t: 'd', uids: members.map((n) => `U${n}`) })),
    ],
    rocketchat_subscription: [
      ...channels.map(({ members }, channel): [string, readonly number[]] => [
        placeKey({ channel }),
        members,
      ]),
      ...direct,
    ].flatMap(([rid, members]) =>
      members.map((n) => {
        const until = viewed.get(rid)!.get(n)
        const seen = until === 0 ? { alert: true } : until === undefined ? {} : { ls: new Date(until) }
        return { _id: `S${rid}.${n}`, rid, u: userOf(n), open: true, ...seen }
      }),
    ),
    rocketchat_message: messages.map((message, index) => ({
      ...{
        _id: `M${index}`,
        rid: message.people === undefined ? `C${message.channel}` : `D${message.people.join('x')}`,
      },
      ...{ u: userOf(message.sender), msg: text(message), ts: new Date(message.at) },
      ...(message.thread === index && { tcount: 1 }),
      ...(message.thread !== undefined && message.thread !== index && { tmid: `M${message.thread}` }),
      ...(message.editedAt > 0 && { editedAt: new Date(message.editedAt * 1000) }),
      starred: message.starredBy.map((n) => ({ _id: `U${n}` })),
      reactions: Object.fromEntries(
        [...message.reactions].map(([name, users]) => [
          `:${name}:`,
          { usernames: users.map((n) => people[n]!.username) },
        ]),
      ),
    })),
  }
  return new Map(
    Object.entries(collections).map(([name, documents]) => [
      `dump/rocketchat/${name}.bson`,
      Buffer.concat(mixed(documents, random).map((document) => serialize(document))),
    ]),
  )
}

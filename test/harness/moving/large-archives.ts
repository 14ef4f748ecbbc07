import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { serialize } from 'bson'
import { ZipFile } from 'yazl'
import { Random } from './random.ts'

/**
 * Archives of Slack, Mattermost and Rocket.Chat with any number of messages, without holding them in memory:
 * 40 people in 20 channels, a message a minute, a fifth of them in threads, every twentieth with a reaction.
 */

const PEOPLE = 40
const CHANNELS = 20
const BEGAN = 1_600_000_000
const SECONDS = 60
/** Messages of a day. */
const PER_DAY = 86_400 / SECONDS
const WORDS = [
  'tide',
  'pier',
  'rope',
  'early',
  'late',
  'Straße',
  'please',
  'tomorrow',
  'the',
  'of',
  'and',
  'we',
]

interface LargeMessage {
  readonly n: number
  readonly channel: number
  readonly sender: number
  readonly text: string
  /** Unix seconds. */
  readonly at: number
  /** The number of a message of the same channel that has replies. */
  readonly root: number | undefined
  readonly isRoot: boolean
  readonly reaction: number | undefined
}

/** The message of a number, whatever the order in which they are made. */
function messageAt(n: number): LargeMessage {
  const random = new Random(n * 2_654_435_761)
  const channel = n % CHANNELS
  // The first of ten messages of a channel has two replies.
  const place = Math.floor(n / CHANNELS) % 10
  const words = Array.from({ length: 4 + random.below(16) }, () => random.one(WORDS)).join(' ')
  return {
    ...{ n, channel, sender: random.below(PEOPLE), at: BEGAN + n * SECONDS },
    text: random.chance(0.05) ? `${words} https://example.com/${n}` : words,
    root: place === 1 || place === 2 ? n - place * CHANNELS : undefined,
    isRoot: place === 0,
    reaction: random.chance(0.05) ? random.below(PEOPLE) : undefined,
  }
}

const emailOf = (n: number): string => `person${n}@shore.test`
const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n)

async function finish(zip: ZipFile, path: string): Promise<void> {
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
}

/** Writes an archive of Slack: a file for each day of every channel. */
export async function writeLargeSlackArchive(path: string, messages: number): Promise<void> {
  const zip = new ZipFile()
  const add = (name: string, content: unknown) => zip.addBuffer(Buffer.from(JSON.stringify(content)), name)
  add(
    'users.json',
    numbers(PEOPLE).map((n) => ({
      ...{ id: `U${n}`, name: `person${n}`, is_owner: n === 0 },
      profile: { real_name: `Person ${n}`, email: emailOf(n) },
    })),
  )
  const members = numbers(PEOPLE).map((n) => `U${n}`)
  add(
    'channels.json',
    numbers(CHANNELS).map((n) => ({
      id: `C${n}`,
      name: `place${n}`,
      created: BEGAN,
      creator: 'U0',
      members,
    })),
  )
  const tsOf = (n: number) => `${BEGAN + n * SECONDS}.000100`
  const rowOf = ({ n, sender, text, root, isRoot, reaction }: LargeMessage) => ({
    ...{
      type: 'message',
      user: `U${sender}`,
      ts: tsOf(n),
      text: text.replace(/(https:\S+)/, '<$1>'),
      team: 'T1',
    },
    ...(root !== undefined && { thread_ts: tsOf(root) }),
    ...(isRoot && { thread_ts: tsOf(n), reply_count: 2 }),
    ...(reaction !== undefined && { reactions: [{ name: 'tada', users: [`U${reaction}`], count: 1 }] }),
    blocks: [
      {
        ...{ type: 'rich_text', block_id: `b${n}` },
        elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
      },
    ],
  })
  for (let from = 0; from < messages; from += PER_DAY) {
    const day = new Date((BEGAN + from * SECONDS) * 1000).toISOString().slice(0, 10)
    for (const channel of numbers(CHANNELS)) {
      const name = `place${channel}/${day}.json`
      zip.addReadStreamLazy(name, {}, (give) => {
        const rows = numbers(PER_DAY)
          .map((n) => from + n)
          .filter((n) => n < messages && n % CHANNELS === channel)
        give(
          null,
          Readable.from([
            JSON.stringify(
              rows.map((n) => rowOf(messageAt(n))),
              null,
              4,
            ),
          ]),
        )
      })
    }
  }
  await finish(zip, path)
}

/** Writes a bulk export of Mattermost. */
export async function writeLargeMattermostArchive(path: string, messages: number): Promise<void> {
  const bodyOf = ({ n, sender, text, at, reaction }: LargeMessage) => ({
    ...{ user: `person${sender}`, message: text, create_at: at * 1000, edit_at: 0, id: n },
    reactions:
      reaction === undefined ? [] : [{ user: `person${reaction}`, emoji_name: 'tada', create_at: at * 1000 }],
  })
  const channels = numbers(CHANNELS).map((n) => ({ name: `place${n}`, roles: 'channel_user' }))
  function* lines(): Generator<object> {
    yield { type: 'version', version: 1 }
    yield { type: 'team', team: { name: 'shore', display_name: 'Shore', type: 'O' } }
    for (const { name } of channels) {
      yield { type: 'channel', channel: { team: 'shore', name, display_name: name, type: 'O' } }
    }
    for (const n of numbers(PEOPLE)) {
      const roles = n === 0 ? 'system_user system_admin' : 'system_user'
      const user = {
        username: `person${n}`,
        email: emailOf(n),
        first_name: 'Person',
        last_name: String(n),
        roles,
      }
      yield { type: 'user', user: { ...user, teams: [{ name: 'shore', roles: 'team_user', channels }] } }
    }
    for (let n = 0; n < messages; n += 1) {
      const message = messageAt(n)
      if (message.root !== undefined) continue
      const replies = message.isRoot
        ? [n + CHANNELS, n + 2 * CHANNELS]
            .filter((reply) => reply < messages)
            .map((reply) => bodyOf(messageAt(reply)))
        : []
      const post = {
        team: 'shore',
        channel: `place${message.channel}`,
        type: '',
        props: {},
        ...bodyOf(message),
        replies,
      }
      yield { type: 'post', post }
    }
  }
  const zip = new ZipFile()
  zip.addReadStream(
    Readable.from(inChunks(lines(), (line) => Buffer.from(`${JSON.stringify(line)}\n`))),
    'import.jsonl',
  )
  await finish(zip, path)
}

/** Writes a dump of the database of Rocket.Chat. */
export async function writeLargeRocketChatArchive(path: string, messages: number): Promise<void> {
  const userOf = (n: number) => ({ _id: `U${n}`, username: `person${n}`, name: `Person ${n}` })
  const zip = new ZipFile()
  const add = (name: string, documents: Iterable<object>) =>
    zip.addReadStream(
      Readable.from(inChunks(documents, (document) => Buffer.from(serialize(document)))),
      `dump/rocketchat/${name}.bson`,
    )
  add(
    'users',
    numbers(PEOPLE).map((n) => ({
      ...userOf(n),
      ...{
        type: 'user',
        active: true,
        roles: n === 0 ? ['admin'] : ['user'],
        createdAt: new Date(BEGAN * 1000),
      },
      emails: [{ address: emailOf(n), verified: true }],
    })),
  )
  add(
    'rocketchat_room',
    numbers(CHANNELS).map((n) => ({ _id: `C${n}`, t: 'c', name: `place${n}`, ts: new Date(BEGAN * 1000) })),
  )
  add(
    'rocketchat_subscription',
    numbers(CHANNELS).flatMap((channel) =>
      numbers(PEOPLE).map((n) => ({ _id: `S${channel}.${n}`, rid: `C${channel}`, u: userOf(n), open: true })),
    ),
  )
  function* documents(): Generator<object> {
    for (let n = 0; n < messages; n += 1) {
      const { channel, sender, text, at, root, isRoot, reaction } = messageAt(n)
      yield {
        ...{ _id: `M${n}`, rid: `C${channel}`, u: userOf(sender), msg: text, ts: new Date(at * 1000) },
        ...{ _updatedAt: new Date(at * 1000), urls: [], mentions: [], channels: [] },
        md: [{ type: 'PARAGRAPH', value: [{ type: 'PLAIN_TEXT', value: text }] }],
        ...(root !== undefined && { tmid: `M${root}` }),
        ...(isRoot && { tcount: 2 }),
        ...(reaction !== undefined && { reactions: { ':tada:': { usernames: [`person${reaction}`] } } }),
      }
    }
  }
  add('rocketchat_message', documents())
  await finish(zip, path)
}

function* inChunks<T>(items: Iterable<T>, write: (item: T) => Buffer): Generator<Buffer> {
  let chunk: Buffer[] = []
  for (const item of items) {
    if (chunk.push(write(item)) < 500) continue
    yield Buffer.concat(chunk)
    chunk = []
  }
  yield Buffer.concat(chunk)
}

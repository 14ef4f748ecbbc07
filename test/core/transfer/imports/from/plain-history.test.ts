import fc from 'fast-check'
import { expect, test } from 'vitest'
import { world } from '../../../../gateway/routes/stage.ts'
import type { Body, Client } from '../../../../harness/client.ts'
import { writeMattermostArchive } from '../../../../harness/moving/mattermost-archive.ts'
import {
  importFrom,
  type Moved,
  newPath,
  setUpMovingStage,
  writeArchive,
} from '../../../../harness/moving/moving-stage.ts'
import {
  asMattermost,
  asRocketChat,
  asSlack,
  FILE_NAME,
  mattermostFilesOf,
  type Part,
  type PlainHistory,
  placeKey,
  plainHistory,
  slackFilesOf,
} from '../../../../harness/moving/plain-history.ts'
import { writeZip } from '../../../../harness/moving/slack-archive.ts'
import { checkProperty } from '../../../../harness/property.ts'

setUpMovingStage()

interface Stored {
  readonly id: string
  readonly conversation: string
  readonly channel: string | null
  readonly topic: string | null
  readonly people: readonly string[] | null
  readonly sender: string
  readonly content: string
  readonly at: string
  readonly edited: string | null
  readonly reactions: readonly string[]
}

/** All messages of an organization, in the order of their ids. */
const storedIn = ({ realm }: Moved): Promise<Stored[]> =>
  world.sql<Stored>(
    `SELECT m.id::text, m.conversation_id::text AS conversation, ch.name AS channel, c.topic,
            CASE WHEN c.channel_id IS NULL THEN (
              SELECT array_agg(u.delivery_email ORDER BY u.delivery_email) FROM conversation_participant p
              JOIN user_account u ON u.id = p.user_id WHERE p.conversation_id = c.id) END AS people,
            s.delivery_email AS sender, m.content,
            round(extract(epoch FROM m.sent_at) * 1000)::text AS at,
            extract(epoch FROM m.last_edit_at)::bigint::text AS edited,
            ARRAY(SELECT r.emoji_name || ' ' || u.delivery_email FROM reaction r
                  JOIN user_account u ON u.id = r.user_id WHERE r.message_id = m.id ORDER BY 1) AS reactions
     FROM message m
     JOIN conversation c ON c.id = m.conversation_id
     JOIN user_account s ON s.id = m.sender_id
     LEFT JOIN channel ch ON ch.id = m.channel_id
     WHERE m.realm_id = $1 ORDER BY m.id`,
    [realm.id],
  )

/** The link to the file of a message, after its text. */
const LINK = new RegExp(`\\n\\[${FILE_NAME}\\]\\((/user_uploads/[^)]+)\\)$`)

const emailOf = (n: number) => `person${n}@shore.test`

/** What an import should store of a history, from the history alone. */
function expectedOf({ people, channels, messages }: PlainHistory, { realm }: Moved) {
  const markOf = (part: Part): string => {
    if (part.kind === 'person') {
      return `@**${people[part.index]!.name}|${realm.users.byEmail(emailOf(part.index))!.id}**`
    }
    if (part.kind === 'channel') return `#**${channels[part.index]!.name}**`
    if (part.kind === 'bold') return `**${part.text}**`
    if (part.kind === 'code') return `\`${part.text}\``
    return part.kind === 'emoji' ? `:${part.text}:` : part.text
  }
  return messages.map((message) => ({
    channel: message.channel === undefined ? null : channels[message.channel]!.name,
    people: message.people?.map(emailOf) ?? null,
    sender: emailOf(message.sender),
    content: message.parts.map(markOf).join(' '),
    at: String(message.at),
    edited: message.editedAt > 0 ? String(message.editedAt) : null,
    reactions: [...message.reactions]
      .flatMap(([name, users]) => users.map((n) => `${name} ${emailOf(n)}`))
      .sort(),
  }))
}

async function check(history: PlainHistory, moved: Moved): Promise<void> {
  const stored = await storedIn(moved)
  const shown = stored.map(({ id: _, conversation: __, topic: ___, content, ...rest }) => ({
    ...rest,
    content: content.replace(LINK, ''),
    reactions: [...rest.reactions].sort(),
  }))
  expect(shown).toEqual(expectedOf(history, moved))
  checkThreads(history, stored)
  const members = await world.sql<{ channel: string; email: string }>(
    `SELECT ch.name AS channel, u.delivery_email AS email FROM subscription s
     JOIN channel ch ON ch.id = s.channel_id JOIN user_account u ON u.id = s.user_id
     WHERE ch.realm_id = $1 AND s.is_active`,
    [moved.realm.id],
  )
  const expected = history.channels.flatMap(({ name, members: of }) => of.map((n) => `${name} ${emailOf(n)}`))
  expect(members.map(({ channel, email }) => `${channel} ${email}`).sort()).toEqual(expected.sort())
  const accounts = await world.sql<{ email: string; active: boolean }>(
    `SELECT delivery_email AS email, is_active AS active FROM user_account
     WHERE realm_id = $1 AND NOT is_bot ORDER BY 1`,
    [moved.realm.id],
  )
  expect(accounts).toEqual(history.people.map(({ isActive }, n) => ({ email: emailOf(n), active: isActive })))
}

/** What an archive says besides its messages. */
interface Says {
  readonly viewed: boolean
  readonly followers: boolean
  readonly stars: boolean
  readonly files: boolean
}

const SAYS: Readonly<Record<string, Says>> = {
  Slack: { viewed: false, followers: false, stars: false, files: true },
  Mattermost: { viewed: true, followers: true, stars: true, files: true },
  'Rocket.Chat': { viewed: true, followers: false, stars: true, files: false },
}

/**
 * Walks over what everybody sees, over the API, beside the history. Resolves to the number of messages seen.
 */
async function walk(history: PlainHistory, moved: Moved, says: Says): Promise<number> {
  const { people, channels, messages } = history
  const stored = await storedIn(moved)
  const expected = expectedOf(history, moved)
  const idOf = (n: number) => Number(moved.realm.users.byEmail(emailOf(n))!.id)
  const channelIds = channels.map(({ name }) => Number(moved.realm.channels.byName(name)!.id))
  const isMember = (n: number, channel: number) => channels[channel]!.members.includes(n)

  /** Whether somebody has read a message of a place that reaches them. */
  const hasRead = (n: number, index: number): boolean => {
    const message = messages[index]!
    if (!says.viewed || message.sender === n) return true
    const until = history.viewed.get(placeKey(message))!.get(n) ?? Number.POSITIVE_INFINITY
    const inThread = message.thread === undefined ? undefined : messages[message.thread]!.followers.get(n)
    if (!says.followers || inThread === undefined) return message.at <= until
    return message.at <= inThread || (message.thread === index && message.at <= until)
  }

  let seen = 0
  for (const [n, { isActive }] of people.entries()) {
    if (!isActive) continue
    const client = moved.as(emailOf(n))
    const { subscriptions } = await client.ok(client.get('/users/me/subscriptions'))
    expect((subscriptions as Body[]).map(({ name }) => name).sort()).toEqual(
      channels.flatMap(({ name }, channel) => (isMember(n, channel) ? [name] : [])).sort(),
    )
    const { streams } = await client.ok(client.get('/streams', { include_public: true }))
    expect((streams as Body[]).map(({ name, invite_only }) => `${name} ${invite_only}`).sort()).toEqual(
      channels
        .filter(({ isPrivate }, channel) => !isPrivate || isMember(n, channel))
        .map(({ name, isPrivate }) => `${name} ${isPrivate}`)
        .sort(),
    )
    const { user_topics } = await client.ok(client.post('/register', { fetch_event_types: ['user_topic'] }))
    const followed = messages.flatMap(({ followers, channel }, index) =>
      says.followers && followers.has(n) ? [`${channelIds[channel!]} ${stored[index]!.topic} 3`] : [],
    )
    const policies = (user_topics as Body[]).map(
      (row) => `${row.stream_id} ${row.topic_name} ${row.visibility_policy}`,
    )
    expect(policies.sort()).toEqual(followed.sort())

    const fetched = await client.ok(
      client.get('/messages', {
        message_ids: stored.map(({ id }) => Number(id)),
        apply_markdown: false,
        allow_empty_topic_name: true,
      }),
    )
    const shown = new Map<number, Body>((fetched.messages as Body[]).map((row) => [row.id, row]))
    for (const [index, message] of messages.entries()) {
      const { channel, people: participants } = message
      const reaches = channel === undefined ? participants!.includes(n) : isMember(n, channel)
      const isVisible = reaches || (channel !== undefined && !channels[channel]!.isPrivate)
      const row = shown.get(Number(stored[index]!.id))
      expect([emailOf(n), index, row !== undefined]).toEqual([emailOf(n), index, isVisible])
      if (row === undefined) continue
      seen += 1
      const isStarred = says.stars && message.starredBy.includes(n)
      const isMentioned = reaches && message.parts.some((part) => part.kind === 'person' && part.index === n)
      const { content, at, edited } = expected[index]!
      expect({
        place: channel === undefined ? 'direct' : [row.stream_id, row.subject],
        sender: row.sender_id,
        content: (row.content as string).replace(LINK, ''),
        hasFile: LINK.test(row.content),
        timestamp: row.timestamp,
        isEdited: row.last_edit_timestamp !== undefined,
        flags: [...row.flags].sort(),
        reactions: (row.reactions as Body[]).map((one) => `${one.emoji_name} ${one.user_id}`).sort(),
      }).toEqual({
        place: channel === undefined ? 'direct' : [channelIds[channel], stored[index]!.topic],
        sender: idOf(message.sender),
        content,
        hasFile: says.files && message.file !== undefined,
        timestamp: Math.floor(Number(at) / 1000),
        isEdited: edited !== null,
        flags: [
          ...(reaches ? [] : ['historical']),
          ...(isMentioned ? ['mentioned'] : []),
          ...(!reaches || hasRead(n, index) ? ['read'] : []),
          ...(isStarred ? ['starred'] : []),
        ],
        reactions: [...message.reactions]
          .flatMap(([name, users]) => users.map((user) => `${name} ${idOf(user)}`))
          .sort(),
      })
      const link = LINK.exec(row.content)?.[1]
      if (link === undefined) continue
      const { url } = await client.ok(client.get(link))
      expect(await (await fetch(`${moved.origin}${url}`)).text()).toBe(message.file)
    }
    await checkHidden(n, client, history, stored, shown)
  }
  return seen
}

/** Files of others in messages that somebody does not see are not served. */
async function checkHidden(
  n: number,
  client: Client,
  { messages }: PlainHistory,
  stored: readonly Stored[],
  shown: ReadonlyMap<number, Body>,
): Promise<void> {
  for (const [index, { file, sender }] of messages.entries()) {
    const { id, content } = stored[index]!
    const link = LINK.exec(content)?.[1]
    if (file === undefined || link === undefined || sender === n || shown.has(Number(id))) continue
    expect((await client.get(link)).status).toBe(403)
  }
}

/** Each thread has a topic of its own with the date of its first message; all else has no topic. */
function checkThreads({ messages }: PlainHistory, stored: readonly Stored[]): void {
  const conversations = new Map<number, string>()
  for (const [index, { thread, channel }] of messages.entries()) {
    if (channel === undefined) continue
    const { conversation, topic } = stored[index]!
    if (thread === undefined) {
      expect(topic).toBe('')
      continue
    }
    const date = new Date(messages[thread]!.at).toISOString().slice(0, 10)
    expect(topic).toMatch(new RegExp(`.+ · ${date}(?: \\(\\d+\\))?$`))
    conversations.set(thread, conversations.get(thread) ?? conversation)
    expect(conversation).toBe(conversations.get(thread))
  }
  expect(new Set(conversations.values()).size).toBe(conversations.size)
}

const FORMATS: Readonly<Record<string, (history: PlainHistory) => Promise<string>>> = {
  Slack: async (history) => {
    const path = newPath('zip')
    await writeZip(path, asSlack(history), slackFilesOf(history))
    return path
  },
  Mattermost: async (history) => {
    const path = newPath('zip')
    await writeMattermostArchive(
      path,
      asMattermost(history) as Record<string, unknown>[],
      mattermostFilesOf(history),
    )
    return path
  },
  'Rocket.Chat': (history) => writeArchive(asRocketChat(history)),
}

test.each(Object.keys(FORMATS))(
  'an import from %s stores the history, message by message',
  async (format) => {
    const cases = fc.record({ seed: fc.nat(), count: fc.integer({ min: 0, max: 150 }) })
    await checkProperty(cases, 4, async ({ seed, count }) => {
      const history = plainHistory(seed, count)
      await check(history, await importFrom(await FORMATS[format]!(history)))
    })
  },
)

test.each(Object.keys(FORMATS))(
  'everybody sees of an import from %s what the history says, over the API',
  { timeout: 120_000 },
  async (format) => {
    const cases = fc.record({ seed: fc.nat(), count: fc.integer({ min: 1, max: 80 }) })
    let seen = 0
    await checkProperty(cases, 4, async ({ seed, count }) => {
      const history = plainHistory(seed, count)
      seen += await walk(history, await importFrom(await FORMATS[format]!(history)), SAYS[format]!)
    })
    expect(seen).toBeGreaterThan(0)
  },
)

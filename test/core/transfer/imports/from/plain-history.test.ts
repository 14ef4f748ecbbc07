import fc from 'fast-check'
import { expect, test } from 'vitest'
import { world } from '../../../../gateway/routes/stage.ts'
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
  type Part,
  type PlainHistory,
  plainHistory,
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
  const shown = stored.map(({ id: _, conversation: __, topic: ___, ...rest }) => ({
    ...rest,
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
    await writeZip(path, asSlack(history))
    return path
  },
  Mattermost: async (history) => {
    const path = newPath('zip')
    await writeMattermostArchive(path, asMattermost(history) as Record<string, unknown>[])
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

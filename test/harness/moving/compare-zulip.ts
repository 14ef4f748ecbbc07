import { expect } from 'vitest'
import type { RealmState } from '../../../core/state/realm/state.ts'
import type { Body, Client } from '../client.ts'
import type { World } from '../world.ts'
import type { ZulipArchive } from './zulip-archive.ts'

/** Compares an imported organization with the archive, by walking the archive row by row, over the API. */

type Row = Record<string, unknown>

export interface Imported {
  readonly world: World
  readonly realm: RealmState
  readonly as: (email: string) => Client
}

const bits = (mask: unknown, bit: number) => (Number(mask) & bit) !== 0

/** The flags of a message that its row gives somebody, and without a row those of history. */
function flagsOf(row: Row | undefined): string[] {
  if (row === undefined) return ['historical', 'read']
  const mask = row.flags_mask
  return [
    ...(bits(mask, 1) ? ['read'] : []),
    ...(bits(mask, 2) ? ['starred'] : []),
    ...(bits(mask, 4) ? ['collapsed'] : []),
    ...(bits(mask, 8) ? ['mentioned'] : []),
    ...(bits(mask, 16) ? ['stream_wildcard_mentioned', 'wildcard_mentioned'] : []),
    ...(bits(mask, 512) ? ['has_alert_word'] : []),
    ...(bits(mask, 1024) ? ['historical'] : []),
  ].sort()
}

const fold = (text: unknown) =>
  [...String(text)].map((letter) => (letter === 'İ' ? 'i' : letter.toLowerCase())).join('')

export interface Comparison {
  /** Messages as somebody sees them that were compared. */
  readonly compared: number
  readonly people: number
}

/**
 * Compares every message that every active person may read: place, sender, text, time, flags, reactions,
 * edits.
 */
export async function compareMessages(archive: ZulipArchive, imported: Imported): Promise<Comparison> {
  const { world, realm, as } = imported
  const tables = archive.realm
  const given = [...archive.messages].sort((a, b) => Number(a.id) - Number(b.id))
  const stored = await world.sql<{ id: string }>('SELECT id FROM message WHERE realm_id = $1 ORDER BY id', [
    realm.id,
  ])
  expect(stored.length).toBe(given.length)
  const newMessage = new Map(given.map((row, index) => [Number(row.id), Number(stored[index]!.id)]))
  const people = [...tables.zerver_userprofile!, ...(tables.zerver_userprofile_mirrordummy ?? [])]
  const addressOf = new Map(people.map((row) => [Number(row.id), String(row.delivery_email)]))
  const newUser = new Map(
    people.flatMap((row) => {
      const user = realm.users.byEmail(String(row.delivery_email))
      return user === undefined ? [] : [[Number(row.id), Number(user.id)] as const]
    }),
  )
  const streams = new Map(tables.zerver_stream!.map((row) => [Number(row.id), row]))
  const recipients = new Map(tables.zerver_recipient!.map((row) => [Number(row.id), row]))
  const received = new Map(archive.received.map((row) => [`${row.user_profile} ${row.message}`, row]))
  const clearName = (name: unknown) => String(name).replace(/^[0-9a-f]*!DEACTIVATED:/, '')
  const newChannel = new Map(
    await Promise.all(
      [...streams.values()].map(async (row): Promise<[number, number]> => {
        const [found] = await world.sql<{ id: number }>(
          'SELECT id FROM channel WHERE realm_id = $1 AND name = $2',
          [realm.id, clearName(row.name)],
        )
        return [Number(row.id), found!.id]
      }),
    ),
  )
  const subscribed = new Set(
    tables
      .zerver_subscription!.filter((row) => row.active === true)
      .map((row) => `${row.user_profile} ${row.recipient}`),
  )
  const textOf = (text: unknown) =>
    String(text)
      .trimEnd()
      .replace(/\|(\d+)\*\*/g, (_, id) => `|${newUser.get(Number(id)) ?? id}**`)
      .replace(/(https?:\/\/[^\s/)]+)?(\/?#narrow\/(?:stream|channel)\/)(\d+)/g, (_, host, path, id) => {
        return `${host === undefined ? '' : 'HOST'}${path}${newChannel.get(Number(id)) ?? id}`
      })
      .replace(/\/near\/(\d+)/g, (_, id) => `/near/${newMessage.get(Number(id)) ?? id}`)
      .replace(/user_uploads\/\d+\//g, `user_uploads/${realm.id}/`)
  const hostless = (text: unknown) => String(text).replace(/https?:\/\/[^\s/)]+(?=\/#narrow)/g, 'HOST')
  const reactions = new Map<number, Row[]>()
  for (const row of tables.zerver_reaction ?? []) {
    reactions.set(Number(row.message), [...(reactions.get(Number(row.message)) ?? []), row])
  }
  let compared = 0
  let checkedPeople = 0
  for (const person of tables.zerver_userprofile!) {
    if (person.is_active !== true || person.is_bot === true) continue
    checkedPeople += 1
    const client = as(String(person.delivery_email))
    const isGuest = person.role === 600
    const visible = given.filter((row) => {
      const recipient = recipients.get(Number(row.recipient))
      const mine = received.get(`${person.id} ${row.id}`)
      if (recipient?.type !== 2) return mine !== undefined
      const stream = streams.get(Number(recipient.type_id))!
      const isSubscriber = subscribed.has(`${person.id} ${row.recipient}`)
      if (stream.invite_only !== true) return !isGuest || isSubscriber
      if (!isSubscriber) return false
      return (
        stream.history_public_to_subscribers === true || (mine !== undefined && !bits(mine.flags_mask, 1024))
      )
    })
    const { messages } = await client.ok(
      client.get('/messages', {
        message_ids: [...newMessage.values()],
        apply_markdown: false,
        allow_empty_topic_name: true,
        client_gravatar: true,
      }),
    )
    const seen = new Map<number, Body>((messages as Body[]).map((message) => [Number(message.id), message]))
    // The rows say more than the ids when a test fails.
    const missing = visible.filter((row) => !seen.has(newMessage.get(Number(row.id))!))
    expect({ person: person.full_name, missing }).toEqual({ person: person.full_name, missing: [] })
    expect(seen.size).toBe(visible.length)
    for (const row of visible) {
      compared += 1
      const message = seen.get(newMessage.get(Number(row.id))!)!
      const recipient = recipients.get(Number(row.recipient))!
      const isChannel = recipient.type === 2
      const mine = received.get(`${person.id} ${row.id}`)
      const address = addressOf.get(Number(row.sender))
      // Here, a message that is moved to a channel reaches everybody who is subscribed there.
      const isMoved = isChannel && String(row.edit_history ?? '').includes('prev_stream')
      const shownFlags = (flags: readonly string[]) =>
        flags.filter((flag) => !(isMoved && mine === undefined && flag === 'historical')).sort()
      const expected = {
        place: isChannel ? [newChannel.get(Number(recipient.type_id)), fold(row.subject).trim()] : undefined,
        content: textOf(row.content),
        timestamp: Math.floor(Number(row.date_sent)),
        flags: shownFlags(flagsOf(mine)),
        sender: address,
        edited: row.last_edit_time !== null && row.last_edit_time !== undefined,
        reactions: (reactions.get(Number(row.id)) ?? [])
          .filter((reaction) => newUser.has(Number(reaction.user_profile)))
          .map((reaction) => `${reaction.emoji_name} ${newUser.get(Number(reaction.user_profile))}`)
          .sort(),
      }
      const actual = {
        place: isChannel ? [message.stream_id, fold(message.subject).trim()] : undefined,
        content: hostless(message.content),
        timestamp: message.timestamp,
        flags: shownFlags(message.flags),
        sender: address === undefined ? undefined : message.sender_email,
        edited: message.last_edit_timestamp !== undefined || message.last_moved_timestamp !== undefined,
        reactions: (message.reactions as Body[])
          .filter((reaction) => [...newUser.values()].includes(Number(reaction.user_id)))
          .map((reaction) => `${reaction.emoji_name} ${reaction.user_id}`)
          .sort(),
      }
      expect({ id: row.id, person: person.full_name, ...actual }).toEqual({
        id: row.id,
        person: person.full_name,
        ...expected,
      })
    }
  }
  return { compared, people: checkedPeople }
}

import { type Fields, idIn } from '../reading/fields.ts'
import type { ZulipChannels } from './channels.ts'
import type { ZulipTables } from './tables.ts'

const PERSON = 1
const CHANNEL = 2
const GROUP = 3

/** Where a message went: to a channel, or to people. */
export type Destination =
  | { readonly channel: number }
  /** Ascending ids, the sender's among them. */
  | { readonly participants: readonly number[] }

/** The recipients of a Zulip archive: people, channels, and groups of direct messages. */
export class ZulipRecipients {
  readonly #channels = new Map<number, number>()
  readonly #people = new Map<number, number>()
  readonly #groups = new Map<number, number[]>()

  constructor(tables: ZulipTables, channels: ZulipChannels) {
    for (const row of tables.get('zerver_recipient')) {
      const [id, of] = [idIn(row.id), idIn(row.type_id)]
      if (row.type === CHANNEL && channels.has(of)) this.#channels.set(id, of)
      else if (row.type === PERSON) this.#people.set(id, of)
      else if (row.type === GROUP) this.#groups.set(id, [])
    }
    for (const row of tables.get('zerver_userprofile_crossrealm')) {
      const recipient = idIn(row.recipient_id)
      if (recipient !== 0) this.#people.set(recipient, idIn(row.id))
    }
    for (const row of tables.get('zerver_subscription')) {
      this.#groups.get(idIn(row.recipient))?.push(idIn(row.user_profile))
    }
  }

  readonly channelOf = (recipient: number): number | undefined => this.#channels.get(recipient)

  /** The destination of a row with `sender` and `recipient`; undefined when the archive does not have it. */
  of(row: Fields): Destination | undefined {
    const recipient = idIn(row.recipient)
    const channel = this.#channels.get(recipient)
    if (channel !== undefined) return { channel }
    const sender = idIn(row.sender)
    const person = this.#people.get(recipient)
    const others = person === undefined ? this.#groups.get(recipient) : [person]
    if (others === undefined || others.length === 0 || sender === 0) return undefined
    const participants = [...new Set([...others, sender])].filter((id) => id !== 0)
    return { participants: participants.sort((a, b) => a - b) }
  }

  /** Everybody to whom direct messages went. */
  *people(): Generator<number> {
    for (const id of this.#people.values()) if (id !== 0) yield id
    for (const ids of this.#groups.values()) for (const id of ids) if (id !== 0) yield id
  }
}

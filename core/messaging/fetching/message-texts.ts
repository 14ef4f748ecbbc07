import type { ConversationId, UserId } from '../../platform/ids.ts'
import type { SenderMask } from '../../state/access/inaccessible-users.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { ConversationFields } from '../messages/wire.ts'
import { flagNamesFor } from '../reads/reader-state.ts'
import type { FoundMessages } from './found-messages.ts'
import type { CachedMessage, OwnChanges } from './message-cache.ts'
import { type Presentation, presentChanges, presentConversation, presentSender } from './present.ts'

/** JSON text of an object's members, without braces. */
const membersOf = (fields: object): string => JSON.stringify(fields).slice(1, -1)

/**
 * The members of senders whom the reader can see, made once for each user, for clients that compute default
 * avatars and for others. Without it, 100 messages of 100 senders cost all processes 1.11 times as much.
 */
const senderTexts = {
  withoutGravatar: new WeakMap<UserRecord, string>(),
  withGravatar: new WeakMap<UserRecord, string>(),
} as const

/**
 * Writes messages as JSON text for one reader. Texts of conversations are made once per answer, texts of
 * senders and messages once per process (`MessageCache`). So a message costs little more than joining them.
 */
export class MessageTexts {
  readonly #realm: RealmState
  readonly #found: FoundMessages
  readonly #presentation: Presentation
  readonly #mask: SenderMask | undefined
  readonly #senders = new Map<UserId, string>()
  readonly #conversations = new Map<ConversationId, string>()

  constructor(
    realm: RealmState,
    found: FoundMessages,
    presentation: Presentation,
    mask: SenderMask | undefined,
  ) {
    this.#realm = realm
    this.#found = found
    this.#presentation = presentation
    this.#mask = mask
  }

  /** The message as a JSON object. `extra` are further members. */
  textOf(message: CachedMessage, extra = ''): string {
    const { reactions, submessages, state } = this.#found
    const listOf = (items: readonly unknown[] | undefined) =>
      items === undefined ? '[]' : JSON.stringify(items)
    const flags = flagNamesFor(state, message)
    return `{${message.members},${this.#conversation(message.conversationId)},${this.#sender(message.senderId)},"reactions":${listOf(
      reactions.get(message.id),
    )},"submessages":${listOf(submessages.get(message.id))}${this.#changes(message)}${extra},"flags":${
      flags.length === 0 ? '[]' : `["${flags.join('","')}"]`
    }}`
  }

  /** The topic as the client sees it; empty for direct messages. */
  topicOf({ conversationId }: CachedMessage): string {
    return this.#fieldsOf(conversationId).subject
  }

  #sender(id: UserId): string {
    let text = this.#senders.get(id)
    if (text === undefined) {
      text = this.#senderText(id)
      this.#senders.set(id, text)
    }
    return text
  }

  #senderText(id: UserId): string {
    const made = () => membersOf(presentSender(this.#realm, id, this.#presentation, this.#mask))
    const sender = this.#realm.users.get(id)
    if (sender === undefined || this.#mask !== undefined) return made()
    const known = senderTexts[this.#presentation.clientGravatar ? 'withoutGravatar' : 'withGravatar']
    let text = known.get(sender)
    if (text === undefined) {
      text = made()
      known.set(sender, text)
    }
    return text
  }

  #conversation(id: ConversationId): string {
    let text = this.#conversations.get(id)
    if (text === undefined) {
      text = membersOf(this.#fieldsOf(id))
      this.#conversations.set(id, text)
    }
    return text
  }

  #fieldsOf(id: ConversationId): ConversationFields {
    return presentConversation(this.#realm, id, this.#found.conversations.get(id)!, this.#presentation)
  }

  /** Members that begin with a comma; empty for a message that nobody has changed. */
  #changes({ id, conversationId, changes = NO_CHANGES }: CachedMessage): string {
    const { renames } = this.#found.conversations.get(conversationId)!
    if (changes === NO_CHANGES && renames === null) return ''
    const members = membersOf(presentChanges(this.#realm, { ...changes, id, renames }, this.#presentation))
    return members === '' ? '' : `,${members}`
  }
}

const NO_CHANGES: OwnChanges = { editHistory: null, arrivedAt: null, lastEditAt: null, lastMovedAt: null }

import { FlagBit, flagNames, MessageBit } from '../../core/content/messages/bits.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../core/content/messages/check-text.ts'
import type { MessageEvent } from '../../core/messaging/messages/event.ts'
import type { DeleteMessageEvent, UpdateMessageEvent } from '../../core/messaging/messages/update-event.ts'
import type { BotEvent } from '../../core/people/bots/event.ts'
import { canSeeBot } from '../../core/people/bots/permissions.ts'
import type { GroupEvent } from '../../core/people/groups/event.ts'
import type { UserSettingsEvent } from '../../core/people/users/change-settings.ts'
import type { UserAddedEvent } from '../../core/people/users/event.ts'
import { type Audience, decodeAudience } from '../../core/platform/events/audience.ts'
import type { LogEntry } from '../../core/platform/events/log.ts'
import type { Seq, UserId } from '../../core/platform/ids.ts'
import type { WireSubscription } from '../../core/state/channels/wire.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import { maskedSender, wireInaccessible } from '../../core/state/users/inaccessible.ts'
import { isShownTo } from '../../core/state/users/permissions.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import { inheritanceOf, withInherited } from '../wire/inherited-notifications.ts'
import { type EventId, eventIdAt, idOfPart, MAX_EVENTS_PER_ENTRY } from './event-id.ts'
import { groupEventFor } from './group-changes.ts'
import { deletions, updateFlags, updateForAll } from './message-changes.ts'
import type { QueueFilter } from './queue-record.ts'
import { settingEvents } from './settings-changes.ts'
import { withTopicNames } from './topic-names.ts'

/**
 * An entry of the log on its way to clients: parsed once, serialised once per variant, however many
 * clients get it. Per client only the id, the flags and the local id are joined in.
 */
export class FeedEntry {
  readonly seq: Seq
  /** Of the event, or of the last one of several. */
  readonly id: EventId
  readonly audience: Audience
  /** Milliseconds, when it came here. */
  readonly at = Date.now()
  /** Length of the payload, to bound what is kept. */
  readonly size: number
  /** Until it is parsed. */
  #payload: string | undefined
  #event: { readonly type: string } | undefined
  readonly #variants: (string | undefined)[] = []
  /** Deletions, by variant. */
  readonly #deletions: (readonly string[] | undefined)[] = []
  /** Whole events, by variant and flags: one object for all who are told the same. */
  #shared: Map<string, Map<string, readonly string[]>> | undefined
  #alerted: ReadonlySet<UserId> | undefined
  #mentioned: ReadonlySet<UserId> | undefined
  #topicMentioned: ReadonlySet<UserId> | undefined

  constructor(entry: LogEntry) {
    this.seq = entry.seq
    this.id = eventIdAt(entry.seq)
    this.audience = decodeAudience(entry.audience)
    this.size = entry.payload.length
    this.#payload = entry.payload
  }

  get event(): { readonly type: string } {
    if (this.#event === undefined) {
      this.#event = JSON.parse(this.#payload!) as { type: string }
      this.#payload = undefined
    }
    return this.#event
  }

  /** Of which user it tells, or who speaks. */
  get subject(): UserId | undefined {
    const { event } = this
    if (event.type === 'message') return (event as MessageEvent).message.sender_id as UserId
    if (event.type === 'user_status') return (event as { user_id?: UserId }).user_id
    if (event.type === 'realm_user') return (event as { person?: { user_id: UserId } }).person?.user_id
    return undefined
  }

  /** It tells of that user alone. */
  get isOfUsers(): boolean {
    return this.event.type === 'realm_user' || this.event.type === 'user_status'
  }

  get addsUser(): boolean {
    return isUserAdded(this.event)
  }

  /**
   * The event as JSON text for one client, in its realm as it is now; several events where the client knows it in
   * pieces. The same pieces, with the same ids, at every gateway (`idOfPart`).
   */
  serialiseFor(
    filter: QueueFilter,
    queueId: string,
    realm: RealmState,
    maskedAt?: string,
  ): readonly string[] {
    const { event } = this
    if (event.type === 'update_message') return this.#update(event as UpdateMessageEvent, filter)
    if (event.type === 'delete_message') return this.#deletion(event as DeleteMessageEvent, filter)
    if (event.type === 'user_settings') return this.#setting(event as UserSettingsEvent, filter)
    if (isSubscribed(event)) return this.#subscribed(event, filter, realm.users.get(filter.user))
    if (isUserAdded(event) && maskedAt !== undefined && this.audience.kind !== 'users') {
      const person = wireInaccessible(realm, event.person.user_id as UserId, maskedAt)
      return this.#parts([{ ...publicPart(event), person }])
    }
    if (isUserAdded(event)) return this.#userAdded(event, filter, realm.users.get(filter.user))
    if (event.type === 'realm_bot') return this.#bot(event as BotEvent, realm, realm.users.get(filter.user))
    if (event.type === 'user_group') return this.#group(event as GroupEvent, filter)
    if (event.type !== 'message') return this.#whole(this.#plain(event, filter))
    const message =
      maskedAt === undefined ? (event as MessageEvent) : masked(event as MessageEvent, realm, maskedAt)
    const variant = this.#message(message, filter, maskedAt !== undefined)
    const flags = this.#flags(filter.user, message)
    if (message._queue !== queueId || message._local === undefined) return this.#whole(variant, flags)
    const local = JSON.stringify(message._local)
    return [`{${variant},"flags":${flags},"local_message_id":${local},"id":${this.id}}`]
  }

  /** Everyone who listens now has been given it: what it shared is rebuilt for whoever comes later. */
  settle(): void {
    this.#shared = undefined
  }

  #whole(variant: string, flags = ''): readonly string[] {
    this.#shared ??= new Map()
    let byFlags = this.#shared.get(variant)
    if (byFlags === undefined) {
      byFlags = new Map()
      this.#shared.set(variant, byFlags)
    }
    let whole = byFlags.get(flags)
    if (whole === undefined) {
      whole = [`{${variant}${flags === '' ? '' : `,"flags":${flags}`},"id":${this.id}}`]
      byFlags.set(flags, whole)
    }
    return whole
  }

  #parts(events: readonly object[]): readonly string[] {
    // Entries of former versions may become more events than there are ids: the first ones share an id, and one text.
    const spare = Math.max(0, events.length - MAX_EVENTS_PER_ENTRY)
    const texts = events.map((event, index) => {
      const id = idOfPart(this.seq, Math.max(index - spare, 0), events.length - spare)
      return JSON.stringify({ ...event, id })
    })
    return spare === 0 ? texts : [texts.slice(0, spare + 1).join(), ...texts.slice(spare + 1)]
  }

  #flags(user: UserId, event: MessageEvent): string {
    this.#alerted ??= new Set(event._alerted)
    this.#mentioned ??= new Set(event._mentioned)
    this.#topicMentioned ??= new Set(event._topicMentioned)
    const bits =
      (this.#mentioned.has(user) ? FlagBit.mentioned : 0) |
      (this.#topicMentioned.has(user) ? FlagBit.topicMentioned : 0) |
      (this.#alerted.has(user) ? FlagBit.hasAlertWord : 0)
    return flagsFor(user, event, bits)
  }

  #update(event: UpdateMessageEvent, filter: QueueFilter): readonly string[] {
    const emptyTopicName = filter.capabilities.empty_topic_name ?? false
    const variant = emptyTopicName ? 1 : 0
    this.#variants[variant] ??= withoutBraces(JSON.stringify(updateForAll(event, emptyTopicName)))
    return this.#whole(this.#variants[variant], updateFlags(event, filter.user))
  }

  #deletion(event: DeleteMessageEvent, { capabilities }: QueueFilter): readonly string[] {
    const isBulk = capabilities.bulk_message_deletion ?? false
    const emptyTopicName = capabilities.empty_topic_name ?? false
    const variant = (isBulk ? 1 : 0) | (emptyTopicName ? 2 : 0)
    this.#deletions[variant] ??= this.#parts(deletions(event, isBulk, emptyTopicName))
    return this.#deletions[variant]
  }

  #setting(event: UserSettingsEvent, filter: QueueFilter): readonly string[] {
    return this.#parts(settingEvents(event, filter))
  }

  #userAdded(
    event: UserAddedEvent,
    { clientGravatar }: QueueFilter,
    reader: UserRecord | undefined,
  ): readonly string[] {
    const hidesAvatar = clientGravatar && event._gravatar
    const isMine = reader?.id === event.person.user_id
    const seesEmail = isMine || (reader !== undefined && isShownTo(reader, event._email_visibility))
    const variant = (hidesAvatar ? 1 : 0) | (seesEmail ? 2 : 0)
    this.#variants[variant] ??= withoutBraces(
      JSON.stringify({
        ...publicPart(event),
        person: {
          ...event.person,
          ...(hidesAvatar && { avatar_url: null }),
          ...(!seesEmail && { delivery_email: null }),
        },
      }),
    )
    return this.#whole(this.#variants[variant])
  }

  #group(event: GroupEvent, { capabilities }: QueueFilter): readonly string[] {
    const includesDeactivated = capabilities.include_deactivated_groups ?? false
    const variant = includesDeactivated ? 1 : 0
    this.#variants[variant] ??= withoutBraces(
      JSON.stringify(publicPart(groupEventFor(event, includesDeactivated)!)),
    )
    return this.#whole(this.#variants[variant])
  }

  /** The log keeps no key: it is the one that the bot has now, for those who may still know it. */
  #bot(event: BotEvent, realm: RealmState, reader: UserRecord | undefined): readonly string[] {
    const bot = event._key ? realm.users.get(event.bot.user_id) : undefined
    const isTold = bot !== undefined && reader !== undefined && canSeeBot(reader, bot)
    const key = bot && { api_key: isTold ? realm.apiKeyOf(bot) : '' }
    return this.#parts([{ ...publicPart(event), bot: { ...event.bot, ...key } }])
  }

  /** What is inherited differs from reader to reader, in a few ways. */
  #subscribed(
    event: SubscribedEvent,
    filter: QueueFilter,
    reader: UserRecord | undefined,
  ): readonly string[] {
    const takesNull = filter.capabilities.notification_settings_null === true || reader === undefined
    const variant = takesNull ? 0 : 1 + inheritanceOf(reader.settings)
    this.#variants[variant] ??= withoutBraces(
      JSON.stringify(
        takesNull
          ? publicPart(event)
          : {
              ...publicPart(event),
              subscriptions: event.subscriptions.map((one) => withInherited(one, reader.settings)),
            },
      ),
    )
    return this.#whole(this.#variants[variant])
  }

  #plain(event: { readonly type: string }, { capabilities }: QueueFilter): string {
    const named = capabilities.empty_topic_name ? event : withTopicNames(event)
    const variant = named === event ? 0 : 4
    this.#variants[variant] ??= withoutBraces(JSON.stringify(publicPart(named)))
    return this.#variants[variant]
  }

  #message(event: MessageEvent, filter: QueueFilter, isMasked: boolean): string {
    const emptyTopicName = filter.capabilities.empty_topic_name ?? false
    const variant =
      (filter.applyMarkdown ? 1 : 0) |
      (filter.clientGravatar ? 2 : 0) |
      (emptyTopicName ? 4 : 0) |
      (isMasked ? 8 : 0)
    this.#variants[variant] ??= withoutBraces(
      JSON.stringify({
        type: 'message',
        message: {
          ...event.message,
          ...(filter.applyMarkdown && { content: event._html, content_type: 'text/html' }),
          ...(filter.clientGravatar && event._gravatar && { avatar_url: null }),
          ...(event.message.type === 'stream' &&
            event.message.subject === '' &&
            !emptyTopicName && { subject: EMPTY_TOPIC_DISPLAY_NAME }),
        },
      }),
    )
    return this.#variants[variant]
  }
}

/** For whoever may not know of the sender. */
const masked = (event: MessageEvent, realm: RealmState, rootUrl: string): MessageEvent => ({
  ...event,
  message: { ...event.message, ...maskedSender(realm, event.message.sender_id as UserId, rootUrl) },
})

const isUserAdded = (event: { readonly type: string; readonly op?: string }): event is UserAddedEvent =>
  event.type === 'realm_user' && event.op === 'add'
interface SubscribedEvent {
  readonly type: 'subscription'
  readonly op: 'add'
  readonly subscriptions: readonly WireSubscription[]
}

const isSubscribed = (event: { readonly type: string; readonly op?: unknown }): event is SubscribedEvent =>
  event.type === 'subscription' && event.op === 'add'

const publicPart = (event: object): object =>
  Object.fromEntries(Object.entries(event).filter(([name]) => name[0] !== '_'))
const withoutBraces = (object: string): string => object.slice(1, -1)

function flagsFor(user: UserId, event: MessageEvent, bits: number): string {
  const read =
    (event.message.sender_id === user && (event._bits & MessageBit.readBySender) !== 0) ||
    (event._muters?.includes(user) ?? false) ||
    ((event._bits & MessageBit.arrivesRead) !== 0 && !event._unreadBy?.includes(user))
  if (!read && bits === 0 && (event._bits & MessageBit.channelWildcard) === 0) return '[]'
  return JSON.stringify(flagNames(read, false, bits, event._bits))
}

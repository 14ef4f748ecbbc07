import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { conversationKey, conversationOf } from '../../model/conversation.ts'
import { matches, type Narrow } from '../../model/narrow.ts'
import type { Message, Registration, ServerEvent } from '../../model/wire.ts'
import { type AccountRules, accountRules } from '../slices/account-rules.ts'
import { alertWords } from '../slices/alert-words.ts'
import { allChannels, defaultChannels, type KnownChannel } from '../slices/all-channels.ts'
import { type Bots, bots } from '../slices/bots.ts'
import {
  type ChannelPermissionRules,
  type ChannelRules,
  channelPermissionRules,
  channelRules,
} from '../slices/channel-rules.ts'
import { type Channels, channels } from '../slices/channels.ts'
import { type Direct, direct } from '../slices/direct.ts'
import { drafts, type ServerDraft } from '../slices/drafts.ts'
import { type Folder, folders } from '../slices/folders.ts'
import { type Group, groups } from '../slices/groups.ts'
import { type MessageRules, messageRules } from '../slices/message-rules.ts'
import { type MutedUsers, mutedUsers } from '../slices/muted-users.ts'
import { onboarding } from '../slices/onboarding.ts'
import { type People, people, withSenders } from '../slices/people.ts'
import { type Playgrounds, playgrounds } from '../slices/playgrounds.ts'
import { type Presences, presences, type Statuses, statuses } from '../slices/presences.ts'
import { type ProfileField, profileFields } from '../slices/profile-fields.ts'
import { type Realm, realm } from '../slices/realm.ts'
import { type RealmEmoji, realmEmoji } from '../slices/realm-emoji.ts'
import {
  type ChannelGroup,
  channelGroups,
  type Domain,
  domains,
  type Linkifier,
  linkifiers,
} from '../slices/realm-lists.ts'
import { type RealmSettings, realmSettings } from '../slices/realm-settings.ts'
import { type Reminder, reminders, type ScheduledMessage, scheduled } from '../slices/scheduled.ts'
import {
  hasZoomAccount,
  type NavigationViews,
  navigationViews,
  type Settings,
  settings,
  type UserDefaults,
  userDefaults,
} from '../slices/settings.ts'
import type { Slice } from '../slices/slice.ts'
import { type Snippet, snippets } from '../slices/snippets.ts'
import { starred } from '../slices/starred.ts'
import { type TopicPolicies, topicPolicies } from '../slices/topic-policies.ts'
import { type Unread, unread } from '../slices/unread.ts'
import { Members } from './members.ts'
import { MessageChanges } from './message-changes.ts'
import { Messages } from './messages.ts'
import { Page } from './page.ts'
import { Recent } from './recent.ts'
import { SidebarChoices } from './sidebar-choices.ts'
import { Topics } from './topics.ts'
import { Typing } from './typing.ts'

/**
 * Everything the client knows about the organization: the slices, made from one registration and changed by
 * its events, and the fetched messages. Views read the signals and change nothing.
 */
export class Store {
  readonly #slices: ((event: ServerEvent) => void)[] = []
  readonly realm: ReadonlySignal<Realm>
  readonly settings: ReadonlySignal<Settings>
  readonly people: Signal<People>
  readonly channels: ReadonlySignal<Channels>
  readonly groups: ReadonlySignal<ReadonlyMap<number, Group>>
  readonly realmEmoji: ReadonlySignal<RealmEmoji>
  readonly realmSettings: Signal<RealmSettings>
  readonly channelGroups: ReadonlySignal<readonly ChannelGroup[]>
  readonly domains: ReadonlySignal<readonly Domain[]>
  readonly linkifiers: ReadonlySignal<readonly Linkifier[]>
  readonly playgrounds: ReadonlySignal<Playgrounds>
  readonly messageRules: ReadonlySignal<MessageRules>
  readonly accountRules: ReadonlySignal<AccountRules>
  readonly channelRules: ReadonlySignal<ChannelRules>
  readonly channelPermissionRules: ReadonlySignal<ChannelPermissionRules>
  readonly folders: ReadonlySignal<readonly Folder[]>
  readonly defaultChannels: ReadonlySignal<ReadonlySet<number>>
  readonly bots: ReadonlySignal<Bots>
  readonly alertWords: ReadonlySignal<readonly string[]>
  readonly mutedUsers: ReadonlySignal<MutedUsers>
  readonly profileFields: ReadonlySignal<readonly ProfileField[]>
  readonly allChannels: ReadonlySignal<ReadonlyMap<number, KnownChannel>>
  readonly drafts: ReadonlySignal<ReadonlyMap<number, ServerDraft>>
  readonly navigationViews: ReadonlySignal<NavigationViews>
  readonly onboarding: ReadonlySignal<ReadonlySet<string>>
  readonly scheduled: ReadonlySignal<ReadonlyMap<number, ScheduledMessage>>
  readonly reminders: ReadonlySignal<ReadonlyMap<number, Reminder>>
  readonly statuses: ReadonlySignal<Statuses>
  readonly snippets: ReadonlySignal<ReadonlyMap<number, Snippet>>
  readonly userDefaults: ReadonlySignal<UserDefaults>
  readonly hasZoomAccount: ReadonlySignal<boolean>
  readonly topicPolicies: ReadonlySignal<TopicPolicies>
  readonly unread: ReadonlySignal<Unread>
  readonly direct: ReadonlySignal<Direct>
  readonly starred: ReadonlySignal<ReadonlySet<number>>
  readonly presences: ReadonlySignal<Presences>
  readonly typing: Typing
  readonly topics = new Topics()
  readonly members = new Members()
  readonly sidebar: SidebarChoices
  readonly recent: Recent
  readonly messages = new Messages()
  /** Called with messages that moved into a list and are not loaded. */
  onMissing: ((ids: readonly number[]) => void) | undefined

  readonly #fetches = new Set<MessageChanges>()
  /** Called with every event after the state has applied it. */
  readonly listeners = new Set<(event: ServerEvent) => void>()

  /** Whether this is a copy that the device keeps, to be read without the server. */
  readonly isCopy: boolean

  /** The page that shows this state. */
  readonly page: Page

  constructor(registration: Registration, { isCopy = false, page = new Page() } = {}) {
    this.isCopy = isCopy
    this.page = page
    this.realm = this.#hold(realm, registration)
    this.settings = this.#hold(settings, registration)
    this.people = this.#hold(people, registration)
    this.channels = this.#hold(channels, registration)
    this.groups = this.#hold(groups, registration)
    this.realmEmoji = this.#hold(realmEmoji, registration)
    this.realmSettings = this.#hold(realmSettings, registration)
    this.channelGroups = this.#hold(channelGroups, registration)
    this.domains = this.#hold(domains, registration)
    this.linkifiers = this.#hold(linkifiers, registration)
    this.playgrounds = this.#hold(playgrounds, registration)
    this.messageRules = this.#hold(messageRules, registration)
    this.accountRules = this.#hold(accountRules, registration)
    this.channelRules = this.#hold(channelRules, registration)
    this.channelPermissionRules = this.#hold(channelPermissionRules, registration)
    this.folders = this.#hold(folders, registration)
    this.defaultChannels = this.#hold(defaultChannels, registration)
    this.bots = this.#hold(bots, registration)
    this.alertWords = this.#hold(alertWords, registration)
    this.mutedUsers = this.#hold(mutedUsers, registration)
    this.profileFields = this.#hold(profileFields, registration)
    this.allChannels = this.#hold(allChannels, registration)
    this.drafts = this.#hold(drafts, registration)
    this.navigationViews = this.#hold(navigationViews, registration)
    this.onboarding = this.#hold(onboarding, registration)
    this.scheduled = this.#hold(scheduled, registration)
    this.reminders = this.#hold(reminders, registration)
    this.statuses = this.#hold(statuses, registration)
    this.snippets = this.#hold(snippets, registration)
    this.userDefaults = this.#hold(userDefaults, registration)
    this.hasZoomAccount = this.#hold(hasZoomAccount, registration)
    this.topicPolicies = this.#hold(topicPolicies, registration)
    this.unread = this.#hold(unread, registration)
    this.direct = this.#hold(direct, registration)
    this.starred = this.#hold(starred, registration)
    this.presences = this.#hold(presences, registration)
    this.sidebar = new SidebarChoices(registration.user_id)
    this.recent = new Recent(registration.user_id)
    this.typing = new Typing(registration.user_id)
    this.messages.newest = registration.max_message_id
  }

  get me(): number {
    return this.realm.value.me
  }

  /** Whether the reader has no account. */
  get isSpectator(): boolean {
    return this.realm.value.isSpectator
  }

  /** Gets to know the senders of messages: a spectator has no list of people. */
  meet(messages: readonly Message[]): void {
    if (this.isSpectator) this.people.value = withSenders(this.people.value, messages)
  }

  #hold<S>(slice: Slice<S>, registration: Registration): Signal<S> {
    const held = signal(slice.from(registration))
    this.#slices.push((event) => {
      held.value = slice.apply(held.value, event)
    })
    return held
  }

  apply(event: ServerEvent): void {
    this.#change(event)
    for (const listener of this.listeners) listener(event)
  }

  #change(event: ServerEvent): void {
    for (const change of this.#slices) change(event)
    this.typing.apply(event)
    if (event.type === 'message' || event.type === 'subscription') this.recent.apply(event)
    this.#changeMessages(event)
    for (const changes of this.#fetches) changes.add(event)
    this.topics.apply(event)
    this.members.apply(event)
    // Only the server can tell which messages the feed contains now.
    if (event.type === 'user_topic' || (event.type === 'subscription' && event.op === 'update'))
      this.#loadAgain(({ kind }) => kind === 'feed')
    // No event tells of messages in a channel while the reader was not subscribed.
    if (event.type === 'subscription' && (event.op === 'add' || event.op === 'remove')) {
      const ids = new Set(event.subscriptions.map(({ stream_id }) => stream_id))
      this.#loadAgain((narrow) => narrow.kind === 'feed' || ('channel' in narrow && ids.has(narrow.channel)))
    }
    if (event.type !== 'message') return
    const message = { ...event.message, flags: event.flags }
    if (event.local_message_id !== undefined) this.messages.confirm(event.local_message_id)
    this.messages.arrive(message, (narrow) => this.#belongs(narrow, message))
  }

  /** Loads lists again that are loaded, when they are shown. */
  #loadAgain(isMeant: (narrow: Narrow) => boolean): void {
    for (const list of this.messages.lists)
      if (isMeant(list.narrow) && list.stretch.value.status === 'ready') list.change({ status: 'new' })
  }

  #changeMessages(event: ServerEvent): void {
    this.messages.apply(event)
    if (event.type === 'update_message' || event.type === 'delete_message') this.recent.apply(event)
    if (event.type === 'update_message') this.#regroup(event.message_ids)
    if (event.type === 'update_message_flags' && event.flag === 'starred') this.#regroup(event.messages)
  }

  /**
   * Fetches messages and hands them to `put`, then repeats the events that have changed messages meanwhile.
   */
  async putFetched<A>(fetching: Promise<A>, put: (fetched: A) => void): Promise<void> {
    const changes = new MessageChanges()
    this.#fetches.add(changes)
    try {
      const fetched = await fetching
      batch(() => {
        put(fetched)
        for (const event of changes.events) this.#changeMessages(event)
        if (changes.isComplete) return
        for (const list of this.messages.lists)
          if (list.stretch.value.status === 'ready') list.change({ status: 'new' })
        this.recent.clear()
      })
    } finally {
      this.#fetches.delete(changes)
    }
  }

  #regroup(ids: readonly number[]): void {
    const missing = this.messages.regroup(ids, (narrow, message) => this.#belongs(narrow, message))
    if (missing.length > 0) this.onMissing?.(missing)
  }

  #belongs(narrow: Narrow, message: Message): boolean {
    return matches(narrow, message, this.me, !this.isMuted(message))
  }

  /** Puts messages into the lists that show their conversations. */
  fill(messages: readonly Message[]): void {
    this.messages.fill(messages, (narrow, message) => this.#belongs(narrow, message))
  }

  /** Ids of the messages of a narrow that arrived after a message, or are being sent. */
  arrivedAfter(narrow: Narrow, id: number): number[] {
    return this.messages
      .after(id)
      .filter((message) => matches(narrow, message, this.me, !this.isMuted(message)))
      .map((message) => message.id)
  }

  /**
   * Whether the conversation of a message is muted: by its topic, or by its channel unless its topic is
   * unmuted.
   */
  isMuted(message: Parameters<typeof conversationOf>[0]): boolean {
    const conversation = conversationOf(message, this.me)
    if (conversation.kind === 'direct') return false
    return this.isTopicMuted(conversation.channel, conversation.topic)
  }

  isTopicMuted(channel: number, topic: string): boolean {
    const policy = this.policyOf(channel, topic)
    if (policy !== 0) return policy === 1
    return this.channels.value.get(channel)?.is_muted ?? false
  }

  /** The reader's policy for a topic: 0 none, 1 muted, 2 unmuted, 3 followed. */
  policyOf(channel: number, topic: string): number {
    return this.topicPolicies.value.get(conversationKey({ kind: 'topic', channel, topic }))?.policy ?? 0
  }
}

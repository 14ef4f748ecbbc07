import type { Body } from '../harness/client.ts'
import { ClientModel } from './client-model.ts'

type Handler = (state: Body, event: Body) => void

/** Copies a field of the event to a field of the state with another name. */
const whole =
  (field: string, name = field): Handler =>
  (state, event) => {
    state[field] = event[name]
  }
/** Replaces the entry of a list that has the same value of `key`; without `by`, removes that entry. */
function replace(list: Body[], key: string, value: unknown, by?: (former: Body) => Body): void {
  const at = list.findIndex((item) => item[key] === value)
  if (at < 0) throw new Error(`${key} ${value} is not there`)
  list.splice(at, 1, ...(by === undefined ? [] : [by(list[at])]))
}
function add(list: Body[], key: string, one: Body): void {
  if (list.some((other) => other[key] === one[key])) throw new Error(`${key} ${one[key]} is there already`)
  list.push(one)
}
const byDraftTime = (a: Body, b: Body) => b.timestamp - a.timestamp || b.id - a.id

/** How clients apply each type of event that is not about channels, groups or topics. */
const HANDLERS: Record<string, Handler> = {
  'realm update': (state, { property, value }) => set(state, `realm_${property}`, value),
  'realm update_dict': (state, { data }) => {
    for (const [name, value] of Object.entries(data)) set(state, `realm_${name}`, value)
  },
  'realm_domains add': (state, { realm_domain }) => add(state.realm_domains, 'domain', realm_domain),
  'realm_domains change': (state, { realm_domain }) =>
    replace(state.realm_domains, 'domain', realm_domain.domain, () => realm_domain),
  'realm_domains remove': (state, { domain }) => replace(state.realm_domains, 'domain', domain),
  realm_linkifiers: whole('realm_linkifiers'),
  realm_playgrounds: whole('realm_playgrounds'),
  default_stream_groups: whole('realm_default_stream_groups', 'default_stream_groups'),
  'realm_emoji update': whole('realm_emoji'),
  custom_profile_fields: (state, { fields }) => {
    state.custom_profile_fields = fields
    const ids = new Set(fields.map((field: Body) => String(field.id)))
    for (const user of usersOf(state)) {
      for (const id of Object.keys(user.profile_data ?? {})) if (!ids.has(id)) delete user.profile_data[id]
    }
  },
  // The state does not contain the list of invitations.
  invites_changed: () => undefined,
  'realm_user add': (state, { person }) => {
    if (usersOf(state).some((user) => user.user_id === person.user_id)) {
      throw new Error(`user ${person.user_id} is there already`)
    }
    const list = person.is_active ? state.realm_users : state.realm_non_active_users
    list.push(person)
  },
  'realm_user remove': (state, { person }) => {
    const isActive = state.realm_users.some((user: Body) => user.user_id === person.user_id)
    replace(isActive ? state.realm_users : state.realm_non_active_users, 'user_id', person.user_id)
    delete state.user_status[person.user_id]
  },
  update_message_flags: (state, { op, flag, messages }) => {
    if (flag !== 'starred') return
    const others = state.starred_messages.filter((id: number) => !messages.includes(id))
    state.starred_messages = op === 'add' ? [...others, ...messages] : others
  },
  delete_message: (state, { message_ids }) => {
    state.starred_messages = state.starred_messages.filter((id: number) => !message_ids.includes(id))
  },
  'realm_user update': updateUser,
  'realm_bot add': (state, { bot }) => add(state.realm_bots, 'user_id', bot),
  'realm_bot update': (state, { bot }) =>
    replace(state.realm_bots, 'user_id', bot.user_id, (former) => ({ ...former, ...bot })),
  'realm_bot delete': (state, { bot }) => replace(state.realm_bots, 'user_id', bot.user_id),
  'realm_user_settings_defaults update': (state, { property, value }) =>
    set(state.realm_user_settings_defaults, property, value),
  'user_settings update': (state, { property, value }) => set(state.user_settings, property, value),
  user_status: (state, { type: _, id: __, user_id, ...status }) => {
    const former = state.user_status[user_id] ?? {}
    const fields = Object.entries({ ...former, ...status }).filter(
      ([, value]) => value !== '' && value !== false,
    )
    const now = Object.fromEntries(fields)
    if (now.emoji_name === undefined) delete now.reaction_type
    if (Object.keys(now).length === 0) delete state.user_status[user_id]
    else state.user_status[user_id] = now
  },
  muted_topics: whole('muted_topics'),
  muted_users: whole('muted_users'),
  alert_words: whole('alert_words'),
  onboarding_steps: whole('onboarding_steps'),
  'channel_folder add': (state, { channel_folder }) => add(state.channel_folders, 'id', channel_folder),
  'channel_folder update': (state, { channel_folder_id, data }) =>
    replace(state.channel_folders, 'id', channel_folder_id, (former) => ({ ...former, ...data })),
  'channel_folder reorder': (state, { order }) => {
    for (const folder of state.channel_folders) folder.order = order.indexOf(folder.id)
  },
  'navigation_view add': (state, { navigation_view }) =>
    add(state.navigation_views, 'fragment', navigation_view),
  'navigation_view update': (state, { fragment, data }) =>
    replace(state.navigation_views, 'fragment', fragment, (former) => ({ ...former, ...data })),
  'navigation_view remove': (state, { fragment }) => replace(state.navigation_views, 'fragment', fragment),
  'drafts add': (state, { drafts }) => {
    for (const draft of drafts) add(state.drafts, 'id', draft)
    state.drafts.sort(byDraftTime)
  },
  'drafts remove': (state, { draft_id }) => replace(state.drafts, 'id', draft_id),
  'saved_snippets add': (state, { saved_snippet }) => add(state.saved_snippets, 'id', saved_snippet),
  'saved_snippets remove': (state, { saved_snippet_id }) =>
    replace(state.saved_snippets, 'id', saved_snippet_id),
  'scheduled_messages add': (state, { scheduled_messages }) => {
    for (const message of scheduled_messages) add(state.scheduled_messages, 'scheduled_message_id', message)
  },
  'scheduled_messages remove': (state, { scheduled_message_id: id }) =>
    replace(state.scheduled_messages, 'scheduled_message_id', id),
}

/** Other models apply messages and presence. */
const PASSED_BY = /^(message|update_message|presence|heartbeat|reaction)\b/

/**
 * Applies events to the whole initial state as clients do. Throws for an event that contradicts the state.
 */
export class OrganizationModel extends ClientModel {
  override apply(event: Body): void {
    const name = event.op === undefined ? event.type : `${event.type} ${event.op}`
    const handler = HANDLERS[name] ?? HANDLERS[event.type]
    if (handler !== undefined) handler(this.state, structuredClone(event))
    else if (!PASSED_BY.test(event.type)) super.apply(event)
  }
}

function set(state: Body, name: string, value: unknown): void {
  if (!(name in state)) throw new Error(`the initial state has no ${name}`)
  state[name] = value
}

const usersOf = (state: Body): Body[] => [...state.realm_users, ...state.realm_non_active_users]

function updateUser(state: Body, { person: { user_id, ...change } }: Body): void {
  const user = usersOf(state).find((user) => user.user_id === user_id)
  if (user === undefined) throw new Error(`user ${user_id} is not there`)
  const isMe = user_id === state.user_id
  if ('custom_profile_field' in change) {
    const { id, ...value } = change.custom_profile_field
    if (value.value === null) delete user.profile_data[id]
    else user.profile_data[id] = value
  } else if ('avatar_url' in change) {
    // The client makes the URLs of Gravatar itself, as `client_gravatar` says.
    user.avatar_version = change.avatar_version
    const { avatar_source, avatar_url, avatar_url_medium } = change
    if (isMe) Object.assign(state, { avatar_source, avatar_url, avatar_url_medium })
  } else if ('new_email' in change) {
    for (const account of [user, ...state.realm_bots.filter((bot: Body) => bot.user_id === user_id)]) {
      account.email = change.new_email
    }
    if (isMe) state.email = change.new_email
  } else if ('role' in change) {
    const { role } = change
    const flags = { is_owner: role === 100, is_admin: role <= 200, is_guest: role === 600 }
    Object.assign(user, { role, ...flags })
    if (isMe) Object.assign(state, { ...flags, is_moderator: role <= 300 })
  } else if ('is_active' in change) {
    const lists = [state.realm_non_active_users, state.realm_users]
    const [from, to] = change.is_active ? lists : lists.reverse()
    replace(from, 'user_id', user_id)
    to.push({ ...user, ...change })
  } else {
    Object.assign(user, change)
    if (isMe && 'full_name' in change) state.full_name = change.full_name
  }
}

/** spec.md "Organization settings in the register response": policies by the groups that replaced them. */
const POLICIES: Record<string, [setting: string, codes: Record<string, number>]> = {
  add_custom_emoji_policy: ['can_add_custom_emoji_group', {}],
  create_public_stream_policy: ['can_create_public_channel_group', {}],
  create_private_stream_policy: ['can_create_private_channel_group', {}],
  invite_to_stream_policy: ['can_add_subscribers_group', {}],
  invite_to_realm_policy: ['can_invite_users_group', { 'role:nobody': 6 }],
  move_messages_between_streams_policy: ['can_move_messages_between_channels_group', { 'role:nobody': 6 }],
  delete_own_message_policy: ['can_delete_own_message_group', { 'role:everyone': 5 }],
  wildcard_mention_policy: [
    'can_mention_many_users_group',
    {
      ...{ 'role:everyone': 1, 'role:members': 2, 'role:fullmembers': 3, 'role:administrators': 5 },
      ...{ 'role:nobody': 6, 'role:moderators': 7 },
    },
  ],
}
const COMMON = { 'role:members': 1, 'role:administrators': 2, 'role:fullmembers': 3, 'role:moderators': 4 }

/**
 * The deprecated policies that a client computes from the group settings, where a policy has a code for the
 * group.
 */
export function policiesOf(state: Body): Body {
  const policies = Object.entries(POLICIES).flatMap(([policy, [setting, codes]]) => {
    const group = state.realm_user_groups.find((group: Body) => group.id === state[`realm_${setting}`])
    const code = { ...COMMON, ...codes }[group?.name as keyof typeof COMMON]
    return code === undefined ? [] : [[`realm_${policy}`, code]]
  })
  return Object.fromEntries(policies)
}

/**
 * Fields that are not compared: messages, presence, fields of the response itself, fields that clients
 * compute from others, and fields whose names change.
 */
const NOT_COMPARED =
  /^(queue_id|last_event_id|server_timestamp|result|msg|max_message_id|unread_msgs|recent_private_conversations|muted_topics|presences|presence_last_update_id|can_\w+|realm_\w+_policy|realm_allow_edit_history|realm_uri|realm_mandatory_topics)$/
const STILL_COMPARED = /topics_policy|visibility_policy/

/** A state with its lists in a fixed order. */
export function comparableState(state: Body, appeared: ReadonlySet<number>): Body {
  const names = Object.keys(state.streams[0])
  const asNew = (channel: Body) =>
    Object.fromEntries(Object.entries(channel).filter(([name]) => names.includes(name)))
  const isAgain = (channel: Body) => appeared.has(channel.stream_id)
  const inUse = new Set(
    state.streams.filter((stream: Body) => !stream.is_archived).map((stream: Body) => stream.stream_id),
  )
  // For a channel that appeared after registration, events do not say whether the user was subscribed before.
  const copy = {
    ...state,
    unsubscribed: state.unsubscribed.filter((channel: Body) => !isAgain(channel)),
    never_subscribed: [...state.never_subscribed, ...state.unsubscribed.filter(isAgain)].map(asNew),
    // Register leaves out the policies for archived channels. A client does not know that a channel was
    // archived when the user had lost it before, and uses the policies of the channels that it shows alone.
    user_topics: state.user_topics.filter((topic: Body) => inUse.has(topic.stream_id)),
    realm_default_streams: state.realm_default_streams.map((stream: Body) => stream.stream_id).sort(),
  }
  const kept = Object.entries(copy).filter(([name]) => !NOT_COMPARED.test(name) || STILL_COMPARED.test(name))
  return Object.fromEntries(
    kept.map(([name, value]) => [name, Array.isArray(value) ? ordered(value) : value]),
  )
}

const KEYS = ['stream_id', 'topic_name', 'user_id', 'id', 'fragment', 'domain']
function ordered(list: readonly Body[]): Body[] {
  const key = (item: Body) =>
    typeof item === 'object'
      ? KEYS.map((name) => String(item[name] ?? '').padStart(12, '0')).join('/')
      : String(item)
  return [...list].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))
}

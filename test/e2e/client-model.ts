import type { Body } from '../harness/client.ts'
import { applyGroupEvent } from './group-model.ts'

/** Fields of the register response that describe the response, not the state. */
const NOT_STATE = ['queue_id', 'last_event_id', 'server_timestamp', 'result', 'msg']

/**
 * Applies events to the initial state as clients do, without other knowledge. Throws for an unknown event.
 */
export class ClientModel {
  readonly state: Body
  readonly #me: number
  readonly #withSubscribers: boolean
  /**
   * Channels that became visible after the registration: no event says whether the user was subscribed
   * before.
   */
  readonly appeared = new Set<number>()

  constructor(initial: Body) {
    this.state = structuredClone(initial)
    this.#me = initial.user_id
    this.#withSubscribers = initial.streams.some((stream: Body) => stream.subscribers !== undefined)
  }

  apply(event: Body): void {
    const { type, op } = event
    const name = op === undefined || type === 'user_group' ? type : `${type} ${op}`
    switch (name) {
      case 'heartbeat':
        return
      case 'user_topic':
        this.#userTopic(event)
        return
      case 'message':
        this.#message(event)
        return
      case 'user_group':
        applyGroupEvent(this.state.realm_user_groups, event)
        return
      case 'realm_user add':
        this.state.realm_users.push(event.person)
        return
      case 'default_streams':
        this.state.realm_default_streams = event.default_streams.map((id: number) => ({ stream_id: id }))
        return
      case 'stream create':
        for (const stream of event.streams) this.#appear(stream)
        return
      case 'stream update':
        this.#update(event)
        return
      case 'stream delete':
        for (const id of event.stream_ids) {
          this.#visibleEntries(id)
          for (const list of this.#lists()) removeById(list, id)
        }
        return
      case 'subscription add':
        for (const subscription of event.subscriptions) this.#subscribed(subscription)
        return
      case 'subscription remove':
        for (const { stream_id } of event.subscriptions) this.#unsubscribed(stream_id)
        return
      case 'subscription update':
        for (const channel of this.state.subscriptions) {
          if (channel.stream_id === event.stream_id) channel[event.property] = event.value
        }
        return
      case 'subscription peer_add':
      case 'subscription peer_remove':
        for (const id of event.stream_ids) this.#peers(id, event.user_ids, op === 'peer_add')
        return
      default:
        throw new Error(`an unexpected event: ${JSON.stringify(event)}`)
    }
  }

  #lists(): Body[][] {
    const { streams, subscriptions, unsubscribed, never_subscribed } = this.state
    return [streams, subscriptions, unsubscribed, never_subscribed]
  }

  #entries(id: number): Body[] {
    return this.#lists()
      .flat()
      .filter((channel) => channel.stream_id === id)
  }

  /** Returns the entries of a channel. Throws if the channel is not visible to the client. */
  #visibleEntries(id: number): Body[] {
    const entries = this.#entries(id)
    if (entries.length === 0) throw new Error(`an event about channel ${id}, which is not visible`)
    return entries
  }

  #update(event: Body): void {
    const { type: _, op: __, id: ___, stream_id, name: ____, property, value, ...more } = event
    for (const channel of this.#visibleEntries(stream_id))
      Object.assign(channel, { [property]: value, ...more })
  }

  #appear(stream: Body): void {
    this.appeared.add(stream.stream_id)
    if (this.#entries(stream.stream_id).length > 0) throw new Error(`${stream.name} appears twice`)
    const entry = () => ({ ...stream, ...(this.#withSubscribers && { subscribers: [] }) })
    this.state.streams.push(entry())
    this.state.never_subscribed.push(entry())
  }

  #subscribed(given: Body): void {
    const { subscribers, ...settings } = given
    const id = given.stream_id
    const { streams, subscriptions, unsubscribed, never_subscribed } = this.state
    if (subscriptions.some((subscription: Body) => subscription.stream_id === id))
      throw new Error(`subscribed twice to ${id}`)
    if (removeById(unsubscribed, id) === undefined && removeById(never_subscribed, id) === undefined) {
      throw new Error(`subscribed to ${id}, which never appeared`)
    }
    const list = this.#withSubscribers ? { subscribers } : {}
    subscriptions.push({ ...settings, ...list })
    const stream = streams.find((stream: Body) => stream.stream_id === id)
    Object.assign(stream, { subscriber_count: given.subscriber_count, ...structuredClone(list) })
  }

  #unsubscribed(id: number): void {
    const entry = removeById(this.state.subscriptions, id)
    if (entry === undefined) throw new Error(`unsubscribed from ${id}, which was not subscribed to`)
    this.state.unsubscribed.push(entry)
    this.#forgetUnread(id)
    this.#peers(id, [this.#me], false)
  }

  /** A user who unsubscribes from a channel has no unread messages there. */
  #forgetUnread(id: number): void {
    const { unread_msgs: unread } = this.state
    if (unread === undefined) return // The client did not register for messages and their flags.
    const there = (channel: Body) => channel.stream_id === id
    const gone = new Set(unread.streams.filter(there).flatMap((stream: Body) => stream.unread_message_ids))
    unread.streams = unread.streams.filter((stream: Body) => !there(stream))
    unread.mentions = unread.mentions.filter((mention: number) => !gone.has(mention))
    unread.count -= gone.size
  }

  #peers(id: number, users: readonly number[], joined: boolean): void {
    for (const channel of this.#visibleEntries(id)) {
      channel.subscriber_count += joined ? users.length : -users.length
      if (!this.#withSubscribers) continue
      for (const user of users) {
        if (channel.subscribers.includes(user) === joined) throw new Error(`${user} ${joined} twice in ${id}`)
      }
      const others = channel.subscribers.filter((user: number) => !users.includes(user))
      channel.subscribers = joined ? [...others, ...users].sort((a, b) => a - b) : others
    }
  }

  #userTopic({ stream_id, topic_name, last_updated, visibility_policy }: Body): void {
    const others = this.state.user_topics.filter(
      (topic: Body) => topic.stream_id !== stream_id || topic.topic_name !== topic_name,
    )
    const chosen = { stream_id, topic_name, last_updated, visibility_policy }
    this.state.user_topics = visibility_policy === 0 ? others : [...others, chosen]
  }

  #message({ message, flags }: Body): void {
    const { state } = this
    // With all_public_streams, events also contain messages that the user does not receive as a subscriber.
    const isMine = (subscription: Body) => subscription.stream_id === message.stream_id
    if (message.type === 'stream' && !state.subscriptions.some(isMine)) return
    state.max_message_id = Math.max(state.max_message_id, message.id)
    if (message.type === 'private') this.#recent(message)
    if (flags.includes('read')) return
    state.unread_msgs.count++
    if (flags.includes('mentioned') || flags.includes('wildcard_mentioned')) {
      state.unread_msgs.mentions.push(message.id)
    }
    const { list, key } = this.#unreadList(message)
    const found = list.find((entry) => Object.entries(key).every(([name, value]) => entry[name] === value))
    if (found !== undefined) found.unread_message_ids.push(message.id)
    else list.push({ ...key, unread_message_ids: [message.id] })
  }

  #unreadList(message: Body): { list: Body[]; key: Body } {
    const { pms, huddles, streams } = this.state.unread_msgs
    if (message.type === 'stream') {
      return { list: streams, key: { topic: message.subject, stream_id: message.stream_id } }
    }
    const ids: number[] = message.display_recipient.map((user: Body) => user.id)
    if (ids.length > 2) {
      return { list: huddles, key: { user_ids_string: ids.sort((a, b) => a - b).join(',') } }
    }
    const other = ids.find((id) => id !== this.#me) ?? this.#me
    return { list: pms, key: { other_user_id: other, sender_id: other } }
  }

  #recent(message: Body): void {
    const others = message.display_recipient
      .map((user: Body) => user.id)
      .filter((id: number) => id !== this.#me)
    const { recent_private_conversations: recent } = this.state
    const isThis = (conversation: Body) => `${conversation.user_ids}` === `${others}`
    const rest = recent.filter((conversation: Body) => !isThis(conversation))
    this.state.recent_private_conversations = [{ user_ids: others, max_message_id: message.id }, ...rest]
  }
}

/** The state of a register response, with its lists in a fixed order. */
export function comparable(state: Body): Body {
  const copy = structuredClone(state)
  for (const name of NOT_STATE) delete copy[name]
  const by = (...names: string[]) => {
    const key = (item: Body) => names.map((name) => String(item[name]).padStart(12, '0')).join('/')
    return (a: Body, b: Body) => (key(a) < key(b) ? -1 : 1)
  }
  for (const list of ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed']) {
    copy[list].sort(by('stream_id'))
  }
  // Only the ids of the default channels: `streams` has their fields.
  copy.realm_default_streams = copy.realm_default_streams.map((stream: Body) => stream.stream_id)
  copy.realm_users.sort(by('user_id'))
  copy.unread_msgs.pms.sort(by('other_user_id'))
  copy.unread_msgs.huddles.sort(by('user_ids_string'))
  copy.unread_msgs.streams.sort(by('stream_id', 'topic'))
  copy.user_topics.sort(by('stream_id', 'topic_name'))
  return copy
}

function removeById(list: Body[], id: number): Body {
  const index = list.findIndex((channel) => channel.stream_id === id)
  return index < 0 ? undefined : list.splice(index, 1)[0]
}

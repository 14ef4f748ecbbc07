import { signal } from '@preact/signals'
import { findEmoji, OWN_POPULARITY, popularityOf } from '../../emoji/find-emoji.ts'
import { best, plain } from '../../model/rank.ts'
import type { User } from '../../model/wire.ts'
import type { Option } from '../../parts/floating/option-list.tsx'
import { eachPage } from '../../store/state/page.ts'
import type { Store } from '../../store/state/store.ts'
import { emojiNames, type NamedEmoji } from '../../store/verbs/emoji-names.ts'
import { loadTopics } from '../../store/verbs/load-topics.ts'
import { shortDateOf } from '../../texts/short-date.ts'
import { t } from '../../texts/texts.ts'
import { laterTimes, timeMark } from '../later-times.ts'
import type { WritingPlace } from '../writing-place.ts'
import type { CompletionQuery } from './completion-query.ts'
import { channelLink, topicLink } from './place-links.ts'

/** One suggestion for the typed text. */
export interface Completion extends Option {
  /** The text that replaces the typed text. */
  readonly text: string
}

const MOST = 8

const namedEmoji = eachPage(() => signal<readonly NamedEmoji[]>([]))

/**
 * The suggestions for a query, the best first. Topics and names of emoji are fetched and appear once they are
 * loaded.
 */
export function completionsFor(store: Store, place: WritingPlace, query: CompletionQuery): Completion[] {
  switch (query.kind) {
    case 'person':
      return mentions(store, place, query.query, query.isSilent)
    case 'channel':
      return channels(store, query.query)
    case 'topic':
      return topics(store, query.channel, query.query)
    case 'emoji':
      return emojis(store, query.query)
    case 'time':
      return times(store, query.query)
    case 'command':
      return commands(query.query)
  }
}

function mentions(store: Store, place: WritingPlace, query: string, isSilent: boolean): Completion[] {
  // A sentence may continue after the first word of a name.
  if (query.startsWith(' ') || query.split(' ').length > 4) return []
  const sign = isSilent ? '@_' : '@'
  const active = [...store.people.value.values()]
    .filter((person) => person.is_active)
    .sort((a, b) => isUnlikely(store, a) - isUnlikely(store, b))
  const people = best(active, query, (person) => person.full_name, MOST).map((person): Completion => {
    const isAmbiguous = active.some(
      (one) => one.full_name === person.full_name && one.user_id !== person.user_id,
    )
    const id = isAmbiguous ? `|${person.user_id}` : ''
    return {
      key: `person ${person.user_id}`,
      text: `${sign}**${person.full_name}${id}** `,
      name: person.full_name,
      ...(person.delivery_email && { note: person.delivery_email }),
      mark: { kind: 'person', person },
    }
  })
  const ownGroups = [...store.groups.value.values()].filter((one) => !one.is_system_group && !one.deactivated)
  const groups = best(ownGroups, query, ({ name }) => name, MOST).map(
    ({ id, name, description }): Completion => ({
      key: `group ${id}`,
      text: `${sign}*${name}* `,
      name,
      note: description,
      mark: { kind: 'group' },
    }),
  )
  const wide = isSilent ? [] : place.kind === 'direct' ? ['all'] : ['all', 'topic']
  const everybody = best(wide, query, (name) => name, MOST).map(
    (name): Completion => ({
      key: `wide ${name}`,
      text: `@**${name}** `,
      name,
      note: name === 'topic' ? t.notifyTopic : t.notifyAll,
      mark: { kind: 'group' },
    }),
  )
  return [...people, ...groups, ...everybody].slice(0, MOST)
}

/** Bots and the writer are rarely meant. */
const isUnlikely = (store: Store, { is_bot, user_id }: User): number =>
  Number(is_bot) * 2 + Number(user_id === store.me)

function channels(store: Store, query: string): Completion[] {
  const isOwn = (id: number) => Number(!store.channels.value.has(id))
  const all = [...store.allChannels.value.values()]
    .filter((channel) => !channel.is_archived)
    .sort((a, b) => isOwn(a.stream_id) - isOwn(b.stream_id))
  return best(all, query, ({ name }) => name, MOST).map(
    ({ stream_id: id, name, description }): Completion => ({
      key: `channel ${id}`,
      text: `${channelLink(id, name)} `,
      name,
      note: description,
      mark: { kind: 'channel', id },
    }),
  )
}

function topics(store: Store, channelName: string, query: string): Completion[] {
  const asked = plain(channelName)
  const channel = [...store.allChannels.value.values()].find(({ name }) => plain(name) === asked)
  if (channel === undefined) return []
  void loadTopics(store, channel.stream_id)
  const known = store.topics.of(channel.stream_id).value ?? []
  return best(known, query, ({ name }) => name, MOST).map(
    ({ name }): Completion => ({
      key: `topic ${name}`,
      text: `${topicLink(channel, name)} `,
      name: name || store.realm.value.emptyTopic,
      note: channel.name,
      mark: { kind: 'topic' },
    }),
  )
}

function emojis(store: Store, query: string): Completion[] {
  const emoji = namedEmoji(store)
  if (emoji.value.length === 0) {
    emojiNames(store).then(
      (names) => {
        emoji.value = names
      },
      () => undefined,
    )
  }
  const own = Object.entries(store.realmEmoji.value)
    .filter(([, one]) => !one.deactivated)
    .map(([id, { name, source_url: url }]) => ({
      key: `own ${id}`,
      names: [name],
      popularity: OWN_POPULARITY,
      mark: { kind: 'picture' as const, url },
    }))
  const standard = emoji.value.map(({ code, names }) => ({
    key: `emoji ${code}`,
    names,
    popularity: popularityOf(code),
    mark: { kind: 'emoji' as const, code },
  }))
  return findEmoji([...own, ...standard], query)
    .slice(0, MOST)
    .map(({ emoji: { key, mark }, name }): Completion => ({ key, text: `:${name}: `, name, mark }))
}

const times = (store: Store, query: string): Completion[] =>
  best(laterTimes(), query, ({ name }) => name, MOST).map(
    ({ name, at }): Completion => ({
      key: name,
      text: `${timeMark(at)} `,
      name,
      note: shortDateOf(at, store.settings.value.twenty_four_hour_time),
      mark: { kind: 'time' },
    }),
  )

function commands(query: string): Completion[] {
  const all = [
    { name: 'me', text: '/me ', note: t.commandMe },
    { name: 'poll', text: '/poll ', note: t.commandPoll },
    { name: 'todo', text: '/todo ', note: t.commandTodo },
  ]
  return best(all, query, ({ name }) => name, MOST).map(
    ({ name, text, note }): Completion => ({
      key: name,
      text,
      name: `/${name}`,
      note,
      mark: { kind: 'command' },
    }),
  )
}

/** Completes the topic of a channel while the writer types it. */
export function topicCompletions(store: Store, channel: number, query: string): string[] {
  void loadTopics(store, channel)
  return best(store.topics.of(channel).value ?? [], query, ({ name }) => name, MOST)
    .map(({ name }) => name)
    .filter((name) => name !== '' && name !== query)
}

import { useSignal } from '@preact/signals'
import CheckCheck from 'lucide/dist/esm/icons/check-check.mjs'
import MailCheck from 'lucide/dist/esm/icons/mail-check.mjs'
import MessageSquare from 'lucide/dist/esm/icons/message-square.mjs'
import RotateCcw from 'lucide/dist/esm/icons/rotate-ccw.mjs'
import Trash from 'lucide/dist/esm/icons/trash.mjs'
import { useEffect, useRef } from 'preact/hooks'
import { Select } from '../forms/controls.tsx'
import { FilterField } from '../forms/filter-field.tsx'
import { useChosen } from '../forms/use-chosen.ts'
import { isOpenedByKey } from '../message/opening.ts'
import { conversationKey } from '../model/conversation.ts'
import { plain } from '../model/rank.ts'
import { hashOf } from '../model/route.ts'
import { Blank } from '../parts/blank.tsx'
import { Count } from '../parts/count.tsx'
import { overlay } from '../parts/floating/overlay.ts'
import { PlaceMenuButton } from '../parts/floating/place-menu-button.tsx'
import { useListFocus } from '../parts/floating/use-list-focus.ts'
import { Icon } from '../parts/icon.tsx'
import { LazyRows } from '../parts/lazy-rows.tsx'
import { Problem } from '../saving/problem.tsx'
import { useSaving } from '../saving/use-saving.ts'
import { countOf } from '../store/derived/counts.ts'
import { topicName } from '../store/derived/names.ts'
import { isAdministrator } from '../store/derived/roles.ts'
import { server } from '../store/requests/server.ts'
import type { KnownChannel } from '../store/slices/all-channels.ts'
import { isInGroup } from '../store/slices/message-rules.ts'
import { unreadOf } from '../store/slices/unread.ts'
import type { Topic } from '../store/state/topics.ts'
import { useStore } from '../store/use-store.ts'
import { isResolved, toggleResolved } from '../store/verbs/change-message.ts'
import { loadTopics } from '../store/verbs/load-topics.ts'
import { FOLLOWED, INHERITED, MUTED, setTopicPolicy, UNMUTED } from '../store/verbs/set-topic-policy.ts'
import { collator } from '../texts/collator.ts'
import { t } from '../texts/texts.ts'
import { permissionsOn, realmGroup } from './permissions.ts'
import { texts } from './texts.ts'
import { holdersOf, onlyAdministrators, WhoMay } from './who-may.tsx'

/** Pixels of a line. */
const LINE = 48

const NONE: ReadonlySet<number> = new Set()

const ORDERS = ['newest', 'name', 'unread'] as const
type Order = (typeof ORDERS)[number]
const SHOWN = ['all', 'open', 'resolved'] as const
type Shown = (typeof SHOWN)[number]

/** The topics of a channel, with the actions of each. */
export function Topics({ channel }: { channel: KnownChannel }) {
  const store = useStore()
  const { stream_id: id } = channel
  const filter = useSignal('')
  const order = useSignal<Order>('newest')
  const shown = useSignal<Shown>('all')
  const list = useListFocus<HTMLDivElement>('button')
  const field = useRef<HTMLInputElement>(null)
  const topics = store.topics.of(id).value
  const { canRead, canAdminister } = permissionsOn(store, channel)
  useEffect(() => {
    if (canRead && topics === undefined) void loadTopics(store, id)
  }, [store, id, canRead, topics])
  // Who came by a key goes on with the keyboard.
  const isLoaded = topics !== undefined
  useEffect(() => {
    if (isOpenedByKey(store)) field.current?.focus()
  }, [isLoaded])
  if (!canRead) return <Blank icon={MessageSquare} title={texts.mayNotRead} hint={texts.mayNotSubscribe} />
  if (topics === undefined) {
    return (
      <p class="text" role="status">
        {t.loading}
      </p>
    )
  }
  const unread = (topic: Topic) =>
    unreadOf(store.unread.value, conversationKey({ kind: 'topic', channel: id, topic: topic.name }))?.ids ??
    NONE
  const asked = plain(filter.value)
  const found = topics
    .filter(({ name }) => plain(topicName(store, name)).includes(asked))
    .filter(({ name }) => shown.value === 'all' || isResolved(name) === (shown.value === 'resolved'))
    .sort(
      (a, b) =>
        (order.value === 'name' ? collator.compare(topicName(store, a.name), topicName(store, b.name)) : 0) ||
        (order.value === 'unread' ? unread(b).size - unread(a).size : 0) ||
        b.newest - a.newest,
    )
  const organizationGroup = realmGroup(store, 'can_resolve_topics_group')
  const mayResolve =
    store.channels.value.has(id) &&
    (canAdminister ||
      isInGroup(store.groups.value, organizationGroup, store.me) ||
      isInGroup(store.groups.value, channel.can_resolve_topics_group, store.me))
  return (
    <section>
      <h2 class="only-heard">{texts.topics}</h2>
      {!mayResolve && <WhoMay text={texts.mayNotResolve(holdersOf(store, { group: organizationGroup }))} />}
      <div class="add beside">
        <FilterField label={texts.filterTopics} text={filter} field={field} />
        <Select
          ids={{}}
          label={texts.order}
          value={order.value}
          options={ORDERS.map((value) => ({ value, name: texts.topicOrders[value] }))}
          onChange={(chosen) => {
            order.value = chosen
          }}
        />
        <Select
          ids={{}}
          label={texts.shownTopics}
          value={shown.value}
          options={SHOWN.map((value) => ({ value, name: texts.topicStates[value] }))}
          onChange={(chosen) => {
            shown.value = chosen
          }}
        />
      </div>
      <p class="text" role="status">
        {texts.topicCount(found.length)}
      </p>
      <div class="people topics" {...list}>
        <LazyRows rows={found} rowHeight={LINE}>
          {(topic) => (
            <TopicLine
              key={topic.name}
              channel={channel}
              topic={topic}
              unread={unread(topic)}
              mayResolve={mayResolve && topic.name !== ''}
            />
          )}
        </LazyRows>
      </div>
    </section>
  )
}

const POLICIES = [
  { value: INHERITED, name: texts.policyInherited },
  { value: FOLLOWED, name: texts.policyFollowed },
  { value: UNMUTED, name: texts.policyUnmuted },
  { value: MUTED, name: texts.policyMuted },
] as const
type Policy = (typeof POLICIES)[number]['value']

interface TopicLineProps {
  readonly channel: KnownChannel
  readonly topic: Topic
  readonly unread: ReadonlySet<number>
  readonly mayResolve: boolean
}

function TopicLine({
  channel: { stream_id: id, name: channelName },
  topic,
  unread,
  mayResolve,
}: TopicLineProps) {
  const store = useStore()
  const { saving, save } = useSaving()
  const { name, newest } = topic
  const shown = topicName(store, name)
  const policy = useChosen<Policy>(store.policyOf(id, name) as Policy, saving)
  const mayDelete = isAdministrator(store)
  const resolve = isResolved(name) ? texts.unresolveTopic(shown) : texts.resolveTopic(shown)
  return (
    <li>
      <div class="person">
        <a
          class="name ellipsis"
          dir="auto"
          href={hashOf({ kind: 'topic', channel: id, topic: name }, channelName)}
        >
          {shown}
        </a>
        {unread.size > 0 && (
          <Count {...countOf(store, { kind: 'topic', channel: id, topic: name }, unread)} />
        )}
        {store.channels.value.has(id) && (
          <Select
            ids={{}}
            label={texts.policyOf(shown)}
            value={policy.value}
            options={POLICIES}
            onChange={(chosen) => {
              policy.choose(chosen)
              void save(() => setTopicPolicy(id, name, chosen))
            }}
          />
        )}
        <button
          type="button"
          class="icon-button"
          aria-label={texts.markTopicRead(shown)}
          title={texts.markTopicRead(shown)}
          disabled={unread.size === 0}
          onClick={() =>
            void save(() => server.call('POST /mark_topic_as_read', { stream_id: id, topic_name: name }))
          }
        >
          <Icon node={MailCheck} />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label={resolve}
          title={resolve}
          disabled={!mayResolve}
          onClick={() => void toggleResolved(store, newest, name)}
        >
          <Icon node={isResolved(name) ? RotateCcw : CheckCheck} />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label={texts.deleteTopic(shown)}
          title={mayDelete ? texts.deleteTopic(shown) : onlyAdministrators(store)}
          disabled={!mayDelete}
          onClick={() => {
            overlay(store).value = { kind: 'delete-topic', channel: id, topic: name }
          }}
        >
          <Icon node={Trash} />
        </button>
        <PlaceMenuButton place={{ kind: 'topic', channel: id, topic: name }} name={shown} />
      </div>
      <Problem saving={saving} />
    </li>
  )
}

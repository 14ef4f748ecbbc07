import ArrowRightLeft from 'lucide/dist/esm/icons/arrow-right-left.mjs'
import Bell from 'lucide/dist/esm/icons/bell.mjs'
import BellOff from 'lucide/dist/esm/icons/bell-off.mjs'
import CheckCheck from 'lucide/dist/esm/icons/check-check.mjs'
import Link from 'lucide/dist/esm/icons/link.mjs'
import List from 'lucide/dist/esm/icons/list.mjs'
import MailIcon from 'lucide/dist/esm/icons/mail.mjs'
import MailCheck from 'lucide/dist/esm/icons/mail-check.mjs'
import RotateCcw from 'lucide/dist/esm/icons/rotate-ccw.mjs'
import Trash from 'lucide/dist/esm/icons/trash.mjs'
import UserRound from 'lucide/dist/esm/icons/user-round.mjs'
import UserX from 'lucide/dist/esm/icons/user-x.mjs'
import type { MenuItem } from '../message/overlays/message-menu-items.ts'
import { type Conversation, conversationKey } from '../model/conversation.ts'
import { channelHash, hashOf } from '../model/route.ts'
import type { Message } from '../model/wire.ts'
import { copy } from '../parts/copy.ts'
import { overlay } from '../parts/floating/overlay.ts'
import { channelName, nameOf } from '../store/derived/names.ts'
import { refusalsOn } from '../store/derived/refusals.ts'
import { isAdministrator } from '../store/derived/roles.ts'
import { unreadOf } from '../store/slices/unread.ts'
import type { Store } from '../store/state/store.ts'
import { isResolved, toggleResolved } from '../store/verbs/change-message.ts'
import { markReadIn } from '../store/verbs/flag-messages.ts'
import { loadSingle } from '../store/verbs/load-messages.ts'
import { mutePerson, unmutePerson } from '../store/verbs/mute-person.ts'
import { markNewestUnread, newestIn } from '../store/verbs/newest-in.ts'
import { attempt } from '../store/verbs/notice.ts'
import { FOLLOWED, INHERITED, MUTED, setTopicPolicy, UNMUTED } from '../store/verbs/set-topic-policy.ts'
import { t } from '../texts/texts.ts'

type Topic = Conversation & { readonly kind: 'topic' }
type Direct = Conversation & { readonly kind: 'direct' }

/** What can be done with a topic, the most common first. */
export function topicItems(store: Store, place: Topic): readonly MenuItem[] {
  const { channel, topic } = place
  if (store.isSpectator) return [copyLink(store, place)]
  const isSubscribed = store.channels.value.has(channel)
  const refusals = refusalsOn(store, likeItsMessages(place))
  return [
    ...(isSubscribed ? [...policies(store, place), ...reading(store, place)] : []),
    {
      text: t.renameTopic,
      icon: ArrowRightLeft,
      act: () => withNewest(store, place, (id) => openMove(store, id)),
      refusal: refusals.move,
    },
    ...(topic === ''
      ? []
      : [
          {
            text: isResolved(topic) ? t.unresolve : t.resolve,
            icon: isResolved(topic) ? RotateCcw : CheckCheck,
            act: () => withNewest(store, place, (id) => toggleResolved(store, id, topic)),
            refusal: refusals.resolve,
          },
        ]),
    copyLink(store, place),
    {
      text: t.moreTopics,
      icon: List,
      act: () => {
        location.hash = channelHash(channel, channelName(store, channel) ?? '', 'topics')
      },
    },
    {
      text: t.deleteTopic,
      icon: Trash,
      isDangerous: true,
      act: () => {
        overlay(store).value = { kind: 'delete-topic', channel, topic }
      },
      refusal: isAdministrator(store) ? undefined : t.refusedToYou(t.administrator),
    },
  ]
}

function policies(store: Store, { channel, topic }: Topic): MenuItem[] {
  const isChannelMuted = store.channels.value.get(channel)?.is_muted ?? false
  const set = (value: typeof INHERITED) => () => attempt(store, setTopicPolicy(channel, topic, value))
  return [
    store.policyOf(channel, topic) === FOLLOWED
      ? { text: t.unfollowTopic, icon: Bell, act: set(INHERITED) }
      : { text: t.followTopic, icon: Bell, act: set(FOLLOWED) },
    store.isTopicMuted(channel, topic)
      ? { text: t.unmuteTopic, icon: BellOff, act: set(isChannelMuted ? UNMUTED : INHERITED) }
      : { text: t.muteTopic, icon: BellOff, act: set(MUTED) },
  ]
}

/** Marks as read what is unread, else the newest message as unread. */
function reading(store: Store, place: Conversation): MenuItem[] {
  const hasUnread = unreadOf(store.unread.value, conversationKey(place)) !== undefined
  return [
    hasUnread
      ? { text: t.markAllRead, icon: MailCheck, act: () => markReadIn(store, place) }
      : { text: t.markNewestUnread, icon: MailIcon, act: () => markNewestUnread(store, place) },
  ]
}

/** What can be done with a direct conversation. */
export function directItems(store: Store, place: Direct): readonly MenuItem[] {
  const [person] = place.people
  const isOfTwo = place.people.length === 1 && person !== undefined && person !== store.me
  const isMuted = isOfTwo && store.mutedUsers.value.has(person)
  return [
    ...reading(store, place),
    copyLink(store, place),
    ...(isOfTwo
      ? [
          {
            text: t.showProfile,
            icon: UserRound,
            act: () => {
              location.hash = `#user/${person}`
            },
          },
          {
            text: isMuted ? t.unmutePerson(nameOf(store, person)) : t.mutePerson(nameOf(store, person)),
            icon: UserX,
            act: () => (isMuted ? unmutePerson(store, person) : mutePerson(store, person)),
          },
        ]
      : []),
  ]
}

export const copyLink = (store: Store, place: Parameters<typeof hashOf>[0]): MenuItem => ({
  text: t.copyLink,
  icon: Link,
  act: () => {
    const name = 'channel' in place ? channelName(store, place.channel) : undefined
    return copy(store, `${location.origin}/${hashOf(place, name)}`, t.linkCopied)
  },
})

/** A message as others write it now in the topic, to ask the rules about. */
const likeItsMessages = ({ channel, topic }: Topic): Message =>
  ({
    type: 'stream',
    stream_id: channel,
    subject: topic,
    sender_id: 0,
    timestamp: Date.now() / 1000,
    submessages: [],
    flags: [],
  }) as Partial<Message> as Message

/** Runs an action that the server takes by a message of the topic. */
async function withNewest(store: Store, place: Topic, act: (id: number) => unknown): Promise<void> {
  const newest = newestIn(store, place)
  if (!(await attempt(store, newest))) return
  const id = await newest
  if (id === undefined) return
  await loadSingle(store, [id])
  await act(id)
}

const openMove = (store: Store, id: number): void => {
  overlay(store).value = { kind: 'move-topic', id }
}

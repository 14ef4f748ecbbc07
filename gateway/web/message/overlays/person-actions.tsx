import AtSign from 'lucide/dist/esm/icons/at-sign.mjs'
import MessageSquare from 'lucide/dist/esm/icons/message-square.mjs'
import Search from 'lucide/dist/esm/icons/search.mjs'
import UserRound from 'lucide/dist/esm/icons/user-round.mjs'
import UserX from 'lucide/dist/esm/icons/user-x.mjs'
import { useEffect, useState } from 'preact/hooks'
import { hashOf } from '../../model/route.ts'
import { ChannelMark } from '../../parts/channel-mark.tsx'
import { copy } from '../../parts/copy.ts'
import { closeOverlay } from '../../parts/floating/overlay.ts'
import { Icon } from '../../parts/icon.tsx'
import { nameOf } from '../../store/derived/names.ts'
import { server } from '../../store/requests/server.ts'
import { useStore } from '../../store/use-store.ts'
import { mutePerson, unmutePerson } from '../../store/verbs/mute-person.ts'
import { collator } from '../../texts/collator.ts'
import { t } from '../../texts/texts.ts'

/** What the reader can do about a person: write, look, copy a mention, mute. */
export function PersonActions({ person: id }: { person: number }) {
  const store = useStore()
  const isMuted = store.mutedUsers.value.has(id)
  const name = nameOf(store, id)
  const from = { kind: 'search', terms: [{ operator: 'sender', operand: id, negated: false }] } as const
  return (
    <div class="message-menu">
      <a href={hashOf({ kind: 'direct', people: [id] })} onClick={() => closeOverlay(store)}>
        <Icon node={MessageSquare} />
        {t.writeDirectly}
      </a>
      <a href={`#user/${id}`} onClick={() => closeOverlay(store)}>
        <Icon node={UserRound} />
        {t.showProfile}
      </a>
      <a href={hashOf(from)} onClick={() => closeOverlay(store)}>
        <Icon node={Search} />
        {t.messagesFrom}
      </a>
      <button
        type="button"
        onClick={() => {
          closeOverlay(store)
          void copy(store, `@**${name}|${id}**`, t.mentionCopied)
        }}
      >
        <Icon node={AtSign} />
        {t.copyMention}
      </button>
      {id !== store.me && (
        <button
          type="button"
          onClick={() => {
            closeOverlay(store)
            void (isMuted ? unmutePerson(store, id) : mutePerson(store, id))
          }}
        >
          <Icon node={UserX} />
          {isMuted ? t.unmuteThem : t.muteThem}
        </button>
      )}
    </div>
  )
}

/** Most channels that the card lists; the profile has all. */
const MOST_CHANNELS = 6

/** The channels that the person and the reader share. */
export function CommonChannels({ person: id }: { person: number }) {
  const store = useStore()
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => {
    let isShown = true
    server.call('GET /users/{user_id}/channels', { user_id: id }).then(
      ({ subscribed_channel_ids }) => isShown && setIds(new Set(subscribed_channel_ids)),
      () => undefined, // The card shows the rest.
    )
    return () => {
      isShown = false
    }
  }, [id])
  const shared = [...store.channels.value.values()]
    .filter(({ stream_id }) => ids.has(stream_id))
    .sort((a, b) => collator.compare(a.name, b.name))
  if (id === store.me || shared.length === 0) return null
  return (
    <section class="common-channels">
      <h2>{t.commonChannels(shared.length)}</h2>
      <ul>
        {shared.slice(0, MOST_CHANNELS).map((channel) => (
          <li key={channel.stream_id}>
            <a
              href={hashOf({ kind: 'channel', channel: channel.stream_id }, channel.name)}
              onClick={() => closeOverlay(store)}
            >
              <ChannelMark channel={channel} />
              <span class="ellipsis" dir="auto">
                {channel.name}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

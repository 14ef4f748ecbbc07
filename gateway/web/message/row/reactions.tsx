import SmilePlus from 'lucide/dist/esm/icons/face-slightly-smiling-plus.mjs'
import { EmojiImage } from '../../emoji/emoji-image.tsx'
import type { Message } from '../../model/wire.ts'
import { overlay } from '../../parts/floating/overlay.ts'
import { Icon } from '../../parts/icon.tsx'
import { nameOf } from '../../store/derived/names.ts'
import type { Store } from '../../store/state/store.ts'
import { useStore } from '../../store/use-store.ts'
import { toggleReaction } from '../../store/verbs/react.ts'
import { t } from '../../texts/texts.ts'

/** A message with more reactions than this shows numbers only. */
const MOST_WITH_NAMES = 3

/**
 * The reactions of a message, each emoji once, with their number or, when they are few, the names of the
 * people. A click adds or removes the reader's reaction.
 */
export function Reactions({ message }: { message: Message }) {
  const store = useStore()
  const { display_emoji_reaction_users: showsNames } = store.settings.value
  if (message.reactions.length === 0) return null
  const hasNames = showsNames && !store.isSpectator && message.reactions.length <= MOST_WITH_NAMES
  const byEmoji = new Map<string, Message['reactions']>()
  for (const reaction of message.reactions) {
    const key = `${reaction.reaction_type} ${reaction.emoji_code}`
    byEmoji.set(key, [...(byEmoji.get(key) ?? []), reaction])
  }
  return (
    <ul class="reactions" aria-label={t.react}>
      {[...byEmoji].map(([key, reactions]) => {
        const [emoji] = reactions as [Message['reactions'][number]]
        const isMine = reactions.some(({ user_id }) => user_id === store.me)
        const names = reactions.map(({ user_id }) => nameOf(store, user_id))
        const name = `:${emoji.emoji_name}:`
        const label = store.isSpectator
          ? t.spectating.reactions(reactions.length, name)
          : t.reactedWith(t.and(names), name)
        return (
          <li key={key}>
            <button
              type="button"
              class={isMine ? 'mine' : ''}
              title={label}
              aria-pressed={isMine}
              disabled={store.isSpectator}
              onClick={() => toggleReaction(store, message.id, emoji)}
            >
              <EmojiImage emoji={emoji} />
              <span class={hasNames ? 'names' : ''} dir="auto" aria-hidden="true">
                {hasNames
                  ? t.and(reactions.map(({ user_id }) => shownNameOf(store, user_id)))
                  : reactions.length}
              </span>
              <span class="only-heard">{label}</span>
            </button>
          </li>
        )
      })}
      {!store.isSpectator && (
        <li>
          <button
            type="button"
            class="add"
            title={t.addReaction}
            aria-label={t.addReaction}
            onClick={({ currentTarget: anchor }) => {
              overlay(store).value = { kind: 'reactions', id: message.id, anchor }
            }}
          >
            <Icon node={SmilePlus} size={14} />
          </button>
        </li>
      )}
    </ul>
  )
}

const shownNameOf = (store: Store, id: number): string => (id === store.me ? t.you : nameOf(store, id))

import Copy from 'lucide/dist/esm/icons/copy.mjs'
import SmilePlus from 'lucide/dist/esm/icons/face-slightly-smiling-plus.mjs'
import { EmojiImage } from '../../emoji/emoji-image.tsx'
import { BottomSheet } from '../../parts/floating/bottom-sheet.tsx'
import { closeOverlay, overlay } from '../../parts/floating/overlay.ts'
import { Icon } from '../../parts/icon.tsx'
import type { ShownMessage } from '../../store/state/messages.ts'
import { useStore } from '../../store/use-store.ts'
import { type EmojiChoice, toggleReaction } from '../../store/verbs/react.ts'
import { t } from '../../texts/texts.ts'
import { copyText } from '../actions.ts'
import { MenuEntry } from './menu-entry.tsx'
import { menuItems } from './message-menu-items.ts'

const COMMON: readonly EmojiChoice[] = (
  [
    ['+1', '1f44d'],
    ['heart', '2764'],
    ['tada', '1f389'],
    ['joy', '1f602'],
    ['eyes', '1f440'],
  ] as const
).map(([emoji_name, emoji_code]) => ({ emoji_name, emoji_code, reaction_type: 'unicode_emoji' }))

/** The actions on a message for fingers, from the lower edge of the screen. */
export function MessageSheet({ message, anchor }: { message: ShownMessage; anchor: HTMLElement }) {
  const store = useStore()
  const { id } = message
  return (
    <BottomSheet label={t.messageActions} onClose={() => closeOverlay(store)}>
      <fieldset class="quick-reactions">
        <legend class="only-heard">{t.addReaction}</legend>
        {COMMON.map((emoji) => (
          <button
            key={emoji.emoji_code}
            type="button"
            aria-label={`:${emoji.emoji_name}:`}
            onClick={() => {
              closeOverlay(store)
              void toggleReaction(store, id, emoji)
            }}
          >
            <EmojiImage emoji={emoji} />
          </button>
        ))}
        <button
          type="button"
          aria-label={t.chooseEmoji}
          onClick={() => {
            overlay(store).value = { kind: 'reactions', id, anchor }
          }}
        >
          <Icon node={SmilePlus} size={20} />
        </button>
      </fieldset>
      <button
        type="button"
        class="item"
        onClick={() => {
          closeOverlay(store)
          void copyText(store, message)
        }}
      >
        <Icon node={Copy} size={18} />
        {t.copyText}
      </button>
      {menuItems(store, message).map((item) => (
        <MenuEntry key={item.text} item={item} iconSize={18} />
      ))}
    </BottomSheet>
  )
}

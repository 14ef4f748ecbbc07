import { MenuEntry } from '../message/overlays/menu-entry.tsx'
import type { MenuItem } from '../message/overlays/message-menu-items.ts'
import type { Conversation } from '../model/conversation.ts'
import { closeOverlay, type MenuPlace } from '../parts/floating/overlay.ts'
import { Popover } from '../parts/floating/popover.tsx'
import { channelName, namesOf } from '../store/derived/names.ts'
import type { Store } from '../store/state/store.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'
import { channelItems } from './channel-menu-items.ts'
import { directItems, topicItems } from './conversation-menu-items.ts'

/** The menu of a topic, a direct conversation or a channel, the same wherever it is named. */
export function PlaceMenu({ place, anchor }: { place: MenuPlace; anchor: HTMLElement }) {
  const store = useStore()
  return (
    <Popover
      anchor={anchor}
      label={t.menuOf(nameOf(store, place))}
      role="menu"
      onClose={() => closeOverlay(store)}
    >
      <div class="message-menu">
        {itemsOf(store, place).map((item) => (
          <MenuEntry key={item.text} item={item} role="menuitem" iconSize={16} />
        ))}
      </div>
    </Popover>
  )
}

export const nameOf = (store: Store, place: MenuPlace): string =>
  place.kind === 'channel' ? (channelName(store, place.channel) ?? '') : namesOf(store, place as Conversation)

function itemsOf(store: Store, place: MenuPlace): readonly MenuItem[] {
  switch (place.kind) {
    case 'topic':
      return topicItems(store, place)
    case 'direct':
      return directItems(store, place)
    case 'channel':
      return channelItems(store, place.channel)
  }
}

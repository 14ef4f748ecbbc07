import { Popover } from '../../parts/floating/popover.tsx'
import type { ShownMessage } from '../../store/state/messages.ts'
import { useStore } from '../../store/use-store.ts'
import { t } from '../../texts/texts.ts'
import './message-menu.css'
import { closeOverlay } from '../../parts/floating/overlay.ts'
import { MenuEntry } from './menu-entry.tsx'
import { menuItems } from './message-menu-items.ts'

export function MessageMenu({ message, anchor }: { message: ShownMessage; anchor: HTMLElement }) {
  const store = useStore()
  return (
    <Popover anchor={anchor} label={t.moreActions} role="menu" onClose={() => closeOverlay(store)}>
      <div class="message-menu">
        {menuItems(store, message).map((item) => (
          <MenuEntry key={item.text} item={item} role="menuitem" iconSize={16} />
        ))}
      </div>
    </Popover>
  )
}

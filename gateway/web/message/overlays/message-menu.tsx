import { Popover } from '../../parts/floating/popover.tsx'
import { Icon } from '../../parts/icon.tsx'
import type { ShownMessage } from '../../store/state/messages.ts'
import { useStore } from '../../store/use-store.ts'
import { t } from '../../texts/texts.ts'
import './message-menu.css'
import { closeOverlay } from '../../parts/floating/overlay.ts'
import { menuItems } from './message-menu-items.ts'

export function MessageMenu({ message, anchor }: { message: ShownMessage; anchor: HTMLElement }) {
  const store = useStore()
  return (
    <Popover anchor={anchor} label={t.moreActions} role="menu" onClose={closeOverlay}>
      <div class="message-menu">
        {menuItems(store, message).map(({ text, icon, act, isDangerous }) => (
          <button
            key={text}
            type="button"
            role="menuitem"
            class={isDangerous ? 'dangerous' : ''}
            onClick={() => {
              closeOverlay()
              void act()
            }}
          >
            <Icon node={icon} />
            {text}
          </button>
        ))}
      </div>
    </Popover>
  )
}

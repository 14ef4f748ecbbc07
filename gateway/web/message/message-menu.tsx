import { useStore } from '../app/use-store.ts'
import { Icon } from '../parts/icon.tsx'
import { Popover } from '../parts/popover.tsx'
import type { ShownMessage } from '../store/messages.ts'
import { t } from '../texts/texts.ts'
import './message-menu.css'
import { menuItems } from './message-menu-items.ts'
import { closeOverlay } from './overlay.ts'

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

import { useId } from 'preact/hooks'
import { closeOverlay } from '../../parts/floating/overlay.ts'
import { Icon } from '../../parts/icon.tsx'
import { useStore } from '../../store/use-store.ts'
import './message-menu.css'
import type { MenuItem } from './message-menu-items.ts'

interface MenuEntryProps {
  readonly item: MenuItem
  readonly role?: 'menuitem'
  readonly iconSize: number
}

/** One action on a message. One that the reader may not take can be reached by keys, and says why. */
export function MenuEntry({ item, role, iconSize }: MenuEntryProps) {
  const store = useStore()
  const id = useId()
  const { text, icon, act, isDangerous = false, refusal } = item
  const isRefused = refusal !== undefined
  const look = role === undefined ? 'item' : ''
  return (
    <button
      type="button"
      role={role}
      class={isDangerous && !isRefused ? `${look} dangerous` : look}
      aria-disabled={isRefused}
      aria-describedby={isRefused ? id : undefined}
      onClick={() => {
        if (isRefused) return
        closeOverlay(store)
        void act()
      }}
    >
      <Icon node={icon} size={iconSize} />
      {isRefused ? (
        <span class="refused">
          <span>{text}</span>
          <small id={id} aria-hidden="true">
            {refusal}
          </small>
        </span>
      ) : (
        text
      )}
    </button>
  )
}

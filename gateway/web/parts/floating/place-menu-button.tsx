import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs'
import type { Store } from '../../store/state/store.ts'
import { useStore } from '../../store/use-store.ts'
import { t } from '../../texts/texts.ts'
import { Icon } from '../icon.tsx'
import { type MenuPlace, overlay } from './overlay.ts'
import './place-menu-button.css'

/** Opens the menu of a conversation or a channel beside an element. */
export function openPlaceMenu(store: Store, place: MenuPlace, anchor: HTMLElement): void {
  overlay(store).value = { kind: 'place-menu', place, anchor }
}

/** Opens the menu of a row instead of the browser's, with the right mouse button and the menu key. */
export const placeMenuOnRow = (store: Store, place: MenuPlace) => (event: MouseEvent) => {
  // A finger that rests on a link gets the menu of the browser.
  if ((event as PointerEvent).pointerType === 'touch' || event.shiftKey) return
  event.preventDefault()
  openPlaceMenu(store, place, event.currentTarget as HTMLElement)
}

interface PlaceMenuButtonProps {
  readonly place: MenuPlace
  /** The name of the place. */
  readonly name: string
  /** Minus one beside a row whose menu `i` and the menu key open, so that Tab passes it. */
  readonly tabIndex?: number
}

/** The button of a menu: of a conversation or a channel. */
export const PlaceMenuButton = ({ place, name, tabIndex }: PlaceMenuButtonProps) => {
  const store = useStore()
  return (
    <button
      type="button"
      class="icon-button place-menu-button"
      aria-haspopup="menu"
      aria-label={t.menuOf(name)}
      title={t.menuOf(name)}
      tabIndex={tabIndex}
      onClick={(event) => openPlaceMenu(store, place, event.currentTarget)}
    >
      <Icon node={Ellipsis} size={18} />
    </button>
  )
}

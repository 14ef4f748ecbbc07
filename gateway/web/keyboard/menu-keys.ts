const ITEMS = 'button:enabled, a[href]'
const MENUS = '[role="menu"], .menu[popover]'

/**
 * Lets the arrow keys, Home and End move through the items of every menu, and a menu that opens takes the
 * focus.
 */
export function startMenuKeys(): () => void {
  document.addEventListener('keydown', moveFocus)
  // Not a bubbling event.
  document.addEventListener('toggle', focusFirst, true)
  return () => {
    document.removeEventListener('keydown', moveFocus)
    document.removeEventListener('toggle', focusFirst, true)
  }
}

const itemsOf = (menu: Element): HTMLElement[] =>
  [...menu.querySelectorAll<HTMLElement>(ITEMS)].filter((item) => item.getClientRects().length > 0)

function moveFocus(event: KeyboardEvent): void {
  const target = event.target as Element
  // Fields in a menu keep their keys.
  if (event.defaultPrevented || target.matches('input, select, textarea')) return
  const menu = target.closest(MENUS)
  if (menu === null) return
  const items = itemsOf(menu)
  const at = items.indexOf(target as HTMLElement)
  const to = { ArrowDown: at + 1, ArrowUp: Math.max(at, 0) - 1, Home: 0, End: -1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  items.at(to === items.length ? 0 : to)?.focus()
}

function focusFirst(event: Event): void {
  const menu = event.target as Element
  if ((event as ToggleEvent).newState !== 'open' || !menu.matches(MENUS)) return
  if (!menu.contains(document.activeElement)) itemsOf(menu)[0]?.focus()
}

/**
 * On phones the back button closes the dialog or panel above the page. While something floats, the history
 * has one entry more, with this state and the same address.
 */
const STATE = 'overlay'

const open: (() => void)[] = []
let hasEntry = false
let isSettling = false
/** The history is on its way back to the page. An entry that is added meanwhile would be left at once. */
let isLeaving = false

const isOverEntry = (): boolean => history.state === STATE
const isPhone = (): boolean => matchMedia('(pointer: coarse)').matches

/** Says that something has opened, and how to close it. Call the returned function once it is closed. */
export function closeByBack(close: () => void): () => void {
  open.push(close)
  settle()
  return () => {
    const at = open.lastIndexOf(close)
    if (at !== -1) open.splice(at, 1)
    settle()
  }
}

/** Adds or removes the entry a moment later: a menu that gives way to a dialog keeps it. */
function settle(): void {
  if (isSettling) return
  isSettling = true
  setTimeout(() => {
    isSettling = false
    if (isLeaving) return
    if (open.length > 0 && !hasEntry && isPhone()) {
      history.pushState(STATE, '')
      hasEntry = true
    } else if (open.length === 0 && hasEntry) {
      hasEntry = false
      if (isOverEntry()) leaveEntry()
    }
  })
}

function leaveEntry(): void {
  isLeaving = true
  history.back()
}

addEventListener('popstate', () => {
  if (isLeaving) {
    isLeaving = false
    settle()
  }
  if (hasEntry && !isOverEntry()) {
    hasEntry = false
    // Its own report that it has closed comes later; until then settle() must not count it as open.
    open.pop()?.()
    settle()
    // The entry of something that is no longer open.
  } else if (!hasEntry && isOverEntry()) leaveEntry()
})

/** Menus of the page that open by an attribute. */
document.addEventListener(
  'toggle',
  (event) => {
    const menu = event.target as HTMLElement
    if (!menu.matches('.menu[popover]')) return
    endOf.get(menu)?.()
    endOf.delete(menu)
    if ((event as ToggleEvent).newState === 'open')
      endOf.set(
        menu,
        closeByBack(() => menu.hidePopover()),
      )
  },
  true,
)
const endOf = new Map<HTMLElement, () => void>()

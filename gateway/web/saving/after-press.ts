/** Whether a pointer is pressed on the page. */
let isPressed = false
let waiting: (() => void)[] = []

const press = () => {
  isPressed = true
}
/** The click follows in the same turn of the event loop, so the changes wait for the next one. */
const release = () => {
  isPressed = false
  setTimeout(() => {
    if (isPressed) return
    const changes = waiting
    waiting = []
    for (const change of changes) change()
  })
}
for (const type of ['pointerdown', 'mousedown']) addEventListener(type, press, true)
for (const type of ['pointerup', 'mouseup', 'pointercancel', 'dragend']) addEventListener(type, release, true)
addEventListener('blur', release)

/**
 * Makes a change that may move controls, such as a sentence below a field, once no pointer is pressed.
 * Otherwise the pressed button moves away before the pointer is released, and the browser sees no click.
 */
export function afterPress(change: () => void): void {
  if (isPressed) waiting.push(change)
  else change()
}

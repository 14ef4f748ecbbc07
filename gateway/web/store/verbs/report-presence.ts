import { desktopApp } from '../../model/desktop-app.ts'
import { server } from '../requests/server.ts'
import { eachPage, type OnPage } from '../state/page.ts'
import type { Store } from '../state/store.ts'

const IDLE_AFTER_MS = 5 * 60_000
/** Keys of input methods arrive as input alone. */
const USES = ['keydown', 'input', 'pointerdown', 'focus']
/** When somebody used the page, in Unix milliseconds. */
const lastUse = eachPage(() => ({ at: Date.now() }))

/** Reports the reader's presence while the page is open. Returns a function that stops it. */
export function reportPresence(store: Store): () => void {
  const recordActivity = () => {
    lastUse(store).at = Date.now()
  }
  const report = () => {
    const status = isUsed(store) ? 'active' : 'idle'
    void server
      .call('POST /users/me/presence', { status, ping_only: true, slim_presence: true })
      .catch(() => undefined)
  }
  for (const use of USES) addEventListener(use, recordActivity, { passive: true })
  const timer = setInterval(report, store.realm.value.presenceInterval * 1000)
  report()
  return () => {
    clearInterval(timer)
    for (const use of USES) removeEventListener(use, recordActivity)
  }
}

/** Whether somebody uses the page; in the desktop app, the computer. */
function isUsed(page: OnPage): boolean {
  const isIdle = desktopApp()?.get_idle_on_system?.()
  if (isIdle !== undefined) return !isIdle
  return Date.now() - lastUse(page).at < IDLE_AFTER_MS && !document.hidden
}

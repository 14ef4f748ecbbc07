import { useSignal } from '@preact/signals'
import Bell from 'lucide/dist/esm/icons/bell.mjs'
import { Icon } from '../parts/icon.tsx'
import { useStore } from '../store/use-store.ts'
import { showNotice } from '../store/verbs/notice.ts'
import { t } from '../texts/texts.ts'

/** Asks the browser for leave to show notifications; nothing once it has been given. */
export function NotificationChoice() {
  const store = useStore()
  const permission = useSignal('Notification' in globalThis ? Notification.permission : 'granted')
  if (permission.value === 'granted') return null
  return (
    <button
      type="button"
      onClick={async () => {
        permission.value = await Notification.requestPermission()
        if (permission.value === 'denied') showNotice(store, t.notificationsBlocked, true)
      }}
    >
      <Icon node={Bell} />
      {t.turnOnNotifications}
    </button>
  )
}

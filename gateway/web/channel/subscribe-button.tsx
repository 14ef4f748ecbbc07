import { server } from '../store/requests/server.ts'
import type { KnownChannel } from '../store/slices/all-channels.ts'
import { useStore } from '../store/use-store.ts'
import { attempt } from '../store/verbs/notice.ts'
import { t } from '../texts/texts.ts'
import { leave } from './leave.ts'
import { permissionsOn } from './permissions.ts'

export function SubscribeButton({ channel }: { channel: KnownChannel }) {
  const store = useStore()
  const { stream_id, name } = channel
  const isSubscribed = store.channels.value.has(stream_id)
  const join = () =>
    attempt(
      store,
      server.call('POST /users/me/subscriptions', { subscriptions: [{ name }] }, { isRepeatable: true }),
    )
  if (!isSubscribed && !permissionsOn(store, channel).canSubscribe) return null
  return (
    <button
      type="button"
      class={isSubscribed ? 'button' : 'button main'}
      aria-label={isSubscribed ? t.unsubscribeFrom(name) : t.subscribeTo(name)}
      onClick={() => (isSubscribed ? leave(store, channel) : join())}
    >
      {isSubscribed ? t.unsubscribe : t.subscribe}
    </button>
  )
}

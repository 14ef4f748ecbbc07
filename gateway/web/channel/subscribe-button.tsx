import { useSignal } from '@preact/signals'
import { useStore } from '../app/use-store.ts'
import { Confirm } from '../settings/confirm.tsx'
import type { KnownChannel } from '../store/all-channels.ts'
import { attempt } from '../store/notice.ts'
import { server } from '../store/server.ts'
import { t } from '../texts/texts.ts'
import { permissionsOn } from './permissions.ts'
import { texts } from './texts.ts'

/** Leaving a private channel asks first: the reader may not be able to come back. */
export function SubscribeButton({ channel }: { channel: KnownChannel }) {
  const store = useStore()
  const isAsking = useSignal(false)
  const { stream_id, name, invite_only } = channel
  const isSubscribed = store.channels.value.has(stream_id)
  const leave = () =>
    attempt(server.call('DELETE /users/me/subscriptions', { subscriptions: [name] }, { isRepeatable: true }))
  const join = () =>
    attempt(
      server.call('POST /users/me/subscriptions', { subscriptions: [{ name }] }, { isRepeatable: true }),
    )
  if (!isSubscribed && !permissionsOn(store, channel).canSubscribe) return null
  return (
    <>
      <button
        type="button"
        class={isSubscribed ? 'button' : 'button main'}
        aria-label={isSubscribed ? t.unsubscribeFrom(name) : t.subscribeTo(name)}
        onClick={() => {
          if (!isSubscribed) void join()
          else if (invite_only) isAsking.value = true
          else void leave()
        }}
      >
        {isSubscribed ? t.unsubscribe : t.subscribe}
      </button>
      {isAsking.value && (
        <Confirm
          title={texts.leaveQuestion(name)}
          warning={texts.leaveWarning}
          action={t.unsubscribe}
          onConfirm={() => void leave()}
          onClose={() => {
            isAsking.value = false
          }}
        />
      )}
    </>
  )
}

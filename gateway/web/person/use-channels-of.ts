import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { server } from '../store/requests/server.ts'
import { useStore } from '../store/use-store.ts'

/** The ids of the channels of a person that the reader can see; undefined until they are fetched. */
export function useChannelsOf(id: number): ReadonlySignal<ReadonlySet<number> | undefined> {
  const store = useStore()
  const channels = useSignal<ReadonlySet<number> | undefined>(undefined)
  useEffect(() => {
    let isShown = true
    let latest = 0
    const load = async () => {
      const mine = ++latest
      const answer = await server
        .call('GET /users/{user_id}/channels', { user_id: id })
        .catch(() => undefined)
      if (isShown && mine === latest) channels.value = new Set(answer?.subscribed_channel_ids ?? [])
    }
    channels.value = undefined
    void load()
    const listen = (event: {
      readonly type: string
      readonly op?: unknown
      readonly user_ids?: readonly number[]
    }) => {
      if (event.type !== 'subscription') return
      const isPeer = event.op === 'peer_add' || event.op === 'peer_remove'
      if (isPeer ? event.user_ids?.includes(id) : event.op !== 'update') void load()
    }
    store.listeners.add(listen as never)
    return () => {
      isShown = false
      store.listeners.delete(listen as never)
    }
  }, [store, id, channels])
  return channels
}

import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { server } from '../store/requests/server.ts'
import type { Group } from '../store/slices/groups.ts'
import { useStore } from '../store/use-store.ts'

const NONE: ReadonlyMap<number, Group> = new Map()

/**
 * The deactivated groups, which the state leaves out. They are fetched again when a group comes or goes.
 */
export function useDeactivated(): ReadonlySignal<ReadonlyMap<number, Group>> {
  const store = useStore()
  const groups = useSignal(NONE)
  useEffect(() => {
    let isShown = true
    let latest = 0
    const load = async () => {
      const mine = ++latest
      const answer = await server
        .call('GET /user_groups', { include_deactivated_groups: true })
        .catch(() => undefined)
      if (!isShown || mine !== latest || answer === undefined) return
      const gone = answer.user_groups.filter(({ deactivated }) => deactivated) as Group[]
      groups.value = new Map(gone.map((group) => [group.id, group]))
    }
    void load()
    const listen = (event: { readonly type: string; readonly op?: unknown }) => {
      if (event.type === 'user_group' && (event.op === 'remove' || event.op === 'add')) void load()
    }
    store.listeners.add(listen as never)
    return () => {
      isShown = false
      store.listeners.delete(listen as never)
    }
  }, [store, groups])
  return groups
}

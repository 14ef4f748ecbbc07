import { useChosen } from '../../forms/use-chosen.ts'
import type { ShownRealmSetting } from '../../model/setting-text.ts'
import { useSaving } from '../../saving/use-saving.ts'
import { server } from '../../store/requests/server.ts'
import { useStore } from '../../store/use-store.ts'

/**
 * The value of a setting of the organization, and a function that changes it. The new value is shown at
 * once; when the server refuses it, the former one comes back. `sent`: how the server takes the value, where
 * it differs from the value that it stores. `isRepeatable`: whether a repeated change does no harm.
 */
export function useRealmSetting<V>(name: ShownRealmSetting) {
  const stored = useStore().realmSettings.value[name] as V
  const { saving, save } = useSaving()
  const { value, choose } = useChosen(stored, saving)
  const change = (next: V, sent: unknown = next, isRepeatable = true) => {
    choose(next)
    return save(() => server.call('PATCH /realm', { [name]: sent }, { isRepeatable }))
  }
  return { value, stored, saving, change }
}

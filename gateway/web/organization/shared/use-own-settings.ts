import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { OWN_SETTINGS } from '../../../../core/state/settings/own-settings.ts'
import { server } from '../../store/requests/server.ts'
import { useStore } from '../../store/use-store.ts'

const NAMES = Object.keys(OWN_SETTINGS)

/**
 * Loads the settings that registrations lack, when `isNeeded`. Events keep them up to date afterwards, and a
 * value that came by an event during the request is newer than the answer.
 */
export function useOwnSettings(isNeeded: boolean) {
  const store = useStore()
  const hasFailed = useSignal(false)
  const isKnown = NAMES.every((name) => name in store.realmSettings.value)
  const load = async () => {
    hasFailed.value = false
    try {
      const own = await server.call('GET /realm/own_settings')
      store.realmSettings.value = { ...own, ...store.realmSettings.value }
    } catch {
      hasFailed.value = true
    }
  }
  useEffect(() => {
    if (isNeeded && !isKnown) void load()
  }, [store, isNeeded])
  return { isKnown, hasFailed: hasFailed.value, load }
}

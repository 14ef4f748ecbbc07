import type { Store } from '../../store/state/store.ts'

/** The providers of video calls by their numbers in the setting of the organization. */
const JITSI = 1
export const BIG_BLUE_BUTTON = 3
export const ZOOM = 4

/** Whether the organization has chosen a provider of video calls for which this client makes links. */
export function hasCalls(store: Store): boolean {
  const { video_chat_provider: provider } = store.realmSettings.value
  return provider === JITSI || provider === BIG_BLUE_BUTTON || provider === ZOOM
}

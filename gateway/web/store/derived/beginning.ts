import type { Store } from '../state/store.ts'
import { isAdministrator } from './roles.ts'

/**
 * The notice, one of those that clients of this protocol know, that stands for the first steps of an
 * organization. A reader who leaves the page of the steps has seen it.
 */
export const BEGIN_STEP = 'first_stream_created_banner'

/** An organization with more people than this is no longer at its beginning. */
const MOST_PEOPLE = 3

/** Whether the page of the first steps is shown to the reader without being asked for. */
export function isAtBeginning(store: Store): boolean {
  if (store.isSpectator || !isAdministrator(store) || !store.onboarding.value.has(BEGIN_STEP)) return false
  let people = 0
  for (const { is_bot, is_active } of store.people.value.values()) if (is_active && !is_bot) people++
  return people <= MOST_PEOPLE
}

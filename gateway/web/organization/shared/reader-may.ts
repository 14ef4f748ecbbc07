import { ADMINISTRATOR, OWNER, roleOfReader } from '../../store/derived/roles.ts'
import type { Store } from '../../store/state/store.ts'
import { collator } from '../../texts/collator.ts'
import { namesUpTo } from '../../texts/names-up-to.ts'
import { texts } from './texts.ts'

/** Who may change something of the organization. */
export type By = 'administrator' | 'owner'

const ROLES: Readonly<Record<By, number>> = { administrator: ADMINISTRATOR, owner: OWNER }
const MOST_NAMES = 5

/** Whether the reader may change what these people may change. The server decides. */
export const readerMay = (store: Store, by: By): boolean => roleOfReader(store) <= ROLES[by]

/** Says who may change something, by name. Undefined where the reader may. */
export function whoMay(store: Store, by: By): string | undefined {
  if (readerMay(store, by)) return undefined
  const names = namesOf(store, by)
  return by === 'owner' ? texts.onlyOwners(names) : texts.onlyAdministrators(names)
}

/** Says who sees a page, by name. */
export const whoSees = (store: Store, by: By): string =>
  by === 'owner' ? texts.ownersSee(namesOf(store, by)) : texts.administratorsSee(namesOf(store, by))

/** The names of the people with a role. */
function namesOf(store: Store, by: By): string {
  const names = [...store.people.value.values()]
    .filter(({ role, is_active, is_bot }) => is_active && !is_bot && role <= ROLES[by])
    .map(({ full_name }) => full_name)
    .sort(collator.compare)
  return namesUpTo(names, MOST_NAMES)
}

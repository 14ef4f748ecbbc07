import { signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { Answer } from '../client/index.ts'
import { isAdministrator } from '../store/derived/roles.ts'
import { server } from '../store/requests/server.ts'
import { eachPage, type OnPage } from '../store/state/page.ts'
import { useStore } from '../store/use-store.ts'

type Unclaimed = Answer<'GET /unclaimed_people'>

const known = eachPage(() => signal<Unclaimed | undefined>(undefined))

const load = (page: OnPage) =>
  server.call('GET /unclaimed_people').then(
    (answer) => {
      known(page).value = answer
    },
    () => undefined,
  )

/**
 * The imported people who have never logged in, asked for when a view opens; undefined until then, and for
 * readers who are no administrators.
 */
export function useUnclaimed() {
  const store = useStore()
  const mayRead = isAdministrator(store)
  useEffect(() => {
    if (mayRead) void load(store)
  }, [store, mayRead])
  const { value } = known(store)
  const ids = useMemo(
    () => new Set(mayRead ? value?.people.map(({ user_id }) => user_id) : []),
    [value, mayRead],
  )
  return { unclaimed: mayRead ? value : undefined, ids, reload: () => load(store) }
}

import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { server } from '../requests/server.ts'
import { eachPage, type OnPage } from '../state/page.ts'
import type { Store } from '../state/store.ts'

/** For each merged account, the account that the person has now. */
type Merged = ReadonlyMap<number, number>

const known = eachPage(() => signal<Merged>(new Map()))

/** Asks for the accounts that were merged into others. Keeps the former answer when there is none. */
const load = (page: OnPage) =>
  server.call('GET /merged_accounts').then(
    ({ accounts }) => {
      known(page).value = new Map(accounts.map(({ user_id, into_id }) => [user_id, into_id]))
    },
    () => undefined,
  )

/**
 * The accounts that were merged into others. Asked for when a view opens that shows account `of`, and again
 * when this account is deactivated, as a merge does; empty until then.
 */
export function useMergedAccounts(store: Store, of?: number, wants = true): Merged {
  const asks = wants && !store.isSpectator
  const isActive = of === undefined || store.people.value.get(of)?.is_active
  useEffect(() => {
    if (asks) void load(store)
  }, [store, asks, isActive])
  return known(store).value
}

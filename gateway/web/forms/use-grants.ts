import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Answer } from '../client/index.ts'
import { nameOf } from '../store/derived/names.ts'
import { server } from '../store/requests/server.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'
import { texts } from './people-texts.ts'

type Grants = Answer<'GET /realm/grants'>
type Grant = 'can_create_users' | 'can_change_user_emails'

/**
 * Whether the reader, an administrator, has a permission that only the operator of the server gives, and the
 * names of those who have it. Until the server has answered the reader has it not, and `names` is empty.
 */
export function useGrant(grant: Grant, isNeeded = true) {
  const store = useStore()
  const grants = useSignal<Grants | undefined>(undefined)
  useEffect(() => {
    if (!isNeeded) return
    let isOver = false
    server.call('GET /realm/grants').then(
      (answer) => {
        if (!isOver) grants.value = answer
      },
      // The server decides, and says so when the reader tries.
      () => {
        if (!isOver) grants.value = { can_create_users: [store.me], can_change_user_emails: [store.me] }
      },
    )
    return () => {
      isOver = true
    }
  }, [store, isNeeded])
  const holders = grants.value?.[grant] ?? []
  const names = holders.map((id) => nameOf(store, id))
  return {
    has: holders.includes(store.me),
    whoMay:
      grants.value === undefined
        ? ''
        : texts.whoMay(names.length === 0 ? (texts.systemGroups['role:nobody'] ?? '') : t.and(names)),
  }
}

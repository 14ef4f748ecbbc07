import { texts } from '../forms/people-texts.ts'
import type { User } from '../model/wire.ts'
import { accountsMergedInto } from '../store/derived/merged.ts'
import { isAdministrator } from '../store/derived/roles.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'
import { MergeProgress, useMerge } from './merge-progress.tsx'

/** The accounts that were merged into this one. Administrators also see how far a merge is. */
export function MergedAccounts({ person }: { person: User }) {
  const store = useStore()
  const merged = accountsMergedInto(store, person.user_id)
  if (merged.length === 0) return null
  return (
    <section class="merged">
      <p class="off-notice" dir="auto">
        {texts.merging.here(t.and(merged.map(({ full_name }) => full_name)))}
      </p>
      {isAdministrator(store) && merged.map(({ user_id }) => <Progress key={user_id} account={user_id} />)}
    </section>
  )
}

function Progress({ account }: { account: number }) {
  const { merge } = useMerge(account)
  return merge == null || merge.status === 'succeeded' ? null : <MergeProgress merge={merge} />
}

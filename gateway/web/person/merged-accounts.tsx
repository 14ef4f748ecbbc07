import { texts } from '../forms/people-texts.ts'
import type { User } from '../model/wire.ts'
import { isAdministrator } from '../store/derived/roles.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'
import { MergeProgress, useMerge } from './merge-progress.tsx'

/** The accounts that were merged into this one. Administrators also see how far a merge is. */
export function MergedAccounts({ person, merged }: { person: User; merged: ReadonlyMap<number, number> }) {
  const store = useStore()
  const former = [...merged].flatMap(([from, into]) =>
    into === person.user_id ? (store.people.value.get(from) ?? []) : [],
  )
  if (former.length === 0) return null
  return (
    <section class="merged">
      <p class="off-notice" dir="auto">
        {texts.merging.here(t.and(former.map(({ full_name }) => full_name)))}
      </p>
      {isAdministrator(store) && former.map(({ user_id }) => <Progress key={user_id} account={user_id} />)}
    </section>
  )
}

function Progress({ account }: { account: number }) {
  const { merge } = useMerge(account)
  return merge == null || merge.status === 'succeeded' ? null : <MergeProgress merge={merge} />
}

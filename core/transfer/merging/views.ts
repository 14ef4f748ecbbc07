import { NavigationView } from '../../people/navigation-views/entity.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { TextChange } from './text-change.ts'

const NAMING = statement(
  'merge.views',
  // navigation_view_user_id_fragment_unique
  `SELECT t.id, t.user_id AS "userId", t.fragment FROM navigation_view t JOIN user_account u ON u.id = t.user_id
   WHERE u.realm_id = $1 AND EXISTS (SELECT FROM navigation_view named WHERE named.user_id = t.user_id
     AND strpos(named.fragment, $2::text) > 0) ORDER BY t.id`,
)

type View = Columns<typeof NavigationView, 'id' | 'userId' | 'fragment'>

/**
 * Replaces the merged account in the addresses of kept views. Of two views with the same address, the older
 * one stays.
 */
export async function moveViews(tx: Tx, from: UserId, change: TextChange): Promise<void> {
  const views = await tx.run<View>(NAMING, [tx.realm, String(from)])
  const kept = new Map<string, View>()
  for (const view of views) {
    const key = `${view.userId} ${changedFragment(view, change)}`
    if (kept.has(key)) await tx.em.nativeDelete(NavigationView, { id: view.id })
    else kept.set(key, view)
  }
  for (const view of kept.values()) {
    const fragment = changedFragment(view, change)
    if (fragment !== view.fragment) await tx.em.nativeUpdate(NavigationView, { id: view.id }, { fragment })
  }
}

const changedFragment = ({ fragment }: View, change: TextChange): string =>
  change.markdown(`#${fragment}`).slice(1)

import { requireAdministrator } from '../../state/access/realm-permissions.ts'
import type { Caller } from '../../state/caller.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { mustBeOwner } from '../../state/realm/errors.ts'
import { User } from '../../state/users/entity.ts'
import { noSuchUser } from '../../state/users/errors.ts'
import { isOwner } from '../../state/users/record.ts'
import { forgetBrowsers } from '../push-devices/register-browser.ts'
import { withSessionsEnded } from './change-password.ts'

/**
 * Ends all browser sessions of a person, for an administrator. API keys stay. Throws for callers who are not
 * administrators, for bots and unknown users, and when a caller who is no owner names an owner.
 */
export async function endSessionsOf(caller: Caller, id: number): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    requireAdministrator(actor)
    const user = [...realm.users].find((one) => one.id === id)
    if (user === undefined || user.isBot) throw noSuchUser()
    if (isOwner(user) && !isOwner(actor)) throw mustBeOwner()
    const changed = withSessionsEnded(user)
    await tx.em.nativeUpdate(User, { id: user.id }, { sessionVersion: changed.sessionVersion })
    await forgetBrowsers(tx, user.id)
    emitChange(tx, { type: '_user', user: changed })
  })
}

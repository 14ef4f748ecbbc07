import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { requireAdministrator } from '../../state/access/realm-permissions.ts'
import { writeAudit } from '../../state/audit/write.ts'
import type { Caller } from '../../state/caller.ts'
import type { Core } from '../../state/core.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { mustBeOwner } from '../../state/realm/errors.ts'
import { saveSettings } from '../../state/realm/save-settings.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { User } from '../../state/users/entity.ts'
import { noSuchUser } from '../../state/users/errors.ts'
import { isOwner, type UserRecord } from '../../state/users/record.ts'
import { PushDevice } from '../push-devices/entity.ts'
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
    const user = realm.users.get(id as UserId)
    if (user === undefined || user.isBot) throw noSuchUser()
    if (isOwner(user) && !isOwner(actor)) throw mustBeOwner()
    await endSessions(tx, user, actor.id)
  })
}

/** As `endSessionsOf`, for an operator. */
export const endSessionsAsOperator = (core: Core, realm: RealmState, user: UserRecord): Promise<void> =>
  core.changeAsSystem(realm, (tx) => endSessions(tx, user, null))

async function endSessions(tx: Tx, user: UserRecord, actor: UserId | null): Promise<void> {
  const changed = withSessionsEnded(user)
  await tx.em.nativeUpdate(User, { id: user.id }, { sessionVersion: changed.sessionVersion })
  await forgetBrowsers(tx, user.id)
  writeAudit(tx, actor, [
    { kind: 'user', action: 'changed', id: user.id, name: user.fullName, property: 'sessions' },
  ])
  emitChange(tx, { type: '_user', user: changed })
}

/**
 * Ends the browser sessions of everybody in the organization, the caller's too, for an administrator. API
 * keys stay. One setting changes, however many people there are. Throws for callers who are not
 * administrators.
 */
export async function endAllSessions(caller: Caller): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, ({ tx, actor }) => {
    requireAdministrator(actor)
    return endAll(tx, realm)
  })
}

/** As `endAllSessions`, for an operator. */
export const endAllSessionsAsOperator = (core: Core, realm: RealmState): Promise<void> =>
  core.changeAsSystem(realm, (tx) => endAll(tx, realm))

async function endAll(tx: Tx, realm: RealmState): Promise<void> {
  const former = realm.record.settings.sessions_ended_at
  const sessions_ended_at = Math.max(Math.floor(Date.now() / 1000), former + 1)
  await tx.em.nativeDelete(PushDevice, { realmId: realm.id, kind: 'web' })
  await saveSettings(tx, realm, { sessions_ended_at })
}

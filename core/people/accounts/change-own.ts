import { findUser } from '../../state/access/find-user.ts'
import type { Caller } from '../../state/caller.ts'
import { pastedAddress } from '../../state/realm/email.ts'
import type { StoredSettings } from '../../state/users/settings.ts'
import { applyPassword, preparePassword } from '../credentials/change-password.ts'
import { requestEmailChange } from '../credentials/request-email-change.ts'
import { presenceOf } from '../presence/realm-presence.ts'
import { canChangeName } from '../users/permissions.ts'
import { timezoneNamed } from '../users/timezone.ts'
import { applySettings, applyTimezone } from './change-settings.ts'
import { setFullName } from './update.ts'

/** Changes of a person's own account. Undefined properties and empty texts stay as they are. */
export interface OwnChange {
  readonly settings: StoredSettings
  readonly timezone?: string
  readonly fullName?: string
  /** A new address. It takes effect after its confirmation. */
  readonly email?: string
  readonly oldPassword?: string
  readonly newPassword?: string
}

/**
 * Changes a person's own account, all or nothing (spec.md PATCH /settings). Throws when `preparePassword`,
 * `requestEmailChange` or `setFullName` does.
 */
export async function changeOwnAccount(caller: Caller, change: OwnChange): Promise<void> {
  const { core, realm, user: requester } = caller
  const password = change.newPassword
    ? await preparePassword(core, requester, change.oldPassword ?? '', change.newPassword)
    : undefined
  const before = await core.change(caller, async ({ tx, actor }) => {
    const user = findUser(realm, actor.id)
    const { rootUrl } = core.options
    const email = change.email === undefined ? undefined : pastedAddress(change.email)
    let changed = password === undefined ? user : await applyPassword(tx, user, password)
    // After the password, which ends a change of address that waits for confirmation.
    if (email && email !== user.deliveryEmail) await requestEmailChange(tx, realm, user, email, rootUrl)
    // Existing clients expect that a name which may not be changed is silently kept.
    if (change.fullName?.trim() && canChangeName(realm, user)) {
      changed = await setFullName(tx, realm, changed, change.fullName)
    }
    const timezone = change.timezone === undefined ? undefined : timezoneNamed(change.timezone)
    if (timezone !== undefined) changed = await applyTimezone(tx, changed, timezone)
    await applySettings(tx, realm, changed, change.settings, rootUrl)
    return user.settings
  })
  const after = findUser(realm, requester.id)
  if (before.presence_enabled === after.settings.presence_enabled) return
  const presence = presenceOf(core, realm)
  const shown = after.settings.presence_enabled ? presence.show(after) : presence.withdraw(after)
  // Presence needs Redis. While Redis is away, clients get no presence anyway.
  await shown.catch((error) =>
    core.log.warn(
      { err: error, user: after.id },
      'presence was not emitted; clients keep the former presence',
    ),
  )
}

import { changeUserSettingsDefaults } from '../../../../core/organization/settings/change-user-settings-defaults.ts'
import { createUser } from '../../../../core/people/accounts/create.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import { Role } from '../../../../core/state/users/record.ts'

/**
 * Changes the default settings, so that users who join later do not follow or unmute topics automatically.
 */
export async function disableAutomaticPolicies(core: Core, realm: RealmState): Promise<void> {
  const wanted = { email: 'chooser@example.com', fullName: 'Settings Owner', role: Role.owner }
  const owner = await createUser(core, realm, wanted)
  await realm.sync()
  await changeUserSettingsDefaults(
    { core, realm, user: owner },
    {
      automatically_follow_topics_policy: 4,
      automatically_unmute_topics_in_muted_streams_policy: 4,
      automatically_follow_topics_where_mentioned: false,
    },
  )
}

import type { Core } from '../../../core/core.ts'
import { changeUserSettingsDefaults } from '../../../core/realm/change-user-settings-defaults.ts'
import type { RealmState } from '../../../core/realm/state.ts'

/** Lets topics be as loud as people choose: those who join later follow and unmute none by what they do. */
export const asChosen = (core: Core, realm: RealmState) =>
  changeUserSettingsDefaults(core, realm, {
    automatically_follow_topics_policy: 4,
    automatically_unmute_topics_in_muted_streams_policy: 4,
    automatically_follow_topics_where_mentioned: false,
  })

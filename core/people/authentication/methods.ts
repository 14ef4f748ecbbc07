import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { AuthenticationMethod } from './method.ts'
import { openIdMethods } from './openid/method.ts'
import { PASSKEY } from './passkey/method.ts'
import { PASSWORD } from './password/method.ts'

/** The ways to log in of every server, in the order of the log-in page. */
const METHODS: readonly AuthenticationMethod[] = [PASSWORD, PASSKEY]

/**
 * The methods that people of the organization can use. Log-in pages and GET /server_settings read them.
 */
export const enabledMethods = (
  core: Core,
  realm: Pick<RealmState, 'record'>,
): readonly AuthenticationMethod[] =>
  [...METHODS, ...openIdMethods(core, realm)].filter(
    ({ settingName }) =>
      settingName === undefined || realm.record.settings.authentication_methods[settingName] === true,
  )

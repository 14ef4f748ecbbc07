import type { RealmState } from '../../state/realm/state.ts'
import type { AuthenticationMethod } from './method.ts'
import { PASSKEY } from './passkey/method.ts'
import { PASSWORD } from './password/method.ts'

/** All ways to log in, in the order of the log-in page. Log-in pages and GET /server_settings read it. */
export const METHODS: readonly AuthenticationMethod[] = [PASSWORD, PASSKEY]

/** The methods that people of the organization can use. */
export const enabledMethods = ({ record }: Pick<RealmState, 'record'>): readonly AuthenticationMethod[] =>
  METHODS.filter(
    ({ settingName }) =>
      settingName === undefined || record.settings.authentication_methods[settingName] === true,
  )

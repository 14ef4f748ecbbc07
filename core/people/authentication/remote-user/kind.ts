import { REMOTE_USER_SETTINGS, type RemoteUserProvider } from '../../../../config/remote-user-settings.ts'
import type { ProviderKind } from '../external/kind.ts'
import { remoteUserMethod } from './method.ts'

/** Proxies that log people in themselves. Only the operator sets one up. */
export const REMOTE_USER: ProviderKind<RemoteUserProvider> = {
  name: 'remote-user',
  prefix: 'remote',
  settings: REMOTE_USER_SETTINGS,
  method: remoteUserMethod,
  test: async ({ header, proxies }) => ({
    isGood: true,
    found: `the header ${header} counts from ${proxies.join(', ')} alone`,
  }),
}

/** The headers that a provider reads, in lower case. */
export const headersOf = ({
  header,
  email_header: email,
  name_header: name,
  groups_attribute: groups,
}: RemoteUserProvider): string[] =>
  [header, email, name, groups?.toLowerCase()].filter((one) => one !== undefined)

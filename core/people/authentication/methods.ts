import type { Core } from '../../state/core.ts'
import type { LogInProvider } from '../../state/realm/log-in-provider.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { providerNetwork } from './external/network.ts'
import { openProvider } from './external/stored.ts'
import { kindNamed, serverKindNamed } from './kinds.ts'
import type { AuthenticationMethod } from './method.ts'
import { openIdMethod } from './openid/method.ts'
import { PASSKEY } from './passkey/method.ts'
import { PASSWORD } from './password/method.ts'

/** The ways to log in of every server, in the order of the log-in page. */
const METHODS: readonly AuthenticationMethod[] = [PASSWORD, PASSKEY]

/** The organization's record, and its lists with the providers that it has set up. */
export type WithProviders = Pick<RealmState, 'record' | 'lists'>

/**
 * The methods that people of the organization can use. Log-in pages and GET /server_settings read them. Of
 * two with one name, the operator's counts.
 */
export function enabledMethods(core: Core, realm: WithProviders): readonly AuthenticationMethod[] {
  const ofServer = [...METHODS, ...operatorMethods(core, realm)].filter(
    ({ settingName }) =>
      settingName === undefined || realm.record.settings.authentication_methods[settingName] === true,
  )
  const ofOrganization = realm.lists.logInProviders
    .filter(({ isEnabled }) => isEnabled)
    .flatMap((provider) => methodOf(core, realm, provider) ?? [])
    .filter(({ name }) => !ofServer.some((method) => method.name === name))
  return [...ofServer, ...ofOrganization]
}

/** The methods of the providers that the operator of the server offers to the organization. */
export const operatorMethods = (core: Core, { record }: WithProviders): readonly AuthenticationMethod[] =>
  methodsOfServer(core)
    .filter(({ organizations }) => organizations?.includes(record.subdomain) ?? true)
    .map(({ method }) => method)

/**
 * The method of this name, for owners who try it and for its provider: one that people can use, or one that
 * the organization has switched off.
 */
export function methodNamed(
  core: Core,
  realm: WithProviders,
  name: string | undefined,
): AuthenticationMethod | undefined {
  return (
    enabledMethods(core, realm).find((method) => method.name === name) ??
    realm.lists.logInProviders
      .flatMap((provider) => methodOf(core, realm, provider) ?? [])
      .find((method) => method.name === name)
  )
}

/** A method of the server, and the subdomains of the organizations that have it; undefined for all. */
export interface ServerMethod {
  readonly method: AuthenticationMethod
  readonly organizations: readonly string[] | undefined
}

const ofServers = new WeakMap<Core, readonly ServerMethod[]>()

/** A method for each provider of OPENID_PROVIDERS and LOG_IN_PROVIDERS. */
export function methodsOfServer(core: Core): readonly ServerMethod[] {
  const { openidProviders = [], logInProviders = [] } = core.options
  const methods = ofServers.get(core) ?? [
    ...openidProviders.map((provider) => ({
      ...{ organizations: provider.organizations, method: openIdMethod(provider) },
    })),
    ...logInProviders.map(({ kind, organizations, provider }) => ({
      ...{ organizations, method: serverKindNamed(kind)!.method(provider, undefined) },
    })),
  ]
  ofServers.set(core, methods)
  return methods
}

/**
 * The method of each provider. A method keeps its provider's metadata and keys. A change of a provider makes
 * a new object, and so a new method.
 */
const made = new WeakMap<Core, WeakMap<LogInProvider, AuthenticationMethod>>()

function methodOf(
  core: Core,
  { record }: WithProviders,
  provider: LogInProvider,
): AuthenticationMethod | undefined {
  const ofCore = made.get(core) ?? new WeakMap<LogInProvider, AuthenticationMethod>()
  made.set(core, ofCore)
  const known = ofCore.get(provider)
  if (known !== undefined) return known
  const kind = kindNamed(provider.kind)
  const opened = kind && openProvider(core, record.id, kind, provider)
  if (opened === undefined) return undefined
  const method = kind!.method(opened, providerNetwork(core))
  ofCore.set(provider, method)
  return method
}

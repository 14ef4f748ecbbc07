import type { ProviderRules } from '../../../../config/log-in-provider.ts'
import type { RealmId } from '../../../platform/ids.ts'
import type { Core } from '../../../state/core.ts'
import type { LogInProvider } from '../../../state/realm/log-in-provider.ts'
import { keyFor, seal, unseal } from '../../second-factors/sealed.ts'
import type { ProviderKind } from './kind.ts'

export type ProviderSettings = Readonly<Record<string, unknown>>

const aboutOf = (realm: RealmId, name: string): string => `provider:${realm}:${name}`
/** What holds the key of the encryption. */
type WithKey = { readonly options: Pick<Core['options'], 'secretKey'> }
const keyOf = ({ options }: WithKey): Buffer => keyFor(options.secretKey, 'log-in-providers')

/** The names of a kind's settings that are encrypted. */
export const secretsOf = (kind: ProviderKind): readonly string[] => markedBy(kind, 'secret')

/** The names of a kind's settings that are addresses to which secrets are sent. */
export const addressesOf = (kind: ProviderKind): readonly string[] => markedBy(kind, 'getsSecrets')

const markedBy = ({ settings }: ProviderKind, mark: 'secret' | 'getsSecrets'): readonly string[] =>
  Object.entries(settings.shape).flatMap(([name, field]) =>
    (field as { meta(): Readonly<Record<string, unknown>> | undefined }).meta()?.[mark] === true
      ? [name]
      : [],
  )

/** Divides settings into those that are shown, and the encrypted others. */
export function sealSettings(
  core: Core,
  realm: RealmId,
  kind: ProviderKind,
  name: string,
  all: ProviderSettings,
): Pick<LogInProvider, 'settings' | 'secrets'> {
  const secret = secretsOf(kind)
  const entries = Object.entries(all)
  const hidden = entries.filter(([field]) => secret.includes(field))
  const settings = Object.fromEntries(entries.filter(([field]) => !secret.includes(field)))
  if (hidden.length === 0) return { settings, secrets: null }
  const plain = Buffer.from(JSON.stringify(Object.fromEntries(hidden)))
  return { settings, secrets: seal(keyOf(core), aboutOf(realm, name), plain).toString('base64') }
}

/**
 * All settings of a provider. Secrets that another SECRET_KEY has encrypted are missing, so that the provider
 * refuses this server.
 */
export function openSettings(
  core: WithKey,
  realm: RealmId,
  { name, settings, secrets }: Pick<LogInProvider, 'name' | 'settings' | 'secrets'>,
): ProviderSettings {
  const plain = secrets !== null && unseal(keyOf(core), aboutOf(realm, name), Buffer.from(secrets, 'base64'))
  return plain ? { ...settings, ...JSON.parse(plain.toString()) } : settings
}

/**
 * The secrets of a provider, encrypted for another organization; null without any, or when another SECRET_KEY
 * has encrypted them.
 */
export function sealedFor(
  core: WithKey,
  realm: RealmId,
  former: RealmId,
  { name, secrets }: { readonly name: string; readonly secrets?: string | null },
): string | null {
  if (secrets == null) return null
  const plain = unseal(keyOf(core), aboutOf(former, name), Buffer.from(secrets, 'base64'))
  return plain === undefined ? null : seal(keyOf(core), aboutOf(realm, name), plain).toString('base64')
}

/** A provider as its kind reads it; undefined when a former or later version has stored other settings. */
export function openProvider(
  core: WithKey,
  realm: RealmId,
  kind: ProviderKind,
  provider: Omit<LogInProvider, 'id' | 'isEnabled' | 'kind'>,
): ProviderRules | undefined {
  const { data } = kind.settings.safeParse(openSettings(core, realm, provider))
  const { name, displayName: display_name } = provider
  return data && ({ ...data, name, display_name, is_of_organization: true } as unknown as ProviderRules)
}

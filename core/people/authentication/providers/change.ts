import { MAX_LOG_IN_PROVIDERS, MAX_PROVIDER_SETTINGS_BYTES } from '../../../../config/limits.ts'
import { PROVIDER_DISPLAY_NAME, PROVIDER_NAME } from '../../../../config/log-in-provider.ts'
import type { Tx } from '../../../platform/transactions/transact.ts'
import { requireOwner } from '../../../state/access/realm-permissions.ts'
import type { Core } from '../../../state/core.ts'
import { emitChange } from '../../../state/realm/changes.ts'
import type { LogInProvider as Provider } from '../../../state/realm/log-in-provider.ts'
import { emitSetting } from '../../../state/realm/save-settings.ts'
import type { RealmState } from '../../../state/realm/state.ts'
import type { UserRecord } from '../../../state/users/record.ts'
import type { ProviderKind, TestResult } from '../external/kind.ts'
import { providerNetwork } from '../external/network.ts'
import {
  addressesOf,
  openProvider,
  openSettings,
  type ProviderSettings,
  sealSettings,
  secretsOf,
} from '../external/stored.ts'
import { kindNamed, PROVIDER_KINDS } from '../kinds.ts'
import { LogInProvider } from './entity.ts'
import {
  invalidProviderField,
  noSuchProvider,
  providerExists,
  secretNeeded,
  tooManyProviders,
  unknownKind,
} from './errors.ts'
import { checkWaysLeft } from './ways-left.ts'

/** Who changes the providers: an owner, or the operator of the server. */
export interface Changer {
  readonly core: Core
  readonly realm: RealmState
  /** Undefined for the operator. */
  readonly user?: UserRecord
}

/** A new provider, as somebody has entered it. */
export interface GivenProvider {
  readonly kind: string
  readonly name: string
  readonly displayName: string
  readonly isEnabled: boolean
  readonly settings: ProviderSettings
}

/** A change of a provider. Settings that it does not name stay; null removes one. */
export type ProviderChange = Partial<Pick<GivenProvider, 'displayName' | 'isEnabled' | 'settings'>>

/** Adds a provider. Resolves to its id. Throws for a field that is not valid. */
export async function addProvider(by: Changer, given: GivenProvider): Promise<number> {
  const { core, realm } = by
  const kind = kindNamed(given.kind)
  if (kind === undefined) throw unknownKind(PROVIDER_KINDS.map((one) => one.name))
  const name = checked(PROVIDER_NAME, 'name', given.name)
  const displayName = checked(PROVIDER_DISPLAY_NAME, 'display_name', given.displayName)
  const settings = checkSettings(kind, given.settings)
  return changed(by, async (tx, actor) => {
    const known = realm.lists.logInProviders
    if (known.some((one) => one.name === name)) throw providerExists(name)
    if (known.length >= MAX_LOG_IN_PROVIDERS) throw tooManyProviders(MAX_LOG_IN_PROVIDERS)
    const row = {
      ...{ kind: kind.name, name, displayName, isEnabled: given.isEnabled },
      ...sealSettings(core, realm.id, kind, name, settings),
    }
    const id = await tx.em.insert(LogInProvider, { realmId: realm.id, ...row })
    await store(tx, by, actor, [...known, { id, ...row }])
    return id
  })
}

/**
 * Changes a provider. Throws when there is none with the id, for a field that is not valid, and when another
 * address would get a secret that the change does not name.
 */
export async function changeProvider(by: Changer, id: number, change: ProviderChange): Promise<void> {
  const { core, realm } = by
  await changed(by, async (tx, actor) => {
    const former = find(realm, id)
    const kind = kindNamed(former.kind)
    if (kind === undefined) throw noSuchProvider()
    const { displayName = former.displayName, isEnabled = former.isEnabled } = change
    const next: Provider = {
      ...former,
      displayName: checked(PROVIDER_DISPLAY_NAME, 'display_name', displayName),
      isEnabled,
      ...(change.settings !== undefined &&
        sealSettings(core, realm.id, kind, former.name, merged(core, realm, kind, former, change.settings))),
    }
    const { displayName: shown, settings, secrets } = next
    const columns = { displayName: shown, isEnabled, settings: { ...settings }, secrets }
    await tx.em.nativeUpdate(LogInProvider, { id, realmId: realm.id }, columns)
    await store(
      tx,
      by,
      actor,
      realm.lists.logInProviders.map((one) => (one === former ? next : one)),
    )
  })
}

/** Removes a provider. Its people keep their accounts. Throws when there is none with the id. */
export async function removeProvider(by: Changer, id: number): Promise<void> {
  const { realm } = by
  await changed(by, async (tx, actor) => {
    const former = find(realm, id)
    await tx.em.nativeDelete(LogInProvider, { id, realmId: realm.id })
    await store(
      tx,
      by,
      actor,
      realm.lists.logInProviders.filter((one) => one !== former),
    )
  })
}

/** Asks a provider as a log-in would, with `change` or as it is. Nobody is logged in and nothing changes. */
export async function testProvider(
  { core, realm }: Pick<Changer, 'core' | 'realm'>,
  id: number,
): Promise<TestResult> {
  const provider = find(realm, id)
  const kind = kindNamed(provider.kind)
  const opened = kind && openProvider(core, realm.id, kind, provider)
  if (opened === undefined) throw noSuchProvider()
  return kind!.test(opened, providerNetwork(core))
}

/** The provider with this id. Throws when there is none. */
export function find(realm: RealmState, id: number): Provider {
  const found = realm.lists.logInProviders.find((one) => one.id === id)
  if (found === undefined) throw noSuchProvider()
  return found
}

const changed = <T>(
  { core, realm, user }: Changer,
  work: (tx: Tx, actor: UserRecord | null) => Promise<T>,
): Promise<T> =>
  user === undefined
    ? core.changeAsSystem(realm, (tx) => work(tx, null))
    : core.change({ core, realm, user }, async ({ tx, actor }) => {
        requireOwner(actor)
        return work(tx, actor)
      })

/** Emits the new list. Clients learn from the setting that the ways to log in have changed. */
async function store(
  tx: Tx,
  { core, realm }: Changer,
  actor: UserRecord | null,
  logInProviders: readonly Provider[],
): Promise<void> {
  const { record, lists } = realm
  await checkWaysLeft(tx, core, realm, { record, lists: { ...lists, logInProviders } }, actor)
  emitChange(tx, { type: '_lists', lists: { logInProviders } })
  emitSetting(tx, realm.users, 'authentication_methods', record.settings)
}

const merged = (
  core: Core,
  realm: RealmState,
  kind: ProviderKind,
  former: Provider,
  given: ProviderSettings,
): ProviderSettings => {
  const known = openSettings(core, realm.id, former)
  const all = { ...known, ...given }
  const next = checkSettings(
    kind,
    Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)),
  )
  const hasMoved = addressesOf(kind).some((field) => next[field] !== known[field])
  const kept = secretsOf(kind).find((field) => known[field] !== undefined && given[field] === undefined)
  if (hasMoved && kept !== undefined) throw secretNeeded(kept)
  return next
}

interface Field {
  readonly description?: string | undefined
  safeParse(value: unknown): { success: boolean; data?: unknown }
}

function checked(schema: Field, field: string, value: string): string {
  const { success, data } = schema.safeParse(value)
  if (!success) throw invalidProviderField(field, schema.description ?? '')
  return data as string
}

/** The settings of a kind with their defaults. Throws at the first field that is not valid. */
function checkSettings({ settings: schema, name }: ProviderKind, given: ProviderSettings): ProviderSettings {
  const { success, data, error } = schema.safeParse(given)
  const text = JSON.stringify(given)
  if (Buffer.byteLength(text) > MAX_PROVIDER_SETTINGS_BYTES)
    throw invalidProviderField('settings', `All fields have at most ${MAX_PROVIDER_SETTINGS_BYTES} bytes.`)
  if (text.includes('\\u0000')) throw invalidProviderField('settings', 'No field contains NUL.')
  if (success) return data
  const [issue] = error.issues
  const field = String(
    (issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0]) ?? 'settings',
  ).slice(0, 60)
  const known = (schema.shape as Readonly<Record<string, Field | undefined>>)[field]
  throw invalidProviderField(field, known?.description ?? `Providers of the kind ${name} do not have it.`)
}

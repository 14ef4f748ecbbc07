import type { UserId } from '../../../platform/ids.ts'
import { requireOwner } from '../../../state/access/realm-permissions.ts'
import type { LogInProvider as Provider } from '../../../state/realm/log-in-provider.ts'
import type { UserRecord } from '../../../state/users/record.ts'
import type { Comparison } from '../external/kind.ts'
import { providerNetwork } from '../external/network.ts'
import { openProvider } from '../external/stored.ts'
import { kindNamed } from '../kinds.ts'
import { deactivateGone } from '../ldap/synchronize.ts'
import { type Changer, find } from './change.ts'
import { directoryUnavailable, notADirectory } from './errors.ts'

const MAX_REASON_LENGTH = 200

/** Comparisons that go on: each takes minutes and many bytes, so that requests at once share one. */
const running = new WeakMap<Provider, Promise<Comparison>>()

/**
 * Who is gone from a directory, as the hourly job would find it. Changes nothing. Throws for a provider that
 * is no directory, and when it does not answer.
 */
export async function findGone(
  { core, realm }: Pick<Changer, 'core' | 'realm'>,
  id: number,
): Promise<Comparison> {
  const provider = find(realm, id)
  const kind = kindNamed(provider.kind)
  const opened = kind && openProvider(core, realm.id, kind, provider)
  if (opened === undefined || kind?.compare === undefined) throw notADirectory()
  const comparison = running.get(provider) ?? kind.compare(core, realm, opened, providerNetwork(core))
  running.set(provider, comparison)
  try {
    return await comparison
  } catch (error) {
    throw directoryUnavailable((error as Error).message.slice(0, MAX_REASON_LENGTH))
  } finally {
    running.delete(provider)
  }
}

/**
 * Deactivates those of the people who are still gone from a directory, however many they are. Returns them.
 * Throws as `findGone`.
 */
export async function deactivateNamed(
  by: Changer,
  id: number,
  people: readonly UserId[],
): Promise<UserRecord[]> {
  const { core, realm, user } = by
  if (user !== undefined) requireOwner(user)
  const { name, displayName: display_name } = find(realm, id)
  const { gone } = await findGone(by, id)
  const chosen = new Set(people)
  return deactivateGone(
    core,
    realm,
    { name, display_name },
    gone.filter((one) => chosen.has(one.id)),
    user?.id,
  )
}

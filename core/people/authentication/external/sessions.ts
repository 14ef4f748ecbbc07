import { createHash } from 'node:crypto'
import {
  LOG_OUT_MESSAGE_SECONDS,
  MAX_PROVIDER_SESSION_LENGTH,
  PROVIDER_SESSION_SECONDS,
} from '../../../../config/limits.ts'
import type { ProviderRules } from '../../../../config/log-in-provider.ts'
import type { RealmState } from '../../../state/realm/state.ts'
import type { UserRecord } from '../../../state/users/record.ts'
import { endSessionsAsOperator } from '../../credentials/end-sessions.ts'
import type { ProviderSession, Site } from '../method.ts'
import { endKey } from './end-keys.ts'

/** What a session keeps for the log-out at its provider; undefined when it is too long to be kept. */
export const providerSession = (method: string, kept: string): ProviderSession | undefined =>
  kept.length <= MAX_PROVIDER_SESSION_LENGTH ? { method, kept } : undefined

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')

/**
 * Remembers a message of a provider by its id, for as long as such messages are valid. Returns false for one
 * that has come before.
 */
export async function isNewMessage(
  { core, realm }: Pick<Site, 'core' | 'realm'>,
  method: string,
  id: string,
): Promise<boolean> {
  const key = `log-out-message:{realm:${realm.id}}:${hash(`${method}\n${id}`)}`
  // Twice as long, because clocks differ.
  return (await core.redis.set(key, '1', 'EX', 2 * LOG_OUT_MESSAGE_SECONDS, 'NX')) === 'OK'
}

/** Remembers for a month under which name a provider has logged an account in. */
export async function noteName(
  { core, realm }: Pick<Site, 'core' | 'realm'>,
  method: string,
  name: string,
  user: UserRecord,
): Promise<void> {
  await core.redis.set(nameKey(realm, method, name), user.id, 'EX', PROVIDER_SESSION_SECONDS)
}

/**
 * Ends the sessions of the account that a provider has logged in under this name, if there is one, and its
 * API key where the provider ends keys.
 */
export async function endSessionsOfName(
  { core, realm }: Pick<Site, 'core' | 'realm'>,
  method: string,
  name: string,
  { ends_keys: endsKeys }: Pick<ProviderRules, 'ends_keys'>,
): Promise<void> {
  const id = await core.redis.getdel(nameKey(realm, method, name))
  if (id === null) return
  await realm.sync()
  const user = realm.users.get(Number(id) as UserRecord['id'])
  if (user === undefined) return
  await endSessionsAsOperator(core, realm, user)
  if (endsKeys) await endKey(core, realm, user.id)
}

const nameKey = ({ id }: Pick<RealmState, 'id'>, method: string, name: string): string =>
  `provider-name:{realm:${id}}:${hash(`${method}\n${name}`)}`

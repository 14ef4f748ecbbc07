import { createHash } from 'node:crypto'
import {
  LOG_OUT_MESSAGE_SECONDS,
  MAX_PROVIDER_SESSION_LENGTH,
  PROVIDER_SESSION_SECONDS,
} from '../../../../config/limits.ts'
import type { ProviderRules } from '../../../../config/log-in-provider.ts'
import type { Columns } from '../../../platform/db/statements/row.ts'
import { statement } from '../../../platform/db/statements/statement.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { RealmState } from '../../../state/realm/state.ts'
import type { UserRecord } from '../../../state/users/record.ts'
import { endSessionsAsOperator } from '../../credentials/end-sessions.ts'
import type { ProviderSession, Site } from '../method.ts'
import { endKey } from './end-keys.ts'
import type { ExternalIdentity } from './entities.ts'

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
  rules: Pick<ProviderRules, 'ends_keys'>,
): Promise<void> {
  const id = await core.redis.getdel(nameKey(realm, method, name))
  if (id !== null) await endSessionsOf({ core, realm }, Number(id) as UserId, rules)
}

const BY_SUBJECT = statement(
  'external-identity.of-subject',
  // external_identity_subject
  'SELECT user_id AS "userId" FROM external_identity WHERE realm_id = $1 AND issuer = $2 AND subject = $3',
)

/** As `endSessionsOfName`, for the account that is joined to a subject, however long ago it logged in. */
export async function endSessionsOfSubject(
  { core, realm }: Pick<Site, 'core' | 'realm'>,
  issuer: string,
  subject: string,
  rules: Pick<ProviderRules, 'ends_keys'>,
): Promise<void> {
  const [known] = await core.db.run<Columns<typeof ExternalIdentity, 'userId'>>(BY_SUBJECT, [
    ...[realm.id, issuer, subject],
  ])
  if (known !== undefined) await endSessionsOf({ core, realm }, known.userId, rules)
}

async function endSessionsOf(
  { core, realm }: Pick<Site, 'core' | 'realm'>,
  id: UserId,
  { ends_keys: endsKeys }: Pick<ProviderRules, 'ends_keys'>,
): Promise<void> {
  await realm.sync()
  const user = realm.users.get(id)
  if (user === undefined) return
  await endSessionsAsOperator(core, realm, user)
  if (endsKeys) await endKey(core, realm, user.id)
}

const nameKey = ({ id }: Pick<RealmState, 'id'>, method: string, name: string): string =>
  `provider-name:{realm:${id}}:${hash(`${method}\n${name}`)}`

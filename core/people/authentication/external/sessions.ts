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
import type { EndedThere, Identified, ProviderSession, Site } from '../method.ts'
import { endKey } from './end-keys.ts'
import type { ExternalIdentity } from './entities.ts'

/** Names something of a provider, by a hash. */
const nameThere = (method: string, name: string): string =>
  createHash('sha256').update(`${method}\n${name}`).digest('base64url')

/** What a session here keeps of the session at its provider. */
export const providerSession = (
  method: string,
  { session, kept }: NonNullable<Identified['session']>,
): ProviderSession => ({
  method,
  ...(kept.length <= MAX_PROVIDER_SESSION_LENGTH && { kept }),
  ...(session !== undefined && { session: nameThere(method, session) }),
})

/**
 * Remembers a message of a provider by its id, for as long as such messages are valid. Returns false for one
 * that has come before.
 */
export async function isNewMessage(
  { core, realm }: Pick<Site, 'core' | 'realm'>,
  method: string,
  id: string,
): Promise<boolean> {
  const key = `log-out-message:{realm:${realm.id}}:${nameThere(method, id)}`
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

/** The account that a provider has logged in under this name within a month. Works once. */
export async function takeUserNamed(
  { core, realm }: Pick<Site, 'core' | 'realm'>,
  method: string,
  name: string,
): Promise<UserId | undefined> {
  const id = await core.redis.getdel(nameKey(realm, method, name))
  return id === null ? undefined : (Number(id) as UserId)
}

const BY_SUBJECT = statement(
  'external-identity.of-subject',
  // external_identity_subject
  'SELECT user_id AS "userId" FROM external_identity WHERE realm_id = $1 AND issuer = $2 AND subject = $3',
)

/** The account that is joined to a subject of a provider, however long ago it logged in. */
export async function userOfSubject(
  { core, realm }: Pick<Site, 'core' | 'realm'>,
  issuer: string,
  subject: string,
): Promise<UserId | undefined> {
  const [known] = await core.db.run<Columns<typeof ExternalIdentity, 'userId'>>(BY_SUBJECT, [
    ...[realm.id, issuer, subject],
  ])
  return known?.userId
}

/**
 * Returns the session that a provider has ended, for the caller to end it here. Ends all sessions of the
 * account where the provider names none, and its API key too where the provider ends keys.
 */
export async function endSessions(
  { core, realm }: Pick<Site, 'core' | 'realm'>,
  method: string,
  { user: id, session }: { readonly user: UserId | undefined; readonly session: string | undefined },
  { ends_keys: endsKeys }: Pick<ProviderRules, 'ends_keys'>,
): Promise<EndedThere | undefined> {
  await realm.sync()
  const user = id && realm.users.get(id)
  if (user === undefined) return undefined
  if (session !== undefined && !endsKeys) return { user: user.id, session: nameThere(method, session) }
  await endSessionsAsOperator(core, realm, user)
  if (endsKeys) await endKey(core, realm, user.id)
  return undefined
}

const nameKey = ({ id }: Pick<RealmState, 'id'>, method: string, name: string): string =>
  `provider-name:{realm:${id}}:${nameThere(method, name)}`

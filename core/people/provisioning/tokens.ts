import { createHash, randomBytes } from 'node:crypto'
import { MAX_PROVISIONING_TOKEN_NAME, MAX_PROVISIONING_TOKENS } from '../../../config/limits.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { cannotBeBlank, tooLong } from '../../platform/errors.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { requireOwner } from '../../state/access/realm-permissions.ts'
import { writeAudit } from '../../state/audit/write.ts'
import type { Caller } from '../../state/caller.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { ProvisioningToken } from './entities.ts'
import { noSuchProvisioningToken, tooManyProvisioningTokens } from './errors.ts'

const PREFIX = 'loquat_scim_'

// Every request of a directory runs it. A last use is written every five minutes.
const FIND = statement(
  'provisioning.find-token',
  `WITH found AS (SELECT id, name FROM provisioning_token WHERE realm_id = $1 AND token_hash = $2), -- provisioning_token_hash
     used AS (UPDATE provisioning_token SET last_used_at = clock_timestamp() WHERE id = (SELECT id FROM found)
       AND (last_used_at IS NULL OR last_used_at < clock_timestamp() - interval '5 minutes'))
   SELECT id, name FROM found`,
)

/** A token, as its owners see it. Times are in Unix seconds. */
export interface ShownToken {
  readonly id: number
  readonly name: string
  readonly createdAt: number
  readonly lastUsedAt: number | null
}

/** The tokens of the organization, in the order in which they were made. */
export async function listTokens(core: Core, realm: RealmState): Promise<ShownToken[]> {
  const rows = await core.db.readEntities((em) =>
    em.find(
      ProvisioningToken,
      { realmId: realm.id },
      { orderBy: { id: 'asc' }, limit: MAX_PROVISIONING_TOKENS },
    ),
  )
  const seconds = (time: Date) => Math.floor(time.getTime() / 1000)
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    ...{ id, name, createdAt: seconds(createdAt) },
    lastUsedAt: lastUsedAt == null ? null : seconds(lastUsedAt),
  }))
}

/**
 * Makes a token and returns it, for the only time. Throws for callers who are not owners, for a name that is
 * blank or too long, and when there are MAX_PROVISIONING_TOKENS.
 */
export const makeToken = (caller: Caller, name: string): Promise<string> =>
  caller.core.change(caller, ({ tx, actor }) => {
    requireOwner(actor)
    return insertToken(tx, caller.realm, name, actor.id)
  })

/** As `makeToken`, for an operator. */
export const makeTokenAsOperator = (core: Core, realm: RealmState, name: string): Promise<string> =>
  core.changeAsSystem(realm, (tx) => insertToken(tx, realm, name, null))

async function insertToken(
  tx: Tx,
  realm: RealmState,
  given: string,
  by: Parameters<typeof writeAudit>[1],
): Promise<string> {
  const name = given.trim()
  if (name === '') throw cannotBeBlank('name')
  if ([...name].length > MAX_PROVISIONING_TOKEN_NAME) throw tooLong('name', MAX_PROVISIONING_TOKEN_NAME)
  const count = await tx.em.count(ProvisioningToken, { realmId: realm.id })
  if (count >= MAX_PROVISIONING_TOKENS) throw tooManyProvisioningTokens(MAX_PROVISIONING_TOKENS)
  const token = PREFIX + randomBytes(32).toString('base64url')
  const id = await tx.em.insert(ProvisioningToken, { realmId: realm.id, name, tokenHash: hashOf(token) })
  writeAudit(tx, by, [{ kind: 'provisioning_token', action: 'created', id: Number(id), name }])
  return token
}

/** Revokes a token. Throws for callers who are not owners, and for an unknown token. */
export const revokeToken = (caller: Caller, id: number): Promise<void> =>
  caller.core.change(caller, ({ tx, actor }) => {
    requireOwner(actor)
    return deleteToken(tx, caller.realm, id, actor.id)
  })

/** As `revokeToken`, for an operator. */
export const revokeTokenAsOperator = (core: Core, realm: RealmState, id: number): Promise<void> =>
  core.changeAsSystem(realm, (tx) => deleteToken(tx, realm, id, null))

async function deleteToken(
  tx: Tx,
  realm: RealmState,
  id: number,
  by: Parameters<typeof writeAudit>[1],
): Promise<void> {
  const row = await tx.em.findOne(ProvisioningToken, { realmId: realm.id, id })
  if (row === null) throw noSuchProvisioningToken()
  await tx.em.nativeDelete(ProvisioningToken, { id })
  writeAudit(tx, by, [{ kind: 'provisioning_token', action: 'removed', id, name: row.name }])
}

/** The token that a directory sends; undefined for an unknown or revoked one, and of another organization. */
export async function findToken(
  core: Core,
  realm: RealmState,
  token: string,
): Promise<Pick<ShownToken, 'id' | 'name'> | undefined> {
  if (!/^loquat_scim_[\w-]{43}$/.test(token)) return undefined
  const rows = await core.db.run<Columns<typeof ProvisioningToken, 'id' | 'name'>>(FIND, [
    realm.id,
    hashOf(token),
  ])
  return rows[0]
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

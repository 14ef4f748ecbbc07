import { randomBytes } from 'node:crypto'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { RealmId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Caller } from '../../state/caller.ts'
import { Authenticator } from './entities.ts'
import { setupExpired, wrongSetupCode } from './errors.ts'
import { setFactors } from './factors.ts'
import { SECRET_BYTES, secretForApp, stepOfCode } from './one-time-code.ts'
import { keyFor, seal, unseal } from './sealed.ts'

/** A secret that the app has not confirmed with a code is valid for this long. */
const SETUP_SECONDS = 900
const TIME_BYTES = 6

// A statement, because its condition refuses a code that is used twice, also at the same time.
const USE_STEP = statement(
  'authenticator.use-step',
  // authenticator_pkey
  'UPDATE authenticator SET last_step = $2 WHERE user_id = $1 AND last_step < $2 RETURNING user_id',
)
// A set-up that is sent again must not make used codes valid again.
const STORE = statement(
  'authenticator.store',
  `INSERT INTO authenticator (user_id, secret, last_step) VALUES ($1, $2, $3)
   ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret,
     last_step = greatest(authenticator.last_step, excluded.last_step),
     created_at = excluded.created_at`, // authenticator_pkey
)

/** A secret for an app, which has no effect until the app has made a code with it. */
export interface AuthenticatorSetup {
  /** Base32, for people who type it. */
  readonly secret: string
  /** The address in the QR code. */
  readonly uri: string
  /** The secret, encrypted for `addAuthenticator`. */
  readonly setup: string
}

/** Makes a secret for the caller's app. Nothing is stored. */
export function beginAuthenticator({ core, realm, user }: Caller): AuthenticatorSetup {
  const secret = randomBytes(SECRET_BYTES)
  const until = Buffer.alloc(TIME_BYTES)
  until.writeUIntBE(Math.floor(Date.now() / 1000) + SETUP_SECONDS, 0, TIME_BYTES)
  const key = setupKey(core.options.secretKey)
  const sealed = seal(key, owner(realm.id, user.id), Buffer.concat([until, secret]))
  const { name } = realm.record.settings
  return { ...secretForApp(secret, name, user.deliveryEmail), setup: sealed.toString('base64url') }
}

/** The same secret again, after a wrong code. Throws as `addAuthenticator`. */
export function reopenAuthenticator({ core, realm, user }: Caller, setup: string): AuthenticatorSetup {
  const secret = secretIn(core.options.secretKey, owner(realm.id, user.id), setup)
  const { name } = realm.record.settings
  return { ...secretForApp(secret, name, user.deliveryEmail), setup }
}

/** Throws for a set-up of somebody else, and for one that has expired. */
function secretIn(secretKey: string, about: string, setup: string): Buffer {
  const opened = unseal(setupKey(secretKey), about, Buffer.from(setup, 'base64url'))
  if (opened === undefined || opened.readUIntBE(0, TIME_BYTES) * 1000 < Date.now()) throw setupExpired()
  return opened.subarray(TIME_BYTES)
}

/**
 * Stores the secret of `beginAuthenticator` in place of a former one, once the app has made a code with it.
 * Returns recovery codes with the first second factor of the account.
 */
export async function addAuthenticator(
  caller: Caller,
  setup: string,
  code: string,
): Promise<readonly string[]> {
  const { core, realm, user } = caller
  const { secretKey } = core.options
  const about = owner(realm.id, user.id)
  const secret = secretIn(secretKey, about, setup)
  const step = stepOfCode(secret, code.replace(/\s/g, ''), Date.now())
  if (step === undefined) throw wrongSetupCode()
  return core.change(caller, async ({ tx, actor }) => {
    await tx.run(STORE, [actor.id, seal(storeKey(secretKey), about, secret), step])
    return setFactors(
      tx,
      secretKey,
      actor,
      { hasAuthenticator: true, passkeyCount: actor.passkeyCount },
      'authenticator_added',
    )
  })
}

/** Uses up a code of the user's app. Of two calls with the same code only one returns true. */
export async function useAppCode(tx: Tx, secretKey: string, user: UserId, code: string): Promise<boolean> {
  const row: Columns<typeof Authenticator, 'secret'> | null = await tx.em.findOne(Authenticator, {
    userId: user,
  })
  const secret = row && unseal(storeKey(secretKey), owner(tx.realm, user), row.secret)
  if (!secret) return false
  const step = stepOfCode(secret, code, Date.now())
  return step !== undefined && (await tx.run(USE_STEP, [user, step])).length > 0
}

/** Gives the app of an account to another account, which has none. */
export async function moveAuthenticator(
  tx: Tx,
  secretKey: string,
  from: { readonly realm: RealmId; readonly user: UserId },
  to: { readonly realm: RealmId; readonly user: UserId },
): Promise<void> {
  const row: Columns<typeof Authenticator, 'secret' | 'lastStep'> | null = await tx.em.findOne(
    Authenticator,
    {
      userId: from.user,
    },
  )
  if (row === null) return
  const secret = unseal(storeKey(secretKey), owner(from.realm, from.user), row.secret)
  if (secret === undefined) throw new Error('another SECRET_KEY has encrypted the second factor of an owner')
  await tx.run(STORE, [to.user, seal(storeKey(secretKey), owner(to.realm, to.user), secret), row.lastStep])
}

const owner = (realm: RealmId, user: UserId): string => `${realm}:${user}`
const setupKey = (secretKey: string): Buffer => keyFor(secretKey, 'authenticator-setup')
const storeKey = (secretKey: string): Buffer => keyFor(secretKey, 'authenticator')

import { createHmac } from 'node:crypto'
import type { AuthenticatorTransport } from '@simplewebauthn/server'
import { MAX_PASSKEY_NAME_LENGTH, MAX_PASSKEYS_PER_USER } from '../../../config/limits.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { type ChallengeUse, newChallenge, useChallenge } from './challenge.ts'
import { Passkey } from './entities.ts'
import { noSuchPasskey, passkeyNotRegistered, passkeyRefused, tooManyPasskeys } from './errors.ts'
import { setFactors } from './factors.ts'
import { readAuthentication, readRegistration } from './passkey-response.ts'
import { requireOtherFactor } from './required.ts'
import { keyFor } from './sealed.ts'

/** Milliseconds that a browser gives a person for a passkey. */
const TIMEOUT_MS = 240_000

// A statement, because its condition refuses a signature that another one has overtaken.
const USE = statement(
  'passkey.use',
  `UPDATE passkey SET counter = $2, last_used_at = clock_timestamp()
   WHERE id = $1 AND (counter < $2 OR ($2 = 0 AND counter = 0)) RETURNING id`, // passkey_pkey
)

/** The browser's page: its host, its possible addresses, and the secret that binds a challenge to it. */
export interface PasskeyPage {
  /** The host of the organization, without the port: browsers use a passkey for this host alone. */
  readonly host: string
  /** The addresses that the page may have, as scheme, host and port. */
  readonly origins: readonly string[]
  /** A secret of the browser, or the name of its session. */
  readonly browser: string
}

/** Options of the Web Authentication API, as JSON. */
export type PasskeyOptions = Readonly<Record<string, unknown>>

type Purpose = ChallengeUse['purpose']

const useOf = (realm: RealmState, purpose: Purpose, user: number, page: PasskeyPage): ChallengeUse => ({
  ...{ purpose, user, realm: realm.id, host: page.host, browser: page.browser },
})

/** Options for `navigator.credentials.create`, as JSON. Nothing is stored. */
export async function beginPasskey(
  { core, realm, user }: Caller,
  page: PasskeyPage,
): Promise<PasskeyOptions> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const known = await passkeysOf(core, user.id)
  if (known.length >= MAX_PASSKEYS_PER_USER) throw tooManyPasskeys(MAX_PASSKEYS_PER_USER)
  const options = await generateRegistrationOptions({
    rpName: realm.record.settings.name,
    rpID: page.host,
    userID: handleOf(core, realm, user.id),
    userName: user.deliveryEmail,
    userDisplayName: user.fullName,
    challenge: new Uint8Array(newChallenge(core, useOf(realm, 'register', user.id, page))),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
  })
  return { ...options }
}

/**
 * Stores the passkey that a browser has made for `beginPasskey`. Returns recovery codes with the first second
 * factor of the account. Throws for a response to another challenge, account, page or organization.
 */
export async function addPasskey(
  caller: Caller,
  page: PasskeyPage,
  given: string,
  name: string,
): Promise<{ readonly id: number; readonly codes: readonly string[] }> {
  const { core, realm, user } = caller
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const response = readRegistration(given)
  if (response === undefined) throw passkeyNotRegistered()
  const use = useOf(realm, 'register', user.id, page)
  const verified = await verifyRegistrationResponse({
    response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: (challenge) => useChallenge(core, use, challenge),
    expectedOrigin: [...page.origins],
    expectedRPID: page.host,
    requireUserVerification: false,
  }).catch(() => undefined)
  const credential = verified?.verified ? verified.registrationInfo?.credential : undefined
  if (credential === undefined) throw passkeyNotRegistered()
  return core.change(caller, async ({ tx, actor }) => {
    const count = await tx.em.count(Passkey, { userId: actor.id })
    if (count >= MAX_PASSKEYS_PER_USER) throw tooManyPasskeys(MAX_PASSKEYS_PER_USER)
    const isKnown = await tx.em.count(Passkey, { realmId: realm.id, credentialId: credential.id })
    if (isKnown > 0) throw passkeyNotRegistered()
    const row = tx.em.create(Passkey, {
      realmId: realm.id,
      userId: actor.id,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: response.response.transports ?? [],
      name: nameOf(name),
      createdAt: new Date(),
    })
    await tx.em.persistAndFlush(row)
    const factors = { hasAuthenticator: actor.hasAuthenticator, passkeyCount: count + 1 }
    const codes = await setFactors(tx, core.options.secretKey, actor, factors, 'passkey_added')
    return { id: row.id, codes }
  })
}

/**
 * Options for `navigator.credentials.get`, as JSON: with one of the user's passkeys or, without a user, with
 * any of the organization's.
 */
export function passkeyOptions(
  core: Core,
  realm: RealmState,
  purpose: Exclude<Purpose, 'register'>,
  page: PasskeyPage,
  user?: { readonly id: UserId; readonly passkeys: readonly KnownPasskey[] },
): PasskeyOptions {
  return {
    challenge: newChallenge(core, useOf(realm, purpose, user?.id ?? 0, page)).toString('base64url'),
    rpId: page.host,
    timeout: TIMEOUT_MS,
    userVerification: user === undefined ? 'required' : 'preferred',
    allowCredentials: (user?.passkeys ?? []).map(({ credentialId: id, transports }) => ({
      ...{ id, transports, type: 'public-key' },
    })),
  }
}

/**
 * The user whose passkey has signed a challenge of `passkeyOptions`, which is used up. Without `expected`, a
 * log-in, the device must have checked the person too, by a PIN or finger. Throws AUTHENTICATION_FAILED. The
 * account may be deactivated.
 */
export async function usePasskey(
  core: Core,
  realm: RealmState,
  purpose: Exclude<Purpose, 'register'>,
  page: PasskeyPage,
  given: string,
  expected?: UserRecord,
): Promise<UserRecord> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const response = readAuthentication(given)
  if (response === undefined) throw passkeyRefused()
  const row = await core.db.readEntities((em) =>
    em.findOne(Passkey, { realmId: realm.id, credentialId: response.id }),
  )
  await realm.sync()
  const user = row === null ? undefined : realm.users.get(row.userId)
  if (row === null || user === undefined || (expected !== undefined && user.id !== expected.id))
    throw passkeyRefused()
  const use = useOf(realm, purpose, expected?.id ?? 0, page)
  const verified = await verifyAuthenticationResponse({
    response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: (challenge) => useChallenge(core, use, challenge),
    expectedOrigin: [...page.origins],
    expectedRPID: page.host,
    requireUserVerification: expected === undefined,
    credential: {
      id: row.credentialId,
      publicKey: new Uint8Array(row.publicKey),
      counter: row.counter,
      transports: row.transports as AuthenticatorTransport[],
    },
  }).catch(() => undefined)
  if (!verified?.verified) throw passkeyRefused()
  const { newCounter } = verified.authenticationInfo
  const isUsed = await core.transact(realm.id, async (tx) => tx.run(USE, [row.id, newCounter]))
  if (isUsed.length === 0) throw passkeyRefused()
  return user
}

export interface KnownPasskey {
  readonly id: number
  readonly credentialId: string
  readonly name: string
  readonly transports: readonly string[]
  readonly createdAt: Date
  readonly lastUsedAt?: Date | null
}

/** The passkeys of a user, the oldest first. */
export const passkeysOf = (core: Core, user: UserId): Promise<readonly KnownPasskey[]> =>
  core.db.readEntities((em) =>
    em.find(Passkey, { userId: user }, { orderBy: { id: 'asc' }, limit: MAX_PASSKEYS_PER_USER }),
  )

/** Gives one of the caller's passkeys another name. Throws for somebody else's and for an unknown one. */
export async function renamePasskey(caller: Caller, id: number, name: string): Promise<void> {
  await caller.core.change(caller, async ({ tx, actor }) => {
    const changed = await tx.em.nativeUpdate(Passkey, { id, userId: actor.id }, { name: nameOf(name) })
    if (changed === 0) throw noSuchPasskey()
  })
}

/**
 * Removes one of the caller's passkeys. Throws as `renamePasskey`, and for a last factor that is required.
 */
export async function removePasskey(caller: Caller, id: number): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    const removed = await tx.em.nativeDelete(Passkey, { id, userId: actor.id })
    if (removed === 0) throw noSuchPasskey()
    const passkeyCount = await tx.em.count(Passkey, { userId: actor.id })
    const factors = { hasAuthenticator: actor.hasAuthenticator, passkeyCount }
    requireOtherFactor(realm, actor, factors)
    await setFactors(tx, core.options.secretKey, actor, factors, 'passkey_removed')
  })
}

const nameOf = (given: string): string =>
  [...given.trim()].slice(0, MAX_PASSKEY_NAME_LENGTH).join('') || 'Passkey'

/**
 * A device stores this handle of an account. It stores no id, because an id would tell who has an account.
 */
const handleOf = (core: Core, realm: RealmState, user: UserId): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    createHmac('sha256', keyFor(core.options.secretKey, 'passkey-handle'))
      .update(`${realm.id}:${user}`)
      .digest(),
  )

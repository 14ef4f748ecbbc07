import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { OPENID_STATE_SECONDS } from '../../../../config/limits.ts'
import type { Destination, Site } from '../method.ts'

const pending = z.object({
  method: z.string(),
  browser: z.string(),
  host: z.string(),
  verifier: z.string(),
  nonce: z.string(),
  next: z.string(),
  otp: z.string().optional(),
  desktopKey: z.string().optional(),
})

/** A log-in that is at its provider. */
export interface PendingAtProvider {
  /** The secret of PKCE (RFC 7636). */
  readonly verifier: string
  readonly nonce: string
  readonly destination: Destination
}

/** Keeps a log-in while its browser is at the provider. Returns the state for the provider's address. */
export async function keepPending(
  { core, realm, page }: Site,
  method: string,
  { verifier, nonce, destination }: PendingAtProvider,
): Promise<string> {
  const state = randomBytes(32).toString('base64url')
  const { host } = page
  const value = { method, host, browser: hash(page.browser), verifier, nonce, ...destination }
  await core.redis.set(keyOf(realm.id, state), JSON.stringify(value), 'EX', OPENID_STATE_SECONDS)
  return state
}

/**
 * Takes the log-in of a state. It works once; undefined unless this browser began it, in this organization
 * and with this method.
 */
export async function takePending(
  { core, realm, page }: Site,
  method: string,
  state: string,
): Promise<PendingAtProvider | undefined> {
  const text = await core.redis.getdel(keyOf(realm.id, state))
  if (text === null) return undefined
  const { next, otp, desktopKey, verifier, nonce, ...bound } = pending.parse(JSON.parse(text))
  const isOurs = bound.method === method && bound.host === page.host && bound.browser === hash(page.browser)
  return isOurs ? { verifier, nonce, destination: { next, otp, desktopKey } } : undefined
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')

const keyOf = (realm: number, state: string): string => `openid:{realm:${realm}}:${hash(state)}`

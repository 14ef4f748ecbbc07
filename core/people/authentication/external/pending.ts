import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { OPENID_STATE_SECONDS } from '../../../../config/limits.ts'
import type { UserId } from '../../../platform/ids.ts'
import { idSchema } from '../../../platform/jobs/declare-job.ts'
import type { Destination, Site } from '../method.ts'

/** Longest state that a return may have. */
const MAX_STATE_LENGTH = 100

const pending = z.object({
  method: z.string(),
  browser: z.string(),
  host: z.string(),
  values: z.record(z.string(), z.string()),
  next: z.string(),
  otp: z.string().optional(),
  desktopKey: z.string().optional(),
  trial: idSchema<UserId>().optional(),
})

/** A log-in that is at its provider. */
export interface PendingAtProvider<Name extends string> {
  /** What the method needs at the return, such as a nonce. */
  readonly values: Readonly<Record<Name, string>>
  readonly destination: Destination
}

/** Keeps a log-in while its browser is at the provider. Returns the state for the provider's address. */
export async function keepPending<Name extends string>(
  { core, realm, page }: Site,
  method: string,
  { values, destination }: PendingAtProvider<Name>,
): Promise<string> {
  const state = randomBytes(32).toString('base64url')
  const { host } = page
  const value = { method, host, browser: hash(page.browser), values, ...destination }
  await core.redis.set(keyOf(realm.id, state), JSON.stringify(value), 'EX', OPENID_STATE_SECONDS)
  return state
}

/**
 * Takes the log-in of a state. It works once; undefined unless this browser began it, in this organization
 * and with this method.
 */
export async function takePending<Name extends string>(
  { core, realm, page }: Site,
  method: string,
  state: string | undefined,
): Promise<PendingAtProvider<Name> | undefined> {
  if (!state || state.length > MAX_STATE_LENGTH) return undefined
  const text = await core.redis.getdel(keyOf(realm.id, state))
  if (text === null) return undefined
  const { next, otp, desktopKey, trial, values, ...bound } = pending.parse(JSON.parse(text))
  if (!isOurs(bound, method, page)) return undefined
  return { values: values as Record<Name, string>, destination: { next, otp, desktopKey, trial } }
}

/**
 * The owner who has begun the trial of this state; undefined unless this browser has begun one, in this
 * organization and with this method. The trial goes on waiting.
 */
export async function trialOf(
  { core, realm, page }: Site,
  method: string,
  state: string | undefined,
): Promise<UserId | undefined> {
  if (!state || state.length > MAX_STATE_LENGTH) return undefined
  const text = await core.redis.get(keyOf(realm.id, state))
  if (text === null) return undefined
  const { trial, ...bound } = pending.parse(JSON.parse(text))
  return isOurs(bound, method, page) ? trial : undefined
}

const isOurs = (
  bound: Pick<z.output<typeof pending>, 'method' | 'host' | 'browser'>,
  method: string,
  { host, browser }: Site['page'],
): boolean => bound.method === method && bound.host === host && bound.browser === hash(browser)

/** Whether a log-in waits for the return with this state. */
export const isPending = async ({ core, realm }: Site, state: string): Promise<boolean> =>
  state !== '' && state.length <= MAX_STATE_LENGTH && (await core.redis.exists(keyOf(realm.id, state))) === 1

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')

const keyOf = (realm: number, state: string): string => `openid:{realm:${realm}}:${hash(state)}`

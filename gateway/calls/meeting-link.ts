import { createHmac, randomInt } from 'node:crypto'
import { z } from 'zod'
import type { RealmId, UserId } from '../../core/platform/ids.ts'
import { secretsEqual } from '../../core/state/users/api-key.ts'

/** The meeting of a link. */
export interface Meeting {
  readonly id: string
  readonly name: string
  readonly isVoiceOnly: boolean
  /** The user who requested the link. */
  readonly moderator: UserId
}

const meeting = z.object({
  id: z.string(),
  name: z.string(),
  isVoiceOnly: z.boolean(),
  moderator: z.int().transform((id) => id as UserId),
})

/** A new meeting with a unique id. */
export const newMeeting = (moderator: UserId, name: string, isVoiceOnly: boolean): Meeting => ({
  ...{ id: `loquat-${randomInt(1e11, 1e12)}`, name, isVoiceOnly, moderator },
})

/**
 * The meeting as signed text for a URL, so that nobody can forge a link to another meeting of the same
 * server.
 */
export function signMeeting(
  secret: string,
  realm: RealmId,
  { id, name, isVoiceOnly, moderator }: Meeting,
): string {
  const payload = Buffer.from(JSON.stringify({ id, name, isVoiceOnly, moderator })).toString('base64url')
  return `${payload}.${signature(secret, realm, payload)}`
}

/** Reads signed text. Undefined when this server has not signed it for the organization. */
export function readMeeting(secret: string, realm: RealmId, signed: string): Meeting | undefined {
  const [payload = '', given = ''] = signed.split('.')
  if (!secretsEqual(signature(secret, realm, payload), given)) return undefined
  return meeting.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
}

const signature = (secret: string, realm: RealmId, payload: string): string =>
  createHmac('sha256', secret).update(`meeting:${realm}:${payload}`).digest('base64url').slice(0, 32)

import { createHmac, randomInt } from 'node:crypto'
import { z } from 'zod'
import type { RealmId, UserId } from '../../core/platform/ids.ts'
import { secretsEqual } from '../../core/state/users/api-key.ts'

/** A meeting that a link leads to. */
export interface Meeting {
  readonly id: string
  readonly name: string
  readonly isVoiceOnly: boolean
  /** Whoever asked for the link. */
  readonly moderator: UserId
}

const meeting = z.object({
  id: z.string(),
  name: z.string(),
  isVoiceOnly: z.boolean(),
  moderator: z.int().transform((id) => id as UserId),
})

/** A meeting that nobody else has. */
export const newMeeting = (moderator: UserId, name: string, isVoiceOnly: boolean): Meeting => ({
  ...{ id: `loquat-${randomInt(1e11, 1e12)}`, name, isVoiceOnly, moderator },
})

/** What a link says of its meeting, signed: nobody makes one to another meeting of the same server. Fit for a URL. */
export function signMeeting(
  secret: string,
  realm: RealmId,
  { id, name, isVoiceOnly, moderator }: Meeting,
): string {
  const said = Buffer.from(JSON.stringify({ id, name, isVoiceOnly, moderator })).toString('base64url')
  return `${said}.${signature(secret, realm, said)}`
}

/** Undefined for what this server has not signed for the organization. */
export function readMeeting(secret: string, realm: RealmId, signed: string): Meeting | undefined {
  const [said = '', given = ''] = signed.split('.')
  if (!secretsEqual(signature(secret, realm, said), given)) return undefined
  return meeting.parse(JSON.parse(Buffer.from(said, 'base64url').toString()))
}

const signature = (secret: string, realm: RealmId, said: string): string =>
  createHmac('sha256', secret).update(`meeting:${realm}:${said}`).digest('base64url').slice(0, 32)

import { z } from 'zod'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import { keyFor, seal, unseal } from '../second-factors/sealed.ts'
import { ZoomAccount } from './entities.ts'

/** What Zoom gave this server for one person. */
const zoomTokens = z.object({
  access: z.string(),
  /** Gets the next tokens, once. */
  refresh: z.string(),
  /** When the access token ends, in milliseconds since 1970. */
  expiresAt: z.number(),
})
export type ZoomTokens = z.infer<typeof zoomTokens>

const PURPOSE = 'zoom-tokens'
const owner = ({ realm, user }: Caller): string => `${realm.id}:${user.id}`

const open = (caller: Caller, sealed: Uint8Array): ZoomTokens | undefined => {
  const plain = unseal(keyFor(caller.core.options.secretKey, PURPOSE), owner(caller), sealed)
  return plain === undefined ? undefined : zoomTokens.parse(JSON.parse(plain.toString()))
}

/**
 * The caller's tokens. Undefined when the caller has not connected an account, and after SECRET_KEY has
 * changed.
 */
export async function zoomTokensOf(caller: Caller): Promise<ZoomTokens | undefined> {
  const row = await caller.core.db.readEntities(
    (em) => em.findOne(ZoomAccount, { userId: caller.user.id }), // zoom_account_pkey
  )
  return row === null ? undefined : open(caller, row.tokens)
}

const HAS_ACCOUNT = statement(
  'zoom.has-account',
  'SELECT user_id FROM zoom_account WHERE user_id = $1', // zoom_account_pkey
)

/** Whether a person has connected a Zoom account. A statement, because every registration runs it. */
export const hasZoomAccount = async (sql: Sql, user: UserId): Promise<boolean> =>
  (await sql.run(HAS_ACCOUNT, [user])).length > 0

/** Connects the caller with a Zoom account, or keeps its next tokens. Other windows learn of a connection. */
export async function keepZoomTokens(caller: Caller, tokens: ZoomTokens): Promise<void> {
  const plain = Buffer.from(JSON.stringify(tokens))
  const sealed = seal(keyFor(caller.core.options.secretKey, PURPOSE), owner(caller), plain)
  await caller.core.change(caller, async ({ tx, actor }) => {
    const row = await tx.em.findOne(ZoomAccount, { userId: actor.id })
    if (row === null) tx.em.create(ZoomAccount, { userId: actor.id, tokens: sealed })
    else tx.em.assign(row, { tokens: sealed })
    await tx.em.flush()
    tx.emit({ type: 'has_zoom_token', value: true }, toUsers([actor.id]))
  })
}

/** Separates the caller from the Zoom account, unless it has other tokens by now. */
export async function forgetZoomTokens(caller: Caller, refused: ZoomTokens): Promise<void> {
  await caller.core.change(caller, async ({ tx, actor }) => {
    const row = await tx.em.findOne(ZoomAccount, { userId: actor.id })
    if (row === null || open(caller, row.tokens)?.refresh !== refused.refresh) return
    tx.em.remove(row)
    await tx.em.flush()
    tx.emit({ type: 'has_zoom_token', value: false }, toUsers([actor.id]))
  })
}

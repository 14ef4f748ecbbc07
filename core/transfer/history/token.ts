import { keyFor, seal, unseal } from '../../people/second-factors/sealed.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { requireOwner } from '../../state/access/realm-permissions.ts'
import { writeAudit } from '../../state/audit/write.ts'
import type { Caller } from '../../state/caller.ts'
import type { Attempt } from './attempt.ts'
import { noHistoryImport } from './errors.ts'

/** The key's purpose, and to which import of which organization a token belongs. */
const PURPOSE = 'history-token'
const ownerOf = (realm: number, id: number): string => `${realm}:${id}`

const KEEP = statement(
  'history.keep-token',
  // history_import_running
  `UPDATE history_import SET sealed_token = $3 WHERE realm_id = $1 AND id = $2 AND status = 'uploading' RETURNING file_name AS "fileName"`,
)

/**
 * Keeps the token with which the check of an archive that is being uploaded fetches files from the former
 * server. It is stored encrypted, nobody gets it back, and the end of the check or of the upload deletes it.
 * The audit log has an entry without it.
 * Throws unless the caller is an owner, and when there is no such upload.
 */
export async function keepHistoryToken(caller: Caller, id: number, token: string): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    requireOwner(actor)
    const key = keyFor(core.options.secretKey, PURPOSE)
    const sealed = seal(key, ownerOf(realm.id, id), Buffer.from(token))
    const [kept] = await tx.run<Pick<Attempt, 'fileName'>>(KEEP, [realm.id, id, sealed])
    if (kept === undefined) throw noHistoryImport()
    const entry = { kind: 'history_import', action: 'changed', id, name: kept.fileName } as const
    writeAudit(tx, actor.id, [{ ...entry, property: 'token' }])
  })
}

/** The token of an import; undefined without one. */
export function openHistoryToken(
  secretKey: string,
  realm: number,
  id: number,
  sealed: Uint8Array | null | undefined,
): string | undefined {
  if (sealed == null) return undefined
  return unseal(keyFor(secretKey, PURPOSE), ownerOf(realm, id), sealed)?.toString()
}

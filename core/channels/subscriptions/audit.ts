import type { ChannelId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { writeAudit } from '../../state/audit/write.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { UserRecord } from '../../state/users/record.ts'

/** Writes to the audit log whom the actor, not they themselves, has subscribed or unsubscribed. */
export function auditSubscriptions(
  tx: Tx,
  actor: UserRecord,
  property: 'subscribers_added' | 'subscribers_removed',
  channels: readonly ChannelRecord[],
  changed: ReadonlyMap<ChannelId, readonly UserId[]>,
): void {
  const rows = channels.flatMap(({ id, name }) => {
    const others = (changed.get(id) ?? []).filter((user) => user !== actor.id)
    const value = property === 'subscribers_added' ? { after: others } : { before: others }
    return others.length === 0
      ? []
      : [{ kind: 'channel', action: 'changed', id, name, property, ...value } as const]
  })
  writeAudit(tx, actor.id, rows)
}

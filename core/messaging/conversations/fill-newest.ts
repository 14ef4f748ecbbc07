import { z } from 'zod'
import { groupBy } from '../../platform/collections/group-by.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { declareJob } from '../../platform/jobs/declare-job.ts'
import { RealmFailures } from '../../platform/jobs/realm-failures.ts'
import type { Core } from '../../state/core.ts'
import type { Conversation } from './entities.ts'

/**
 * Fills `conversation.newest_message_id` where it is null: after the migration that adds it, and after an
 * import.
 */
export const FILL_NEWEST_MESSAGES = declareJob({
  queue: 'upkeep',
  name: 'fill-newest-messages',
  data: z.object({}),
})

/** Conversations of a transaction. It locks the log for some milliseconds. */
const SLICE = 1_000

type Place = Columns<typeof Conversation, 'id' | 'realmId'>

// conversation_pkey. An organization without a log is being imported.
const EMPTY = statement(
  'conversation.without-newest',
  `SELECT c.id, c.realm_id AS "realmId" FROM conversation c JOIN event_head h ON h.realm_id = c.realm_id
   WHERE c.id > $1 AND c.newest_message_id IS NULL ORDER BY c.id LIMIT ${SLICE}`,
)

// conversation_pkey, message_conversation. It compares rows so that the planner cannot walk message_pkey.
const FILL = statement(
  'conversation.fill-newest',
  `UPDATE conversation c SET newest_message_id = coalesce((
     SELECT m.id FROM message m WHERE (m.conversation_id, m.id) >= (c.id, 0) AND (m.conversation_id, m.id) < (c.id + 1, 0)
     ORDER BY m.conversation_id DESC, m.id DESC LIMIT 1
   ), 0) WHERE c.id = ANY ($1::int8[]) AND c.newest_message_id IS NULL`,
)

/**
 * Notes the newest message of all conversations that have none noted. Locks the log, as senders do, so that
 * no message is sent between the look at the messages and COMMIT. Throws `RealmsFailed` at the end.
 */
export async function fillNewestMessages(core: Core): Promise<void> {
  const failures = new RealmFailures(core.log)
  let after = 0
  for (;;) {
    const places = await core.db.run<Place>(EMPTY, [after])
    for (const [realm, rows] of groupBy(places, ({ realmId }) => realmId)) {
      await failures.contain(realm, async () => {
        await core.transact(realm, async (tx) => {
          await tx.lockLog()
          await tx.run(FILL, [rows.map(({ id }) => id)])
        })
      })
    }
    if (places.length < SLICE) break
    after = places.at(-1)!.id
  }
  failures.throwIfAny()
}

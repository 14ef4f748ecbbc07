import { EMPTY_TOPIC_DISPLAY_NAME } from '../../content/messages/check-text.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { Parameters } from '../../platform/db/statements/sql-builder.ts'
import type { MessageId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import type { Conversation } from '../conversations/entities.ts'
import type { Message } from '../messages/entities.ts'
import { canReadMessage, type ReceptionColumn, wasReceivedBy } from '../messages/read-permission.ts'
import { matchCondition } from '../narrow/conditions.ts'
import { resolveNarrow } from '../narrow/resolve.ts'
import { runNarrowed } from '../narrow/run-narrowed.ts'
import type { NarrowTerm } from '../narrow/terms.ts'
import { type Match, matchesOf } from './search-highlights.ts'

type Candidate = Columns<typeof Message, 'id' | 'channelId' | 'renderedContent'> &
  Columns<typeof Conversation, 'topic'> &
  ReceptionColumn

/**
 * Finds which of these messages match a narrow, and returns their search highlights by message id (spec.md
 * GET /messages/matches_narrow). Leaves out messages that the caller cannot read. One query, at most two more
 * for `search`. Throws BAD_NARROW.
 */
export async function matchNarrow(
  { core, realm, user }: Caller,
  ids: readonly MessageId[],
  narrow: readonly NarrowTerm[],
): Promise<Record<string, Match>> {
  const terms = await resolveNarrow(core.db, realm, user, narrow)
  const parameters = new Parameters()
  const me = parameters.add(user.id)
  const text = `SELECT m.id, m.channel_id AS "channelId", c.topic, m.rendered_content AS "renderedContent",
      ${wasReceivedBy(me)} AS "wasReceived"
    FROM message m JOIN conversation c ON c.id = m.conversation_id
    WHERE m.id = ANY (${parameters.add(ids)}::int8[]) AND m.realm_id = ${parameters.add(realm.id)}
      AND ${matchCondition(realm, user, terms, parameters)}` // message_pkey
  const rows = await runNarrowed<Candidate>(core.db, user, terms, text, parameters.values)
  const isReadable = (row: Candidate) => canReadMessage(realm, user, row)
  if (!rows.every(isReadable)) await realm.sync()
  const readable = rows.filter(isReadable)
  const texts = readable.map(({ renderedContent, topic }) => ({
    html: renderedContent,
    topic: topic === '' ? EMPTY_TOPIC_DISPLAY_NAME : (topic ?? ''),
  }))
  const matches = await matchesOf(core.db, terms, texts)
  return Object.fromEntries(readable.map(({ id }, index) => [id, matches[index]!]))
}

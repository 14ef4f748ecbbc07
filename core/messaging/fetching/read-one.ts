import { type Statement, statement } from '../../platform/db/statements/statement.ts'
import type { MessageId } from '../../platform/ids.ts'
import { senderMask } from '../../state/access/inaccessible-users.ts'
import type { Core } from '../../state/core.ts'
import { readCurrent } from '../../state/realm/read-current.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { type Reader, readerId } from '../../state/users/reader.ts'
import { invalidMessages } from '../messages/errors.ts'
import { canReadMessage, type ReceptionColumn, wasReceivedBy } from '../messages/read-permission.ts'
import type { Presentation } from './present.ts'
import { type MessageRow, messageColumns, messageJoins, presentMessage, type ReadMessage } from './row.ts'

function readStatement(name: string, applyMarkdown: boolean): Statement {
  return statement(
    `message.one-as-${name}`,
    `SELECT ${messageColumns('$1', applyMarkdown)}, m.content AS raw, ${wasReceivedBy('$1')} AS "wasReceived"
     FROM message m ${messageJoins('$1')} WHERE m.id = $2 AND m.realm_id = $3`, // message_pkey
  )
}

const AS_HTML = readStatement('html', true)
const AS_TEXT = readStatement('text', false)

/**
 * Returns a message with its reader's flags, and its Markdown. Throws `invalidMessages`, the same for a
 * message that does not exist and one that the reader may not read. One query.
 */
export async function readMessage(
  core: Core,
  realm: RealmState,
  reader: Reader,
  id: MessageId,
  how: Presentation,
): Promise<{ message: ReadMessage; raw: string }> {
  const row = await readCurrent(core.db, realm, reader, async (sql, reader) => {
    const [row] = await sql.run<MessageRow & ReceptionColumn & { readonly raw: string }>(
      how.applyMarkdown ? AS_HTML : AS_TEXT,
      [readerId(reader), id, realm.id],
    )
    if (row === undefined || !canReadMessage(realm, reader, row)) throw invalidMessages()
    return row
  })
  const mask = senderMask(realm, reader, core.options.rootUrl)
  const presentation = { ...how, omitsHistory: reader === undefined }
  return { message: presentMessage(realm, row, presentation, mask), raw: row.raw }
}

import { MAX_MESSAGE_CHANGES } from '../../../../../config/limits.ts'
import { type Fields, idIn, isFields, listOf, parsed } from '../reading/fields.ts'
import { note } from '../reading/note-texts.ts'
import type { Report } from '../reading/report.ts'
import type { Texts } from '../reading/texts.ts'
import { textOf } from '../reading/texts.ts'
import type { Times } from '../reading/times.ts'

/** The changes of a message as this server stores them, the newest first. */
export interface History {
  readonly edits: readonly Record<string, unknown>[] | null
  /** Unix seconds of the last change of the text, and of the last move; null for never. */
  readonly editedAt: number | null
  readonly movedAt: number | null
  /** When the message came to its channel from another one. */
  readonly arrivedAt: number | null
}

export const NO_HISTORY: History = { edits: null, editedAt: null, movedAt: null, arrivedAt: null }

interface Tools {
  readonly texts: Texts
  readonly times: Times
  readonly report: Report
  readonly hasPerson: (id: number) => boolean
  readonly render: (content: string) => string
}

/** Reads the history of a message whose present place is given. */
export function historyOf(
  row: Fields,
  place: { readonly topic: string; readonly channel: number | undefined },
  tools: Tools,
): History {
  const given = listOf(parsed(row.edit_history)).filter(isFields)
  if (given.length === 0) return { ...NO_HISTORY, editedAt: lastEdit(row, tools) }
  if (given.length > MAX_MESSAGE_CHANGES) {
    tools.report.changed(
      note('histories of more than {limit} changes keep the newest ones', { limit: MAX_MESSAGE_CHANGES }),
    )
  }
  const kept = given.slice(0, MAX_MESSAGE_CHANGES)
  let { topic, channel } = place
  let editedAt: number | null = null
  let movedAt: number | null = null
  let arrivedAt: number | null = null
  const edits = kept.map((entry, index) => {
    const timestamp = Math.floor(tools.times.seconds(entry.timestamp))
    const author = idIn(entry.user_id)
    const edit: Record<string, unknown> = {
      user_id: tools.hasPerson(author) ? author : null,
      timestamp,
      // Two changes in one second keep their order.
      at: timestamp * 1_000_000 + (kept.length - index),
    }
    if (typeof entry.prev_content === 'string') {
      const content = tools.texts.content(entry.prev_content)
      edit.prev_content = content
      edit.prev_rendered_content = tools.render(content)
      editedAt ??= timestamp
    }
    const formerTopic = entry.prev_topic ?? entry.prev_subject
    const formerChannel = idIn(entry.prev_stream)
    if (typeof formerTopic === 'string') {
      edit.prev_topic = tools.texts.topic(formerTopic)
      edit.topic = entry.topic === undefined ? topic : tools.texts.topic(textOf(entry.topic))
      topic = edit.prev_topic as string
      movedAt ??= timestamp
    }
    if (formerChannel !== 0) {
      edit.prev_stream = formerChannel
      edit.stream = idIn(entry.stream) || channel
      channel = formerChannel
      movedAt ??= timestamp
      arrivedAt ??= timestamp
    }
    return edit
  })
  return { edits, editedAt, movedAt, arrivedAt }
}

/** Very old servers kept the time of the last change and no history. */
function lastEdit(row: Fields, { times }: Tools): number | null {
  return row.last_edit_time == null || row.edit_history != null ? null : times.seconds(row.last_edit_time)
}

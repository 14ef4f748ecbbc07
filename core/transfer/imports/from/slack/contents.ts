import { withOurEmojiNames } from '../marks/emoji-names.ts'
import { joinBlocks, withinSource } from '../marks/join-blocks.ts'
import { outsideCode } from '../marks/outside-code.ts'
import { type Fields, isFields, listOf } from '../reading/fields.ts'
import { textOf } from '../reading/texts.ts'
import { attachmentsOf, filesIn, filesOf } from './attachments.ts'
import { markdownOfBlocks } from './blocks.ts'
import { markdownOf } from './mrkdwn.ts'
import type { SlackNames } from './names.ts'

/** Said by the server about the channel, in the name of the person who did it. */
const NOTICES = new Set([
  ...['channel_topic', 'channel_purpose', 'channel_name', 'channel_archive', 'channel_unarchive'],
  ...['group_topic', 'group_purpose', 'group_name', 'group_archive', 'group_unarchive'],
  ...['pinned_item', 'unpinned_item', 'bot_add', 'bot_remove'],
  ...['channel_convert_to_private', 'channel_convert_to_public', 'channel_posting_permissions'],
])
const HUDDLES = new Set(['huddle_thread', 'sh_room_created'])
/** A name of an emoji in a text has the skin tone behind it. */
const SKIN_TONE = /::skin-tone-\d(?=:)/g
const DELETED = '(deleted message)'
const EMPTY = '(empty message)'

/** Whether a message is one of the notification bot here. */
export const isNotice = (message: Fields): boolean => NOTICES.has(textOf(message.subtype))

/** What a message needs besides its own fields. */
export interface ContentContext {
  readonly names: SlackNames
  readonly isCustomEmoji: (name: string) => boolean
  /** Links to the files whose bytes are imported, by their ids. */
  readonly uploaded?: ReadonlyMap<string, string>
  /** The name of the person who did what a notice says. */
  readonly noticeOf?: string | undefined
}

/** Returns the Markdown of a message. */
export function contentOf(message: Fields, context: ContentContext): string {
  const { names, noticeOf, isCustomEmoji } = context
  const subtype = textOf(message.subtype)
  if (subtype === 'tombstone') return DELETED
  const text = HUDDLES.has(subtype) ? huddleOf(message, names) : writtenIn(message, names)
  const parts = [
    text,
    ...filesOf(message, names, context.uploaded),
    ...attachmentsOf(message.attachments, names),
  ]
  const content = outsideCode(withinSource(joinBlocks(parts)), (part) =>
    withOurEmojiNames(part.replace(SKIN_TONE, ''), isCustomEmoji),
  )
  const prefix = subtype === 'me_message' ? '/me ' : ''
  const notice = noticeOf !== undefined && !text.includes(noticeOf) ? `${noticeOf} ` : ''
  return `${prefix}${notice}${content === '' ? EMPTY : content}`
}

/** The first words of a message, for the name of its thread's topic. Empty for a deleted one. */
export function firstWordsOf(message: Fields, names: SlackNames): string {
  if (textOf(message.subtype) === 'tombstone') return ''
  const text = HUDDLES.has(textOf(message.subtype)) ? 'huddle' : writtenIn(message, names.plain)
  if (text.trim() !== '') return text
  const [attachment] = attachmentsOf(message.attachments, names.plain)
  const [file] = filesIn(message)
  return attachment ?? (textOf(file?.title) || textOf(file?.name))
}

/** Slack shows the blocks, and the text where it cannot show them. */
function writtenIn(message: Fields, names: SlackNames): string {
  const comment = isFields(message.comment) ? textOf(message.comment.comment) : ''
  return markdownOfBlocks(message.blocks, names) ?? markdownOf(textOf(message.text) || comment, names)
}

function huddleOf(message: Fields, names: SlackNames): string {
  const room = isFields(message.room) ? message.room : {}
  const people = listOf(room.participant_history).map((id) => names.plain.person(textOf(id)))
  const known = people.filter((name) => name !== undefined)
  const minutes = Math.round((Number(room.date_end) - Number(room.date_start)) / 60)
  const length = minutes > 0 && Number(room.date_end) > 0 ? ` of ${minutes} min` : ''
  const text = writtenIn(message, names)
  return `(huddle${length}${known.length === 0 ? '' : `: ${known.join(', ')}`})${text === '' ? '' : ` ${text}`}`
}

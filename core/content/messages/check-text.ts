import { MAX_MESSAGE_LENGTH, MAX_TOPIC_LENGTH } from '../../../config/limits.ts'
import { tooLong } from '../../platform/errors.ts'
import { emptyMessage, invalidCharacterInTopic, messageWithNullBytes } from './errors.ts'

/** Name of the empty topic for clients without the capability `empty_topic_name`. */
export const EMPTY_TOPIC_DISPLAY_NAME = 'general chat'

/**
 * Returns the content as it is stored: without trailing white space. Throws when it is empty, contains NUL
 * bytes or is longer than MAX_MESSAGE_LENGTH code points.
 */
export function checkContent(given: string): string {
  const content = checkContentToRender(given)
  if (content.trim() === '') throw emptyMessage()
  return content
}

/** Like `checkContent`, but accepts empty content. */
export function checkContentToRender(given: string): string {
  if (given.includes('\0')) throw messageWithNullBytes()
  const content = given.trimEnd()
  if (isLongerThan(content, MAX_MESSAGE_LENGTH)) {
    throw tooLong('content', MAX_MESSAGE_LENGTH)
  }
  return content
}

/**
 * Returns the topic as it is stored. Returns an empty string when it is missing or has a display name of the
 * empty topic. Throws when it is too long or contains unprintable characters.
 */
export function checkTopic(given: string | undefined): string {
  const topic = topicAsStored(given ?? '')
  const bad = [...topic].findIndex((character) => /[\p{Cc}\p{Cs}\p{Cn}]/u.test(character))
  if (bad >= 0) throw invalidCharacterInTopic(bad + 1)
  if (isLongerThan(topic, MAX_TOPIC_LENGTH)) {
    throw tooLong('topic', MAX_TOPIC_LENGTH)
  }
  return topic
}

/** As `checkTopic`, for a text that need not be a possible topic. */
export function topicAsStored(given: string): string {
  const topic = given.normalize('NFC').trim()
  return topic === '(no topic)' || topic === EMPTY_TOPIC_DISPLAY_NAME ? '' : topic
}

/** Whether the text has more than `limit` code points. */
export function isLongerThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  return text.length > 2 * limit || [...text].length > limit
}

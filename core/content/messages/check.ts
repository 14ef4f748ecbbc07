import { MAX_MESSAGE_LENGTH, MAX_TOPIC_LENGTH } from '../../../config/limits.ts'
import { ApiError } from '../../platform/errors.ts'

/** What clients without `empty_topic_name` see and send for the topic without a name. */
export const EMPTY_TOPIC_DISPLAY_NAME = 'general chat'

/**
 * Returns the content as it will be stored: without white space at its end. Throws when it is empty, has
 * NUL bytes or is longer than MAX_MESSAGE_LENGTH code points.
 */
export function checkContent(given: string): string {
  const content = checkContentToRender(given)
  if (content.trim() === '') throw new ApiError('Message must not be empty')
  return content
}

/** As `checkContent`, but the content may be empty: rendering nothing gives nothing. */
export function checkContentToRender(given: string): string {
  if (given.includes('\0')) throw new ApiError('Message must not contain null bytes')
  const content = given.trimEnd()
  if (longerThan(content, MAX_MESSAGE_LENGTH)) {
    throw new ApiError(`content is too long (limit: ${MAX_MESSAGE_LENGTH} characters)`)
  }
  return content
}

/**
 * Returns the topic as it will be stored; empty for the topic without a name, also when it is missing or
 * spelled as clients display it. Throws when it is too long or has characters that cannot be shown.
 */
export function checkTopic(given: string | undefined): string {
  const topic = (given ?? '').normalize('NFC').trim()
  const bad = [...topic].findIndex((character) => /[\p{Cc}\p{Cs}\p{Cn}]/u.test(character))
  if (bad >= 0) throw new ApiError(`Invalid character in topic, at position ${bad + 1}!`)
  if (longerThan(topic, MAX_TOPIC_LENGTH)) {
    throw new ApiError(`topic is too long (limit: ${MAX_TOPIC_LENGTH} characters)`)
  }
  return topic === '(no topic)' || topic === EMPTY_TOPIC_DISPLAY_NAME ? '' : topic
}

/** Counts code points, and only as far as needed. */
export function longerThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  return text.length > 2 * limit || [...text].length > limit
}

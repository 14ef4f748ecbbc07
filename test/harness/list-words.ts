/**
 * SQL statements that list the words of messages and topics without words, as
 * `core/messaging/words/word-list.ts` does for words of ASCII letters and digits. For rows that a test
 * inserts by SQL.
 */
export const LIST_WORDS = [
  `UPDATE message SET words = to_tsvector('simple', rendered_content) WHERE words IS NULL`,
  `UPDATE conversation SET words = to_tsvector('simple', topic) WHERE words IS NULL AND topic IS NOT NULL`,
]

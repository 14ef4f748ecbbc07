const ASCII = /^[\0-\x7f]*$/

/**
 * The same text for topics that are one topic: those that differ by case only. As `lower()` of Postgres, it
 * lowers each character by itself: `ΟΔΟΣ` is `οδοσ`, never `οδος`, and `İ` is `i`.
 */
export function topicKey(topic: string): string {
  if (ASCII.test(topic)) return topic.toLowerCase()
  let key = ''
  for (const character of topic) key += String.fromCodePoint(character.toLowerCase().codePointAt(0)!)
  return key
}

/** Whether two topics of a channel are one. */
export const isSameTopic = (one: string, other: string): boolean => topicKey(one) === topicKey(other)

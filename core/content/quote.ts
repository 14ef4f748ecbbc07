import { MAX_MESSAGE_LENGTH } from '../../config/limits.ts'

const CUT = '\n[message truncated]'

/** Returns `head` followed by the text as a quote block. Truncates the text to the length of a message. */
export function buildQuote(head: string, text: string): string {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)))
  const quote = (part: string) => `${head}\n${fence}quote\n${part}\n${fence}`
  const room = MAX_MESSAGE_LENGTH - [...quote('')].length
  const characters = [...text]
  if (characters.length <= room) return quote(text)
  return quote(`${characters.slice(0, room - CUT.length).join('')}${CUT}`)
}

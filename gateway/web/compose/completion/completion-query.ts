import { ATTACHED, EDGE, SPACELESS } from '../../model/word-edges.ts'
import { isInCode } from '../../paste/in-code.ts'

/** The text to complete, and the position where the replacement begins. */
export type CompletionQuery =
  | { readonly kind: 'person'; readonly query: string; readonly isSilent: boolean; readonly start: number }
  | { readonly kind: 'channel'; readonly query: string; readonly start: number }
  | { readonly kind: 'topic'; readonly channel: string; readonly query: string; readonly start: number }
  | { readonly kind: 'emoji'; readonly query: string; readonly start: number }
  | { readonly kind: 'time'; readonly query: string; readonly start: number }
  | { readonly kind: 'command'; readonly query: string; readonly start: number }

/** The characters that must precede a mark, so that e-mail addresses and times of day complete nothing. */
const BEFORE = String.raw`(?:^|[\s(){\["'/<>*~,;!?-]|(?:${EDGE}|${SPACELESS})${ATTACHED}*)`
const PERSON = new RegExp(String.raw`${BEFORE}(@(_?)(?:\*\*)?([^\n@*:]{0,40}))$`, 'u')
const TOPIC = new RegExp(String.raw`${BEFORE}(#(?:\*\*)?([^\n#*>]{1,60})>([^\n*]{0,60}))$`, 'u')
const CHANNEL = new RegExp(String.raw`${BEFORE}(#(?:\*\*)?([^\n#*>]{0,60}))$`, 'u')
const EMOJI = new RegExp(String.raw`${BEFORE}(:([\w+-]{0,40}))$`, 'u')
const TIME = /(<(t|ti|tim|time|time:[^\n>]{0,40}))$/
const COMMAND = /^(\/(\w*))$/

/** Parses the text before the cursor. Code completes nothing. */
export function completionQuery(text: string, cursor: number): CompletionQuery | undefined {
  const before = text.slice(0, cursor)
  if (isInCode(before)) return undefined
  const startOf = (found: string) => cursor - found.length
  let found = COMMAND.exec(before)
  if (found) return { kind: 'command', query: found[2]!, start: 0 }
  found = PERSON.exec(before)
  if (found) {
    return { kind: 'person', query: found[3]!, isSilent: found[2] === '_', start: startOf(found[1]!) }
  }
  found = TOPIC.exec(before)
  if (found) return { kind: 'topic', channel: found[2]!, query: found[3]!, start: startOf(found[1]!) }
  found = CHANNEL.exec(before)
  // A heading of Markdown has a space after its mark.
  if (found && !found[2]!.startsWith(' ')) {
    return { kind: 'channel', query: found[2]!, start: startOf(found[1]!) }
  }
  found = EMOJI.exec(before)
  if (found) return { kind: 'emoji', query: found[2]!, start: startOf(found[1]!) }
  found = TIME.exec(before)
  if (found) return { kind: 'time', query: found[2]!.slice(5), start: startOf(found[1]!) }
  return undefined
}

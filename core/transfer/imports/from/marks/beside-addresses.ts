/** An address. Marks at its end belong to the text around it. */
const ADDRESS = /https?:\/\/[^\s<>]*[^\s<>*_~]/g
/** Stands for an address. No text of the archive has it. */
const HELD = /\ue002(\d+)\ue003/g

/** Changes a Markdown text without its addresses, in which marks and names mean nothing. */
export function besideAddresses(text: string, change: (text: string) => string): string {
  const held: string[] = []
  const rest = text
    .replace(/[\ue002\ue003]/g, '')
    .replace(ADDRESS, (address) => `\ue002${held.push(address) - 1}\ue003`)
  return change(rest).replace(HELD, (_, index) => held[Number(index)]!)
}

/** An address that the server accepts: printable characters with one @ and a host. */
const ADDRESS = /^[^\s\p{Cc}@<>"\u{212A}]{1,64}@[^\s\p{Cc}@<>".\u{212A}]+(?:\.[^\s\p{Cc}@<>".\u{212A}]+)*$/u
const MAX_LENGTH = 254

/** A pasted text: the addresses in it, each once, and the other parts. */
export interface PastedAddresses {
  readonly good: readonly string[]
  readonly wrong: readonly string[]
}

const isAddress = (text: string): boolean => ADDRESS.test(text) && text.length <= MAX_LENGTH

/**
 * Reads a pasted list: addresses with commas, semicolons, spaces or lines between them, also as
 * `Name <address>`, `"Surname, Name" <address>` and `mailto:`. Repeated addresses count once.
 */
export function readAddresses(text: string): PastedAddresses {
  const good = new Map<string, string>()
  const wrong = new Set<string>()
  const take = (part: string) => {
    const address = /^mailto:/i.test(part) ? part.slice(7).replace(/\?.*$/, '') : part
    if (isAddress(address)) good.set(address.toLowerCase(), address)
    else wrong.add(part)
  }
  for (const line of text.split(/\r\n|[\r\n\u2028]/)) readLine(line, take)
  return { good: [...good.values()], wrong: [...wrong] }
}

function readLine(line: string, take: (part: string) => void): void {
  const unquoted = line.replace(/[\u200b-\u200f\ufeff]/g, '').replace(/"[^"]*"/g, ' ')
  let from = 0
  for (const found of unquoted.matchAll(/<([^<>]*)>/g)) {
    // A part without @ before `<address>` is the name.
    for (const word of wordsOf(unquoted.slice(from, found.index))) if (word.includes('@')) take(word)
    const inside = found[1]!.trim()
    if (inside !== '') take(inside)
    from = found.index + found[0].length
  }
  for (const part of unquoted.slice(from).split(/[,;\t]/)) {
    const words = wordsOf(part)
    const addresses = words.filter((word) => word.includes('@'))
    // A name before or after an address, without brackets.
    if (addresses.length > 0) for (const word of addresses) take(word)
    else if (words.length > 0) take(words.join(' '))
  }
}

const wordsOf = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== '')

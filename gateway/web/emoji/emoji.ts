/** The characters of an emoji by its code on the wire: code points in hexadecimal with hyphens. */
export function emojiOf(code: string): string | undefined {
  const points = code.split('-').map((part) => Number.parseInt(part, 16))
  return points.every((point) => point > 0 && point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined
}

export type Header = readonly [name: string, value: string]
export type Headers = readonly Header[]

/** Joins headers into one, which uWebSockets.js writes in one call. */
export function joinHeaders(first: Header, ...rest: Header[]): Header {
  let value = first[1]
  for (const [name, more] of rest) value += `\r\n${name}: ${more}`
  return [first[0], value]
}

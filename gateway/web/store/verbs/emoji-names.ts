import { server } from '../requests/server.ts'
import { eachPage, type OnPage } from '../state/page.ts'

/** A Unicode emoji by its code on the wire. Reactions use the first name. */
export interface NamedEmoji {
  readonly code: string
  readonly names: readonly string[]
}

const fetched = eachPage(() => ({ names: undefined as Promise<readonly NamedEmoji[]> | undefined }))

/** The names of all Unicode emoji, fetched once. A failed request is repeated by the next caller. */
export function emojiNames(page: OnPage): Promise<readonly NamedEmoji[]> {
  const known = fetched(page)
  known.names ??= server.call('GET /emoji_data').then(
    ({ code_to_names }) => inOrder(Object.entries(code_to_names).map(([code, names]) => ({ code, names }))),
    (error: unknown) => {
      known.names = undefined
      throw error
    },
  )
  return known.names
}

/** Faces first, then the other pictures, then symbols such as arrows and keys. */
const inOrder = (emoji: NamedEmoji[]): NamedEmoji[] =>
  emoji.sort((a, b) => rankOf(a.code) - rankOf(b.code) || (a.code < b.code ? -1 : 1))

function rankOf(code: string): number {
  const point = Number.parseInt(code, 16)
  if (point >= 0x1f600 && point <= 0x1f64f) return 0
  if (point >= 0x1f910 && point <= 0x1f92f) return 1
  return point >= 0x1f300 ? 2 : 3
}

import type { Registration } from '../../model/wire.ts'
import { slice } from './slice.ts'

export type Snippet = Registration['saved_snippets'][number]

/** The texts that the reader saved for later use, by id. */
export const snippets = slice<ReadonlyMap<number, Snippet>>({
  from: ({ saved_snippets }) => new Map(saved_snippets.map((snippet) => [snippet.id, snippet])),
  apply: (state, event) => {
    if (event.type !== 'saved_snippets') return state
    const next = new Map(state)
    if (event.op === 'remove') next.delete(event.saved_snippet_id)
    else next.set(event.saved_snippet.id, event.saved_snippet)
    return next
  },
})

import type { Registration } from '../../model/wire.ts'
import { slice } from './slice.ts'

export type ServerDraft = Registration['drafts'][number]

/** The reader's drafts on the server, by id. */
export const drafts = slice<ReadonlyMap<number, ServerDraft>>({
  from: (registration) => new Map(registration.drafts.map((draft) => [draft.id, draft])),
  apply: (state, event) => {
    if (event.type !== 'drafts') return state
    const next = new Map(state)
    if (event.op === 'add') for (const draft of event.drafts) next.set(draft.id, draft)
    else if (event.op === 'update') next.set(event.draft.id, event.draft)
    else next.delete(event.draft_id)
    return next
  },
})

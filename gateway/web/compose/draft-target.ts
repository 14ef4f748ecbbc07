import { narrowKey } from '../model/narrow.ts'
import type { Store } from '../store/state/store.ts'
import type { UploadTarget } from '../upload/target.ts'
import { changeDraft, draftOf } from './drafts.ts'
import type { WritingPlace } from './writing-place.ts'

/** The draft of a place as the text that files are uploaded for. */
export const draftTarget = (store: Store, place: WritingPlace): UploadTarget => ({
  key: narrowKey(place),
  place,
  change: (edit) =>
    changeDraft(store, place, (draft) => {
      const content = edit(draft.content)
      return content === draft.content ? draft : { ...draft, content }
    }),
  reload: () => void draftOf(store, place),
})

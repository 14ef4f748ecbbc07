import { useMemo } from 'preact/hooks'
import { narrowKey } from '../model/narrow.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'
import { draftOf } from './drafts.ts'
import '../parts/kept-text.css'
import type { WritingPlace } from './writing-place.ts'

/** Shows the draft of a conversation that no longer exists. The reader can copy it. */
export function KeptText({ place }: { place: WritingPlace }) {
  const store = useStore()
  const draft = useMemo(() => draftOf(store, place), [store, narrowKey(place)])
  const { content } = draft.value
  if (content.trim() === '') return null
  return (
    <label class="kept-text">
      {t.keptText}
      <textarea readOnly rows={4} value={content} />
    </label>
  )
}

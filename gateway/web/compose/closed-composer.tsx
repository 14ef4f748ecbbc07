import { useStore } from '../app/use-store.ts'
import { nameOf } from '../store/names.ts'
import { t } from '../texts/texts.ts'
import './closed-composer.css'
import { KeptText } from './kept-text.tsx'
import type { WritingPlace } from './writing-place.ts'

/** In place of the composer of a direct conversation with people who are deactivated, to whom the server sends nothing. */
export function ClosedComposer({
  place,
  deactivated,
}: {
  place: WritingPlace
  deactivated: readonly number[]
}) {
  const store = useStore()
  const names = t.and(deactivated.map((id) => nameOf(store, id)))
  return (
    <div class="closed-composer">
      <p role="status">{t.deactivatedHere(names, deactivated.length)}</p>
      <KeptText place={place} />
    </div>
  )
}

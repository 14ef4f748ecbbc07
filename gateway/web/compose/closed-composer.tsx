import './closed-composer.css'
import { KeptText } from './kept-text.tsx'
import type { WritingPlace } from './writing-place.ts'

/** In place of the composer where the server takes nothing from the reader: says why. */
export const ClosedComposer = ({ place, reason }: { place: WritingPlace; reason: string }) => (
  <div class="closed-composer">
    <p role="status">{reason}</p>
    <KeptText place={place} />
  </div>
)

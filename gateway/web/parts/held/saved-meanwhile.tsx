import { t } from '../../texts/texts.ts'
import './saved-meanwhile.css'

interface SavedMeanwhileProps {
  readonly id: string
  /** What somebody else has saved. */
  readonly text: string
  readonly onTake: () => void
  readonly onKeep: () => void
}

/** Shows what somebody else has saved while the reader was typing, and lets the reader choose. */
export const SavedMeanwhile = ({ id, text, onTake, onKeep }: SavedMeanwhileProps) => (
  <div id={id} class="saved-meanwhile">
    <div role="alert">
      <p>{t.savedMeanwhile.text}</p>
      <blockquote dir="auto">{text || t.savedMeanwhile.nothing}</blockquote>
    </div>
    <div class="buttons">
      <button type="button" class="button" onClick={onTake}>
        {t.savedMeanwhile.take}
      </button>
      <button type="button" class="button" onClick={onKeep}>
        {t.savedMeanwhile.keep}
      </button>
    </div>
  </div>
)

/** Brings the focus to the choice, which the reader may not have seen. */
export const showChoice = (id: string): void => document.getElementById(id)?.querySelector('button')?.focus()

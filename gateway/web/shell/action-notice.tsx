import { useEffect } from 'preact/hooks'
import { useStore } from '../store/use-store.ts'
import { notice } from '../store/verbs/notice.ts'
import { t } from '../texts/texts.ts'
import './action-notice.css'

/** Whether keys go to a field, which has an undo of its own. */
const isInField = ({ target }: Event): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

/**
 * Shows the result of the reader's last action in one line above the page: a refusal, that a link was copied,
 * or that something is gone, with a button that brings it back. Ctrl+Z outside of fields presses the button.
 */
export function ActionNotice() {
  const store = useStore()
  const { value } = notice(store)
  const undo = value?.undo
  useEffect(() => {
    if (undo === undefined) return
    const press = (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
      // A dialog may show the notice too.
      if (!isUndo || event.defaultPrevented || isInField(event)) return
      event.preventDefault()
      undo()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [undo])
  return (
    <div class="action-notice" role="status">
      {value && (
        <p class={value.isFailure ? 'failure' : ''}>
          <span dir="auto">{value.text}</span>
          {undo && (
            <button type="button" class="button" aria-keyshortcuts="Control+Z" title="Ctrl+Z" onClick={undo}>
              {value.isFailure ? t.tryAgain : t.undo}
            </button>
          )}
        </p>
      )}
    </div>
  )
}

import { useStore } from '../store/use-store.ts'
import { notice } from '../store/verbs/notice.ts'
import './action-notice.css'

/**
 * Shows the result of the reader's last action in one line above the page: a refusal, or that a link was
 * copied.
 */
export function ActionNotice() {
  const store = useStore()
  const { value } = notice(store)
  return (
    <div class="action-notice" role="status">
      {value && <p class={value.isFailure ? 'failure' : ''}>{value.text}</p>}
    </div>
  )
}

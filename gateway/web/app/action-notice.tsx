import { notice } from '../store/notice.ts'
import './action-notice.css'

/** What came of what the reader just did, in one line above everything: a refusal, or that a link was copied. */
export function ActionNotice() {
  const { value } = notice
  return (
    <div class="action-notice" role="status">
      {value && <p class={value.isFailure ? 'failure' : ''}>{value.text}</p>}
    </div>
  )
}

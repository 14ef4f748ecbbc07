import type { ConversationCount } from '../store/derived/counts.ts'
import { t } from '../texts/texts.ts'
import './count.css'

/** A number of unread messages: accented when they concern the reader, with a mark when some of them do. */
export const Count = ({ count, isForYou, hasMention }: ConversationCount) =>
  count === 0 ? null : (
    <span class={isForYou ? 'count for-you' : 'count'}>
      {hasMention && (
        <span class="mention-mark" aria-hidden="true">
          @
        </span>
      )}
      <span aria-hidden="true">{count > 999 ? '999+' : count}</span>
      <span class="only-heard">{t.unreadCount(count)}</span>
    </span>
  )

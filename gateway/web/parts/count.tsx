import type { PlaceCount } from '../store/derived/counts.ts'
import { t } from '../texts/texts.ts'
import './count.css'

interface CountProps extends PlaceCount {
  /** What the number means, where it needs words. */
  readonly meaning?: string | undefined
}

/**
 * A number of unread messages: accented when they concern the reader, with a mark when some of them do. It is
 * hollow where the number of unread messages counts none of them.
 */
export function Count({ count, uncounted = 0, isForYou, hasMention, meaning }: CountProps) {
  if (count === 0 && uncounted === 0) return null
  const isHollow = count === 0
  const number = isHollow ? uncounted : count
  const text = isHollow ? t.uncountedUnread(number) : t.unreadCount(number)
  const look = isHollow ? ' hollow' : isForYou ? ' for-you' : ''
  return (
    <span class={`count${look}`} title={meaning === undefined ? text : `${text}. ${meaning}`}>
      {hasMention && !isHollow && (
        <span class="mention-mark" aria-hidden="true">
          @
        </span>
      )}
      <span aria-hidden="true">{number > 999 ? '999+' : number}</span>
      <span class="only-heard">{text}</span>
    </span>
  )
}

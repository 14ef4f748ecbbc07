import { t } from '../../texts/texts.ts'
import './message-skeleton.css'

/**
 * The outline of messages while they load. It appears after a moment, so that fast responses do not flash.
 */
export const MessageSkeleton = () => (
  <div class="message-skeleton" role="status" aria-label={t.loadingMessages}>
    {[0, 1, 2, 3].map((i) => (
      <div key={i}>
        <span class="face" />
        <span class="text">
          <span class="line" />
          <span class="line" />
        </span>
      </div>
    ))}
  </div>
)

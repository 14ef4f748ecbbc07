interface LastWordsProps {
  readonly sender: string
  readonly words: string
}

/**
 * The last message of a conversation on one line. What does not fit is cut at the end of its own direction.
 */
export function LastWords({ sender, words }: LastWordsProps) {
  return (
    <span class="words last-words">
      <span class="sender">
        <span class="ellipsis" dir="auto">
          {sender}
        </span>
        :{' '}
      </span>
      <span class="ellipsis" dir="auto">
        {words}
      </span>
    </span>
  )
}

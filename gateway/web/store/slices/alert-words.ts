import { slice } from './slice.ts'

/** The reader's alert words, in the order in which they were added. */
export const alertWords = slice<readonly string[]>({
  from: ({ alert_words }) => alert_words,
  apply: (state, event) => (event.type === 'alert_words' ? event.alert_words : state),
})

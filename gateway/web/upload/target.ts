import type { Conversation } from '../model/conversation.ts'
import type { Narrow } from '../model/narrow.ts'

/** A text that files are uploaded for: a draft, or the new text of a message. */
export interface UploadTarget {
  /** Equal for the same text. */
  readonly key: string
  /** Where the text is written. Without a place, the text and its files end with the page. */
  readonly place?: Conversation | (Narrow & { readonly kind: 'channel' })
  /** Changes the text; nothing once it is no longer written. */
  readonly change: (edit: (text: string) => string) => void
  /** Shows what another page of this browser has written to the text meanwhile. */
  readonly reload?: () => void
}

import { signal } from '@preact/signals'

/** Text that waits for the composer of a conversation, such as a quotation. The composer takes it. */
export interface Insertion {
  /** `conversationKey` of the conversation. */
  readonly key: string
  readonly text: string
}

export const insertion = signal<Insertion | undefined>(undefined)

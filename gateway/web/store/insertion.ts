import { signal } from '@preact/signals'

/** Text that the composer of a conversation will insert, such as a quotation. */
export interface Insertion {
  /** `conversationKey` of the conversation. */
  readonly key: string
  readonly text: string
}

export const insertion = signal<Insertion | undefined>(undefined)

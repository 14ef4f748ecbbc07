import { signal } from '@preact/signals'
import { eachPage } from './state/page.ts'

/** Text that the composer of a conversation will insert, such as a quotation. */
export interface Insertion {
  /** `conversationKey` of the conversation. */
  readonly key: string
  readonly text: string
}

export const insertion = eachPage(() => signal<Insertion | undefined>(undefined))

import type { Html } from '../html.ts'

/** The texts of the help page in one language. */
export interface HelpTexts {
  readonly title: string
  readonly hint: string
  readonly columns: readonly [app: string, chat: string, notifications: string]
  readonly apps: readonly (readonly [app: string, chat: string | Html, notifications: string])[]
  readonly parts: readonly (readonly [title: string, text: Html])[]
}

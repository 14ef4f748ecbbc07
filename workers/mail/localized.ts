/** A value of a mail that each template says in its own language, so that a sentence has one. */
export interface Localized {
  in(language: string): string
}

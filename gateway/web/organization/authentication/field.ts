/** What is typed or chosen, by the names of the fields. */
export type Values = Readonly<Record<string, string | boolean>>

/** One field of the form. Its name and meaning are among the texts. */
export interface Field {
  readonly name: string
  readonly type: 'text' | 'number' | 'secret' | 'lines' | 'mappings' | 'xml' | 'switch' | 'choice'
  /**
   * The name of its label and meaning among the texts, where kinds mean different things; default: its own.
   */
  readonly text?: string
  /** Whether a secret has several lines. */
  readonly isLong?: boolean
  readonly isOptional?: boolean
  /** What a new provider begins with. */
  readonly initial?: string | boolean
  /** The values of a choice with their names, in order. */
  readonly options?: () => readonly (readonly [value: string, name: string])[]
}

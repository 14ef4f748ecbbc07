/** A task of administrators, with its steps. */
export interface Task {
  /** The part of the address after `#`, the same in all languages. */
  readonly id: string
  readonly title: string
  readonly steps: readonly Step[]
}

/** A sentence, and the page of the web client where it is done: its fragment and its name. */
export interface Step {
  readonly text: string
  readonly place?: readonly [fragment: string, name: string]
}

/** The guide for administrators in one language. */
export interface Guide {
  readonly title: string
  readonly hint: string
  readonly contents: string
  readonly tasks: readonly Task[]
}

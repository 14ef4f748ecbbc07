import type { Signal } from '@preact/signals'
import type { RefObject } from 'preact'

interface FilterFieldProps {
  readonly label: string
  /** The text that the reader types. */
  readonly text: Signal<string>
  /** The input, for who moves the focus to it. */
  readonly field?: RefObject<HTMLInputElement | null>
}

/** The field above a list that shortens it to the entries with a text. */
export function FilterField({ label, text, field }: FilterFieldProps) {
  return (
    <input
      {...(field && { ref: field })}
      class="field"
      type="search"
      dir="auto"
      aria-label={label}
      placeholder={label}
      value={text.value}
      onInput={({ currentTarget }) => {
        text.value = currentTarget.value
      }}
    />
  )
}

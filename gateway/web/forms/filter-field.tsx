import type { Signal } from '@preact/signals'

interface FilterFieldProps {
  readonly label: string
  /** The text that the reader types. */
  readonly text: Signal<string>
}

/** The field above a list that shortens it to the entries with a text. */
export function FilterField({ label, text }: FilterFieldProps) {
  return (
    <input
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

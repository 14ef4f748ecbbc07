import type { Signal } from '@preact/signals'

interface TypedNameProps {
  readonly label: string
  readonly typed: Signal<string>
  /** The id of the element that says what is wrong. */
  readonly describedBy?: string
}

/** The field in which people type the name of what they are about to delete or merge. */
export const TypedName = ({ label, typed, describedBy }: TypedNameProps) => (
  <label class="field">
    {label}
    <input
      dir="auto"
      autocomplete="off"
      value={typed.value}
      aria-describedby={describedBy}
      onInput={({ currentTarget }) => {
        typed.value = currentTarget.value
      }}
    />
  </label>
)

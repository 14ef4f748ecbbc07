import type { Signal } from '@preact/signals'
import type { PlaceIds } from '../saving/use-placed.tsx'

interface PasswordFieldProps {
  readonly label: string
  readonly password: Signal<string>
  /** The value for password managers. */
  readonly autocomplete: 'current-password' | 'new-password'
  readonly isOptional?: boolean
  readonly ids?: PlaceIds
}

/** A field of a form whose text nobody sees. */
export const PasswordField = ({
  label,
  password,
  autocomplete,
  isOptional = false,
  ids,
}: PasswordFieldProps) => (
  <label>
    {label}
    <input
      {...ids}
      class="field"
      type="password"
      autocomplete={autocomplete}
      required={!isOptional}
      value={password.value}
      onInput={({ currentTarget }) => {
        password.value = currentTarget.value
      }}
    />
  </label>
)

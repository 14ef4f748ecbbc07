import { useEffect, useState } from 'preact/hooks'
import type { ControlIds } from './row.tsx'

interface SwitchProps {
  readonly ids: ControlIds
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

export const Switch = ({ ids, isOn, onChange }: SwitchProps) => (
  <input
    {...ids}
    class="switch"
    type="checkbox"
    role="switch"
    checked={isOn}
    aria-checked={isOn}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
  />
)

export interface Option<V> {
  readonly value: V
  readonly name: string
  /** The language of the name, where it is not the page's. */
  readonly lang?: string
}

interface SelectProps<V> {
  readonly ids: Partial<ControlIds>
  /** The name of the control where no label names it. */
  readonly label?: string
  readonly value: V
  readonly options: readonly Option<V>[]
  readonly onChange: (value: V) => void
}

export const Select = <V extends number | string>({
  ids,
  label,
  value,
  options,
  onChange,
}: SelectProps<V>) => (
  <select
    {...ids}
    aria-label={label}
    value={String(value)}
    onChange={({ currentTarget }) => onChange(options[currentTarget.selectedIndex]!.value)}
  >
    {options.map((option) => (
      <option key={option.value} value={String(option.value)} lang={option.lang}>
        {option.name}
      </option>
    ))}
  </select>
)

interface TextFieldProps {
  readonly ids: ControlIds
  readonly value: string
  readonly maxLength?: number
  readonly isFixed?: boolean
  readonly autocomplete?: string
  readonly inputMode?: 'email'
  readonly onSave: (value: string) => void
}

/** A field whose text is saved when the reader leaves it or presses Enter. Escape brings the saved text back. */
export function TextField({ ids, value, isFixed = false, onSave, ...rest }: TextFieldProps) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const save = () => {
    const text = typed.trim()
    if (text === '') setTyped(value)
    else if (text !== value) onSave(text)
  }
  return (
    <input
      {...ids}
      {...rest}
      class="field"
      value={typed}
      readOnly={isFixed}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save()
        if (event.key !== 'Escape' || typed === value) return
        event.stopPropagation()
        setTyped(value)
      }}
    />
  )
}

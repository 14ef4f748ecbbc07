import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ControlIds } from './row.tsx'

interface SwitchProps {
  readonly ids: ControlIds
  readonly isOn: boolean
  readonly isFixed?: boolean
  readonly onChange: (isOn: boolean) => void
}

export const Switch = ({ ids, isOn, isFixed, onChange }: SwitchProps) => (
  <input
    {...ids}
    class="switch"
    type="checkbox"
    role="switch"
    checked={isOn}
    aria-checked={isOn}
    disabled={isFixed}
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
  readonly isFixed?: boolean
  readonly options: readonly Option<V>[]
  readonly onChange: (value: V) => void
}

export const Select = <V extends number | string>({
  ids,
  label,
  value,
  isFixed,
  options,
  onChange,
}: SelectProps<V>) => (
  <select
    {...ids}
    aria-label={label}
    disabled={isFixed}
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
  /** Whether an empty text is a value. Otherwise it brings the saved text back. */
  readonly mayBeEmpty?: boolean
  /** Whether the text may have several lines. */
  readonly isLong?: boolean
  readonly type?: 'date'
  readonly autocomplete?: string
  readonly placeholder?: string
  readonly inputMode?: 'email' | 'numeric' | 'url'
  readonly onSave: (value: string) => void
}

type Field = HTMLInputElement | HTMLTextAreaElement

/**
 * A field whose text is saved when the reader leaves it or presses Enter, in a long text Ctrl+Enter. Escape
 * brings the saved text back.
 */
export function TextField({
  ids,
  value,
  mayBeEmpty = false,
  isLong = false,
  isFixed = false,
  onSave,
  ...rest
}: TextFieldProps) {
  const [typed, setTyped] = useState(value)
  /** The texts that the reader has not changed since: the stored one, and the one that was saved last. */
  const unchanged = useRef([value])
  /** The text that was sent last, while the server has not stored it. */
  const tried = useRef<string | undefined>(undefined)
  // Before the reader can type, because it replaces the shown text. A change by somebody else does not
  // replace the text being typed.
  useLayoutEffect(() => {
    const isBeingTyped = document.activeElement?.id === ids.id && !unchanged.current.includes(typed.trim())
    unchanged.current = [value]
    tried.current = undefined
    if (!isBeingTyped) setTyped(value)
  }, [value])
  const save = (field: Field, isLeft = false) => {
    const text = field.value.trim()
    // The server has refused it, or answers soon. Enter sends it again.
    if (isLeft && text === tried.current) return
    unchanged.current = [value, text]
    // Half a date has no value.
    if (text !== '' ? text === value : !mayBeEmpty || field.validity.badInput || value === '') {
      setTyped(value)
      field.value = value
    } else {
      tried.current = text
      onSave(text)
    }
  }
  const shared = {
    ...ids,
    class: 'field',
    value: typed,
    readOnly: isFixed,
    onInput: ({ currentTarget }: { currentTarget: Field }) => setTyped(currentTarget.value),
    onBlur: ({ currentTarget }: { currentTarget: Field }) => save(currentTarget, true),
    onKeyDown: (event: KeyboardEvent & { currentTarget: Field }) => {
      if (event.key === 'Enter' && (!isLong || event.ctrlKey || event.metaKey)) save(event.currentTarget)
      if (event.key !== 'Escape' || typed === value) return
      event.stopPropagation()
      setTyped(value)
    },
  }
  if (isLong) return <textarea {...shared} dir="auto" placeholder={rest.placeholder} />
  const { type = 'text', ...others } = rest
  return <input {...shared} {...others} type={type as 'text'} dir={type === 'text' ? 'auto' : undefined} />
}

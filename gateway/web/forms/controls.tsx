import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { type Held, holding, keeping, refused, sending, storing, taking, typing } from '../parts/held/held.ts'
import { SavedMeanwhile, showChoice } from '../parts/held/saved-meanwhile.tsx'
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
  /** The name of the field where no label names it. */
  readonly label?: string
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
 * brings the saved text back. When somebody else saves another text meanwhile, the reader chooses.
 */
export function TextField({
  ids,
  value,
  mayBeEmpty = false,
  isLong = false,
  isFixed = false,
  label,
  onSave,
  ...rest
}: TextFieldProps) {
  const held = useSignal(holding(value))
  const { mine, other } = held.value
  const choiceId = `${ids.id}-choice`
  const field = useRef<Field>(null)
  /** The text that was sent last, while the server has not stored it. */
  const tried = useRef<string | undefined>(undefined)
  // Before the reader can type, because it replaces a shown text that the reader has not changed.
  useLayoutEffect(() => {
    tried.current = undefined
    const former = held.peek()
    held.value = storing(ids['aria-invalid'] ? refused(former) : former, value)
  }, [value])
  const send = (text: string) => {
    tried.current = text
    held.value = sending(held.peek(), text)
    onSave(text)
  }
  // `element` is the one of the event: when a page closes, the field loses the focus after `field` is empty.
  const save = (element: Field, isLeft = false) => {
    const text = element.value.trim()
    if (other !== undefined) {
      if (!isLeft) showChoice(choiceId)
      return
    }
    // The server has refused it, or answers soon. Enter sends it again.
    if (isLeft && text === tried.current) return
    // Half a date has no value.
    if (text !== '' ? text === value : !mayBeEmpty || element.validity.badInput || value === '') {
      held.value = holding(value)
      element.value = value
    } else send(text)
  }
  const choose = (chosen: Held<string>) => {
    held.value = chosen
    field.current!.focus()
    if (chosen.mine.trim() !== value) send(chosen.mine.trim())
  }
  const shared = {
    ...ids,
    'aria-label': label,
    ref: field as RefObject<HTMLInputElement & HTMLTextAreaElement>,
    class: 'field',
    value: mine,
    readOnly: isFixed,
    onInput: ({ currentTarget }: { currentTarget: Field }) => {
      held.value = typing(held.peek(), currentTarget.value)
    },
    onBlur: ({ currentTarget }: { currentTarget: Field }) => save(currentTarget, true),
    onKeyDown: (event: KeyboardEvent & { currentTarget: Field }) => {
      if (event.key === 'Enter' && (!isLong || event.ctrlKey || event.metaKey)) save(event.currentTarget)
      if (event.key !== 'Escape' || (mine === value && other === undefined)) return
      event.stopPropagation()
      held.value = holding(value)
    },
  }
  const { type = 'text', ...others } = rest
  return (
    <>
      {isLong ? (
        <textarea {...shared} dir="auto" placeholder={rest.placeholder} />
      ) : (
        <input {...shared} {...others} type={type as 'text'} dir={type === 'text' ? 'auto' : undefined} />
      )}
      {other !== undefined && (
        <SavedMeanwhile
          id={choiceId}
          text={other}
          onTake={() => choose(taking(held.peek()))}
          onKeep={() => choose(keeping(held.peek()))}
        />
      )}
    </>
  )
}

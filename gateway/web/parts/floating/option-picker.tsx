import { useSignal } from '@preact/signals'
import { type Option, OptionList, optionId } from './option-list.tsx'
import './option-picker.css'

/** The properties of every picker. */
export interface PickerProps {
  readonly id: string
  /** The name of the field, unless a label names it. */
  readonly label?: string | undefined
  readonly placeholder?: string | undefined
  readonly describedBy?: string | undefined
  readonly isInvalid?: boolean
}

interface OptionPickerProps<O extends Option> extends PickerProps {
  /** The options for a typed text. */
  readonly optionsFor: (text: string) => readonly O[]
  readonly onChoose: (option: O) => void
}

/** A field that finds one of many things by the beginning of its name. */
export function OptionPicker<O extends Option>({
  id,
  label,
  placeholder,
  describedBy,
  isInvalid,
  optionsFor,
  onChoose,
}: OptionPickerProps<O>) {
  const text = useSignal('')
  const chosen = useSignal(0)
  const isOpen = useSignal(false)
  const options = isOpen.value ? optionsFor(text.value) : []
  const index = Math.min(chosen.value, options.length - 1)
  const list = `${id}-options`
  const choose = (option: O) => {
    text.value = ''
    isOpen.value = false
    onChoose(option)
  }
  const pressed = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const option = options[index]
    if (step !== 0) {
      isOpen.value = true
      if (option !== undefined) chosen.value = (index + step + options.length) % options.length
    } else if (event.key === 'Enter' && option !== undefined) choose(option)
    else if (event.key === 'Escape' && isOpen.value) {
      isOpen.value = false
      event.stopPropagation()
    } else return
    event.preventDefault()
  }
  return (
    <span class="option-picker">
      <input
        id={id}
        class="field"
        role="combobox"
        dir="auto"
        autocomplete="off"
        value={text.value}
        placeholder={placeholder}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={list}
        aria-activedescendant={options.length > 0 ? optionId(list, index) : undefined}
        onClick={() => {
          isOpen.value = true
        }}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value
          chosen.value = 0
          isOpen.value = true
        }}
        onBlur={() => {
          isOpen.value = false
        }}
        onKeyDown={pressed}
      />
      {options.length > 0 && <OptionList id={list} options={options} chosen={index} choose={choose} />}
    </span>
  )
}

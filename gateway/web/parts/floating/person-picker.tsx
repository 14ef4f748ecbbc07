import { useSignal } from '@preact/signals'
import { best } from '../../model/rank.ts'
import type { User } from '../../model/wire.ts'
import { collator } from '../../texts/collator.ts'
import { type Option, OptionList, optionId } from './option-list.tsx'
import './person-picker.css'

interface PersonPickerProps {
  readonly id: string
  /** The name of the field, unless a label names it. */
  readonly label?: string | undefined
  readonly placeholder?: string | undefined
  readonly describedBy?: string | undefined
  readonly isInvalid?: boolean
  readonly people: readonly User[]
  readonly onChoose: (person: User) => void
}

interface PersonOption extends Option {
  readonly person: User
}

/** How many people are suggested. */
const MOST = 8

/** A field that finds a person by the beginning of the name. */
export function PersonPicker({ id, label, placeholder, describedBy, isInvalid, ...rest }: PersonPickerProps) {
  const { people, onChoose } = rest
  const text = useSignal('')
  const chosen = useSignal(0)
  const isOpen = useSignal(false)
  const options = isOpen.value ? optionsFor(people, text.value) : []
  const index = Math.min(chosen.value, options.length - 1)
  const list = `${id}-people`
  const choose = ({ person }: PersonOption) => {
    text.value = ''
    isOpen.value = false
    onChoose(person)
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.isComposing) return
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
    <span class="person-picker">
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

function optionsFor(people: readonly User[], query: string): PersonOption[] {
  const sorted =
    query === '' ? [...people].sort((a, b) => collator.compare(a.full_name, b.full_name)) : people
  return best(sorted, query, ({ full_name }) => full_name, MOST).map((person) => ({
    key: String(person.user_id),
    name: person.full_name,
    ...(person.delivery_email && { note: person.delivery_email }),
    mark: { kind: 'person', person },
    person,
  }))
}

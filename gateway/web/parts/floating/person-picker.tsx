import { best } from '../../model/rank.ts'
import type { User } from '../../model/wire.ts'
import { collator } from '../../texts/collator.ts'
import type { Option } from './option-list.tsx'
import { OptionPicker, type PickerProps } from './option-picker.tsx'

interface PersonPickerProps extends PickerProps {
  readonly people: readonly User[]
  readonly onChoose: (person: User) => void
}

interface PersonOption extends Option {
  readonly person: User
}

/** How many people are suggested. */
const MOST = 8

/** A field that finds a person by the beginning of the name. */
export const PersonPicker = ({ people, onChoose, ...field }: PersonPickerProps) => (
  <OptionPicker
    {...field}
    optionsFor={(text) => personOptions(people, text)}
    onChoose={({ person }) => onChoose(person)}
  />
)

/** The people whose names fit a text, sorted by name without a text. */
export function personOptions(people: readonly User[], query: string): PersonOption[] {
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

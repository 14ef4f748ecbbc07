import X from 'lucide/dist/esm/icons/x.mjs'
import { useListFocus } from '../parts/floating/use-list-focus.ts'
import { Icon } from '../parts/icon.tsx'
import type { Option } from './controls.tsx'

interface PickListProps {
  readonly id: string
  readonly describedBy?: string
  readonly isInvalid?: boolean
  readonly options: readonly Option<number>[]
  readonly chosen: readonly number[]
  /** The text of the list while nothing is chosen in it: it names the choice. */
  readonly placeholder: string
  readonly removeLabel: (name: string) => string
  readonly isFixed?: boolean
  readonly onChange: (chosen: readonly number[]) => void
}

/** Some of many named things: the chosen ones, each with a button, and a list that adds one. */
export function PickList({ id, options, chosen, placeholder, removeLabel, ...rest }: PickListProps) {
  const { describedBy, isInvalid, isFixed = false, onChange } = rest
  const list = useListFocus<HTMLUListElement>('button')
  const left = options.filter(({ value }) => !chosen.includes(value))
  return (
    <div class="pick-list">
      <ul class="chips" {...list}>
        {chosen.flatMap((value) => {
          const name = options.find((option) => option.value === value)?.name
          if (name === undefined) return []
          return (
            <li key={value}>
              <span class="ellipsis" dir="auto">
                {name}
              </span>
              {!isFixed && (
                <button
                  type="button"
                  class="icon-button"
                  aria-label={removeLabel(name)}
                  onClick={() => onChange(chosen.filter((other) => other !== value))}
                >
                  <Icon node={X} size={14} />
                </button>
              )}
            </li>
          )
        })}
      </ul>
      {!isFixed && (
        <select
          id={id}
          aria-describedby={describedBy}
          aria-invalid={isInvalid}
          value=""
          disabled={left.length === 0}
          onChange={({ currentTarget }) => {
            if (currentTarget.value !== '') onChange([...chosen, Number(currentTarget.value)])
            currentTarget.value = ''
          }}
        >
          <option value="">{placeholder}</option>
          {left.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}

import X from 'lucide/dist/esm/icons/x.mjs'
import { PersonPicker } from '../parts/floating/person-picker.tsx'
import { useListFocus } from '../parts/floating/use-list-focus.ts'
import { Icon } from '../parts/icon.tsx'
import { nameOf } from '../store/derived/names.ts'
import type { GroupSetting } from '../store/slices/message-rules.ts'
import { useStore } from '../store/use-store.ts'
import { collator } from '../texts/collator.ts'
import { groupName } from './group-name.ts'
import { texts } from './people-texts.ts'
import type { ControlIds } from './row.tsx'

interface WhoPickerProps {
  readonly ids: ControlIds
  readonly value: GroupSetting
  readonly isFixed: boolean
  /** System groups that the setting does not take, such as `role:internet`. */
  readonly without: readonly string[]
  readonly onChange: (value: GroupSetting) => void
}

const partsOf = (value: GroupSetting) =>
  typeof value === 'number' ? { direct_members: [], direct_subgroups: [value] } : value

/** One group alone is its id; more is a set without a name. */
const settingOf = (people: readonly number[], groups: readonly number[]): GroupSetting =>
  people.length === 0 && groups.length === 1
    ? groups[0]!
    : { direct_members: people, direct_subgroups: groups }

/** Who may do something: groups and people, each with a button that removes it, and fields that add. */
export function WhoPicker({ ids, value, isFixed, without, onChange }: WhoPickerProps) {
  const store = useStore()
  const list = useListFocus<HTMLUListElement>('button')
  const all = store.groups.value
  const nobody = [...all.values()].find(({ name }) => name === 'role:nobody')?.id
  const given = partsOf(value)
  const people = given.direct_members
  const groups = given.direct_subgroups.filter((id) => id !== nobody)
  const isNobody = people.length === 0 && groups.length === 0
  const choose = (nextPeople: readonly number[], nextGroups: readonly number[]) => {
    const isEmpty = nextPeople.length === 0 && nextGroups.length === 0
    onChange(isEmpty && nobody !== undefined ? nobody : settingOf(nextPeople, nextGroups))
  }
  const chips = [
    ...groups.map((id) => {
      const group = all.get(id)
      return {
        key: `group ${id}`,
        name: group === undefined ? texts.unknownGroup : groupName(group),
        remove: () =>
          choose(
            people,
            groups.filter((other) => other !== id),
          ),
      }
    }),
    ...people.map((id) => ({
      key: `person ${id}`,
      name: nameOf(store, id),
      remove: () =>
        choose(
          people.filter((other) => other !== id),
          groups,
        ),
    })),
  ]
  const choosable = [...all.values()]
    .filter(({ id, name, deactivated }) => !deactivated && id !== nobody && !without.includes(name))
    .filter(({ id }) => !groups.includes(id))
    .sort(
      (a, b) =>
        Number(b.is_system_group) - Number(a.is_system_group) ||
        (a.is_system_group ? a.id - b.id : collator.compare(a.name, b.name)),
    )
  return (
    <div class="who-picker">
      <ul class="chips" {...list}>
        {isNobody && <li class="nobody">{texts.nobody}</li>}
        {chips.map(({ key, name, remove }) => (
          <li key={key}>
            <span class="ellipsis" dir="auto">
              {name}
            </span>
            {!isFixed && (
              <button type="button" class="icon-button" aria-label={texts.remove(name)} onClick={remove}>
                <Icon node={X} size={14} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {!isFixed && (
        <div class="beside">
          <select
            {...ids}
            value=""
            onChange={({ currentTarget }) => {
              if (currentTarget.value !== '') choose(people, [...groups, Number(currentTarget.value)])
              currentTarget.value = ''
            }}
          >
            <option value="">{texts.addGroup}</option>
            {choosable.map((group) => (
              <option key={group.id} value={group.id}>
                {groupName(group)}
              </option>
            ))}
          </select>
          <PersonPicker
            id={`${ids.id}-person`}
            label={texts.addPerson}
            placeholder={texts.addPerson}
            people={[...store.people.value.values()].filter(
              ({ user_id, is_active }) => is_active && !people.includes(user_id),
            )}
            onChoose={({ user_id }) => choose([...people, user_id], groups)}
          />
        </div>
      )}
    </div>
  )
}

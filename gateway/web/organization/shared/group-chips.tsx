import X from 'lucide/dist/esm/icons/x.mjs'
import type { ControlIds } from '../../forms/row.tsx'
import { best } from '../../model/rank.ts'
import { Avatar } from '../../parts/avatar.tsx'
import type { Option } from '../../parts/floating/option-list.tsx'
import { OptionPicker } from '../../parts/floating/option-picker.tsx'
import { personOptions } from '../../parts/floating/person-picker.tsx'
import { useListFocus } from '../../parts/floating/use-list-focus.ts'
import { Icon } from '../../parts/icon.tsx'
import { nameOf } from '../../store/derived/names.ts'
import type { GroupSetting } from '../../store/slices/message-rules.ts'
import { useStore } from '../../store/use-store.ts'
import { groupName, isAllowed, NOBODY, type PermissionRule, partsOf, settingOf } from './group-values.ts'
import { texts } from './texts.ts'

interface GroupChipsProps {
  readonly ids: ControlIds
  /** The name of the permission. */
  readonly name: string
  readonly value: GroupSetting
  readonly rule: PermissionRule
  readonly isFixed: boolean
  readonly onChange: (value: GroupSetting) => void
}

interface PartOption extends Option {
  readonly part: { readonly group: number } | { readonly person: number }
}

const MOST = 12

/** The roles, groups and people who have a permission, and a field that adds one. */
export function GroupChips({ ids, name, value, rule, isFixed, onChange }: GroupChipsProps) {
  const store = useStore()
  const { people, groups } = partsOf(value)
  const all = [...store.groups.value.values()]
  const nobody = all.find((group) => group.name === NOBODY)?.id
  const controls = useListFocus<HTMLDivElement>('button, input')
  const add = ({ part }: PartOption) => {
    if ('group' in part && part.group === nobody) return onChange(nobody)
    const kept = groups.filter((id) => id !== nobody)
    onChange(
      'group' in part
        ? settingOf({ people, groups: [...kept, part.group] })
        : settingOf({ people: [...people, part.person], groups: kept }),
    )
  }
  const remove = (without: { people: readonly number[]; groups: readonly number[] }) => {
    const isEmpty = without.people.length + without.groups.length === 0
    onChange(isEmpty && nobody !== undefined ? nobody : settingOf(without))
  }
  // The last one stays where somebody must have the permission.
  const isRemovable =
    !isFixed && (people.length + groups.length > 1 || (rule.allow_nobody_group && groups[0] !== nobody))
  const optionsFor = (text: string): PartOption[] => {
    const addable = all.filter((group) => isAllowed(rule, group) && !groups.includes(group.id))
    const sorted = addable.sort(
      (a, b) => Number(b.is_system_group) - Number(a.is_system_group) || b.id - a.id,
    )
    const found = best(sorted, text, groupName, MOST).map((group): PartOption => {
      const note = group.is_system_group ? texts.role : texts.group
      return {
        key: `g${group.id}`,
        name: groupName(group),
        note,
        mark: { kind: 'group' },
        part: { group: group.id },
      }
    })
    const others = [...store.people.value.values()].filter(
      ({ user_id, is_active }) => is_active && !people.includes(user_id),
    )
    const persons = text === '' ? [] : personOptions(others, text)
    return [
      ...found,
      ...persons.map(({ person, ...option }) => ({ ...option, part: { person: person.user_id } })),
    ].slice(0, MOST)
  }
  const chip = (key: string, shown: string, mark: preact.VNode | undefined, take: () => void) => (
    <li key={key}>
      {mark}
      <span class="ellipsis" dir="auto">
        {shown}
      </span>
      {isRemovable && (
        <button
          type="button"
          class="icon-button"
          aria-label={texts.removeFrom(shown, name)}
          title={texts.remove}
          onClick={take}
        >
          <Icon node={X} />
        </button>
      )}
    </li>
  )
  const { id, ...described } = ids
  return (
    <div class="chosen-and-picker" {...controls}>
      <ul class="chips">
        {groups.map((one) => {
          const group = store.groups.value.get(one)
          const shown = group ? groupName(group) : texts.unknownGroup
          return chip(`g${one}`, shown, undefined, () =>
            remove({ people, groups: groups.filter((other) => other !== one) }),
          )
        })}
        {people.map((one) =>
          chip(
            `p${one}`,
            nameOf(store, one),
            <Avatar person={store.people.value.get(one)} size="small" />,
            () => remove({ groups, people: people.filter((other) => other !== one) }),
          ),
        )}
      </ul>
      {isFixed ? (
        <span id={id} class="only-heard" />
      ) : (
        <OptionPicker
          id={id}
          label={texts.addTo(name)}
          placeholder={texts.addToPermission}
          describedBy={described['aria-describedby']}
          isInvalid={described['aria-invalid']}
          optionsFor={optionsFor}
          onChoose={add}
        />
      )}
    </div>
  )
}

import { Select } from '../../forms/controls.tsx'
import { Row } from '../../forms/row.tsx'
import { usePermission } from '../../forms/use-permission.ts'
import { server } from '../../store/requests/server.ts'
import type { GroupSetting } from '../../store/slices/message-rules.ts'
import { useStore } from '../../store/use-store.ts'
import { GroupChips } from './group-chips.tsx'
import { groupName, isAllowed, type PermissionRule, partsOf } from './group-values.ts'
import type { SettingRowProps } from './setting-row.tsx'
import { texts } from './texts.ts'

/** Who has a permission: one role where it must be one, otherwise roles, groups and people. */
export function GroupRow({ setting, name, text, isFixed, rule }: SettingRowProps & { rule: PermissionRule }) {
  const store = useStore()
  const stored = store.realmSettings.value[setting] as GroupSetting
  const { value, saving, change } = usePermission(stored, (change) =>
    server.call('PATCH /realm', { [setting]: change }),
  )
  if (!rule.require_system_group) {
    return (
      <Row name={name} text={text} saving={saving} isTall>
        {(ids) => (
          <GroupChips ids={ids} name={name} value={value} rule={rule} isFixed={isFixed} onChange={change} />
        )}
      </Row>
    )
  }
  const groups = [...store.groups.value.values()]
  const allowed = groups.filter((group) => isAllowed(rule, group)).sort((a, b) => b.id - a.id)
  const present = partsOf(value).groups[0]!
  const isListed = allowed.some(({ id }) => id === present)
  const presentGroup = store.groups.value.get(present)
  const options = [
    ...(isListed
      ? []
      : [{ value: present, name: presentGroup ? groupName(presentGroup) : texts.unknownGroup }]),
    ...allowed.map((group) => ({ value: group.id, name: groupName(group) })),
  ]
  return (
    <Row name={name} text={text} saving={saving}>
      {(ids) => <Select ids={ids} value={present} isFixed={isFixed} options={options} onChange={change} />}
    </Row>
  )
}

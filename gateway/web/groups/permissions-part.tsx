import { texts } from '../forms/people-texts.ts'
import { Row } from '../forms/row.tsx'
import { usePermission } from '../forms/use-permission.ts'
import { GroupChips } from '../organization/shared/group-chips.tsx'
import type { PermissionRule } from '../organization/shared/group-values.ts'
import { server } from '../store/requests/server.ts'
import type { Group } from '../store/slices/groups.ts'
import { useStore } from '../store/use-store.ts'
import { GROUP_SETTINGS, type GroupSettingName, permissionsOn } from './permissions.ts'
import { WhoManages } from './who-manages.tsx'

/** These settings allow everyone of the organization, guests too. */
const FOR_GUESTS: readonly GroupSettingName[] = ['can_leave_group', 'can_mention_group']

const ruleOf = (name: GroupSettingName): PermissionRule => ({
  require_system_group: false,
  allow_internet_group: false,
  allow_nobody_group: true,
  allow_everyone_group: FOR_GUESTS.includes(name),
  allowed_system_groups: [],
})

/** Who may manage, join, leave and mention a group. */
export function PermissionsPart({ group }: { group: Group }) {
  const store = useStore()
  return (
    <section>
      <h2 class="only-heard">{texts.parts.permissions}</h2>
      {group.is_system_group && <p class="text">{texts.systemGroupText}</p>}
      {!group.is_system_group && !group.deactivated && !permissionsOn(store, group).canManage && (
        <WhoManages group={group} />
      )}
      {GROUP_SETTINGS.map((name) => (
        <PermissionRow key={name} group={group} name={name} />
      ))}
    </section>
  )
}

function PermissionRow({ group, name }: { group: Group; name: GroupSettingName }) {
  const store = useStore()
  const { value, saving, change } = usePermission(group[name], (change) =>
    server.call('PATCH /user_groups/{user_group_id}', {
      user_group_id: group.id,
      [name]: change,
    } as never),
  )
  const { canManage } = permissionsOn(store, group)
  const text = texts.groupSettings[name]
  return (
    <Row name={text.name} text={text.text} saving={saving} isTall>
      {(ids) => (
        <GroupChips
          ids={ids}
          name={text.name}
          value={value}
          rule={ruleOf(name)}
          isFixed={!canManage}
          onChange={change}
        />
      )}
    </Row>
  )
}

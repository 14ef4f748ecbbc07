import { Row } from '../forms/row.tsx'
import { useSaving } from '../forms/saving.ts'
import { useChosen } from '../forms/use-chosen.ts'
import { GroupChips } from '../organization/shared/group-chips.tsx'
import { server } from '../store/requests/server.ts'
import type { ChannelPermission, KnownChannel } from '../store/slices/all-channels.ts'
import type { GroupSetting } from '../store/slices/message-rules.ts'
import { useStore } from '../store/use-store.ts'
import { GRANT_READING, PERMISSION_GROUP_NAMES, PERMISSION_GROUPS, ruleOf } from './channel-permissions.ts'
import { permissionsOn, realmGroup } from './permissions.ts'
import { texts } from './texts.ts'
import { administratorsOf, holdersOf, WhoMay } from './who-may.tsx'

/** The permissions of a channel. Administrators of the channel change them. */
export function PermissionList({ channel }: { channel: KnownChannel }) {
  const store = useStore()
  const may = permissionsOn(store, channel)
  return (
    <>
      <h2 class="only-heard">{texts.permissions}</h2>
      {!may.canAdminister && <WhoMay text={administratorsOf(store, channel)} />}
      {PERMISSION_GROUP_NAMES.map((group) => (
        <section key={group}>
          <h2>{texts.permissionGroups[group]}</h2>
          {group === 'deleting' && may.canAdminister && !may.canSetDeletePolicy && (
            <WhoMay
              text={texts.mayNotSetDeletePolicy(
                holdersOf(store, { group: realmGroup(store, 'can_set_delete_message_policy_group') }),
              )}
            />
          )}
          {PERMISSION_GROUPS[group].map((permission) => (
            <PermissionRow
              key={permission}
              channel={channel}
              permission={permission}
              isFixed={
                !may.canAdminister ||
                (group === 'deleting' && !may.canSetDeletePolicy) ||
                (GRANT_READING.has(permission) && !may.canRead)
              }
            />
          ))}
        </section>
      ))}
    </>
  )
}

interface PermissionRowProps {
  readonly channel: KnownChannel
  readonly permission: ChannelPermission
  readonly isFixed: boolean
}

function PermissionRow({ channel, permission, isFixed }: PermissionRowProps) {
  const store = useStore()
  const { saving, save } = useSaving()
  const stored = channel[permission]
  const { value, choose } = useChosen<GroupSetting>(stored, saving)
  const { name, text } = texts.permissionTexts[permission]
  const { stream_id } = channel
  const change = (next: GroupSetting) => {
    choose(next)
    // Nothing changes if somebody else has changed the permission meanwhile.
    const parameters = { stream_id, [permission]: { new: next, old: stored } }
    void save(() => server.call('PATCH /streams/{stream_id}', parameters))
  }
  return (
    <Row name={name} text={text} saving={saving} isTall>
      {(ids) => (
        <GroupChips
          ids={ids}
          name={name}
          value={value}
          rule={ruleOf(store, permission)}
          isFixed={isFixed}
          onChange={change}
        />
      )}
    </Row>
  )
}

import { Row } from '../forms/row.tsx'
import { usePermission } from '../forms/use-permission.ts'
import { GroupChips } from '../organization/shared/group-chips.tsx'
import { server } from '../store/requests/server.ts'
import type { ChannelPermission, KnownChannel } from '../store/slices/all-channels.ts'
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
  const { name, text } = texts.permissionTexts[permission]
  const { stream_id } = channel
  const { value, saving, change } = usePermission(channel[permission], (change) =>
    server.call('PATCH /streams/{stream_id}', { stream_id, [permission]: change }),
  )
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

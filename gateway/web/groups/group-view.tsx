import Compass from 'lucide/dist/esm/icons/compass.mjs'
import UsersIcon from 'lucide/dist/esm/icons/users.mjs'
import type { ComponentType } from 'preact'
import { groupName } from '../forms/group-name.ts'
import { texts } from '../forms/people-texts.ts'
import { GROUP_PARTS, type GroupPart, groupHash } from '../model/route.ts'
import { Blank } from '../parts/blank.tsx'
import { Icon } from '../parts/icon.tsx'
import { ViewBar } from '../parts/view-bar.tsx'
import { Problem } from '../saving/problem.tsx'
import { useSaving } from '../saving/use-saving.ts'
import { server } from '../store/requests/server.ts'
import type { Group } from '../store/slices/groups.ts'
import { useStore } from '../store/use-store.ts'
import '../forms/settings.css'
import { GeneralPart } from './general-part.tsx'
import './groups.css'
import { MembersPart } from './members-part.tsx'
import { permissionsOn } from './permissions.ts'
import { PermissionsPart } from './permissions-part.tsx'
import { useDeactivated } from './use-deactivated.ts'

const PARTS: Readonly<Record<GroupPart, ComponentType<{ group: Group }>>> = {
  general: GeneralPart,
  members: MembersPart,
  permissions: PermissionsPart,
}

/** The page of a group: its name and description, members, subgroups and permissions. */
export function GroupView({ id, part }: { id: number; part: GroupPart }) {
  const store = useStore()
  const deactivated = useDeactivated()
  const group = store.groups.value.get(id) ?? deactivated.value.get(id)
  if (group === undefined) {
    return (
      <>
        <ViewBar />
        <Blank icon={Compass} title={texts.noSuchGroup} hint={texts.noSuchGroupHint} isWholeView>
          <a class="button" href="#groups">
            {texts.allGroups}
          </a>
        </Blank>
      </>
    )
  }
  const Part = PARTS[part]
  return (
    <>
      <ViewBar back={{ href: '#groups', name: texts.allGroups }}>
        <h1>
          <Icon node={UsersIcon} />
          <span class="ellipsis" dir="auto">
            {groupName(group)}
          </span>
        </h1>
        <span class="group-actions">
          <a class="button" href="#groups">
            {texts.allGroups}
          </a>
          <Joining group={group} />
        </span>
      </ViewBar>
      <div class="settings of-group" data-scroller>
        <nav aria-label={texts.groupParts}>
          {GROUP_PARTS.map((name) => (
            <a
              key={name}
              href={groupHash(id, group.name, name)}
              aria-current={name === part ? 'page' : undefined}
            >
              {texts.parts[name]}
            </a>
          ))}
        </nav>
        <div key={`${id} ${part}`} class="part">
          {group.deactivated && <p class="off-notice">{texts.groupIsOff}</p>}
          <Part group={group} />
        </div>
      </div>
    </>
  )
}

/** Joins or leaves the group. */
function Joining({ group }: { group: Group }) {
  const store = useStore()
  const { saving, save } = useSaving()
  const { canJoin, canLeave } = permissionsOn(store, group)
  if (!canJoin && !canLeave) return null
  const change = () =>
    save(() =>
      server.call('POST /user_groups/{user_group_id}/members', {
        user_group_id: group.id,
        ...(canJoin ? { add: [store.me] } : { delete: [store.me] }),
      }),
    )
  return (
    <>
      <button type="button" class="button" onClick={() => void change()}>
        {canJoin ? texts.joinGroup : texts.leaveGroup}
      </button>
      <Problem saving={saving} />
    </>
  )
}

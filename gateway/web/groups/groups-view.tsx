import { useSignal } from '@preact/signals'
import Lock from 'lucide/dist/esm/icons/lock.mjs'
import UsersIcon from 'lucide/dist/esm/icons/users.mjs'
import { groupName } from '../forms/group-name.ts'
import { texts } from '../forms/people-texts.ts'
import { plain } from '../model/rank.ts'
import { GROUP_LISTS, type GroupList, groupHash } from '../model/route.ts'
import { Blank } from '../parts/blank.tsx'
import { Icon } from '../parts/icon.tsx'
import { LazyRows } from '../parts/lazy-rows.tsx'
import { ViewBar } from '../parts/view-bar.tsx'
import type { Group } from '../store/slices/groups.ts'
import { useStore } from '../store/use-store.ts'
import { collator } from '../texts/collator.ts'
import '../forms/settings.css'
import './groups.css'
import { everybodyIn, mayCreateGroups } from './permissions.ts'
import { useDeactivated } from './use-deactivated.ts'

/** Pixels of a line. */
const LINE = 56

/** The groups of the organization. */
export function GroupsView({ list }: { list: GroupList }) {
  const store = useStore()
  const filter = useSignal('')
  const kind = useSignal(list)
  const deactivated = useDeactivated()
  const asked = plain(filter.value)
  const isShown = (group: Group): boolean => {
    if (kind.value === 'system') return group.is_system_group
    if (group.is_system_group) return false
    return kind.value !== 'your' || everybodyIn(store, group.id).has(store.me)
  }
  const known =
    kind.value === 'deactivated'
      ? [...deactivated.value.values()]
      : [...store.groups.value.values()].filter((group) => !group.deactivated && isShown(group))
  const groups = known
    .filter((group) => plain(groupName(group)).includes(asked))
    .sort((a, b) => (kind.value === 'system' ? a.id - b.id : collator.compare(a.name, b.name)))
  return (
    <>
      <ViewBar>
        <h1>{texts.groups}</h1>
        <input
          class="filter"
          type="search"
          dir="auto"
          value={filter.value}
          aria-label={texts.filterGroups}
          placeholder={texts.filterGroups}
          onInput={({ currentTarget }) => {
            filter.value = currentTarget.value
          }}
        />
      </ViewBar>
      <div class="group-kinds">
        <fieldset>
          <legend class="only-heard">{texts.shownGroups}</legend>
          {GROUP_LISTS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={kind.value === one}
              onClick={() => {
                kind.value = one
              }}
            >
              {texts.groupKinds[one]}
            </button>
          ))}
        </fieldset>
        <a class="button" href="#groups/new">
          {!mayCreateGroups(store) && <Icon node={Lock} size={14} />}
          {texts.newGroup}
        </a>
      </div>
      {groups.length === 0 ? (
        <Blank
          icon={UsersIcon}
          title={asked === '' ? texts.noGroups[kind.value] : texts.noSuchGroups}
          hint={asked === '' && kind.value === 'all' ? texts.noGroupsHint : undefined}
        />
      ) : (
        <div class="lines groups" data-scroller>
          <LazyRows rows={groups} rowHeight={LINE}>
            {(group) => <GroupLine key={group.id} group={group} />}
          </LazyRows>
        </div>
      )}
    </>
  )
}

function GroupLine({ group }: { group: Group }) {
  const store = useStore()
  const name = groupName(group)
  return (
    <li class="group-line">
      <a href={groupHash(group.id, group.name)}>
        <span class="group-face">
          <Icon node={UsersIcon} size={18} />
        </span>
        <span class="about">
          <span class="name ellipsis" dir="auto">
            {name}
          </span>
          <span class="text ellipsis" dir="auto">
            {group.is_system_group ? texts.systemGroupHint : group.description}
          </span>
        </span>
        <span class="text count-of">
          {texts.memberNumber(group.deactivated ? group.members.length : everybodyIn(store, group.id).size)}
        </span>
      </a>
    </li>
  )
}

import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { FilterField } from '../forms/filter-field.tsx'
import { groupName } from '../forms/group-name.ts'
import { PastedAddresses, SourcePicker } from '../forms/many-people.tsx'
import { texts } from '../forms/people-texts.ts'
import { SavedMark } from '../forms/row.tsx'
import { plain } from '../model/rank.ts'
import { groupHash } from '../model/route.ts'
import type { User } from '../model/wire.ts'
import { Avatar } from '../parts/avatar.tsx'
import { useListFocus } from '../parts/floating/use-list-focus.ts'
import { LazyRows } from '../parts/lazy-rows.tsx'
import { Problem } from '../saving/problem.tsx'
import { useSaving } from '../saving/use-saving.ts'
import { server } from '../store/requests/server.ts'
import type { Group } from '../store/slices/groups.ts'
import { useStore } from '../store/use-store.ts'
import { offerUndo } from '../store/verbs/undo.ts'
import { collator } from '../texts/collator.ts'
import { everybodyIn, permissionsOn } from './permissions.ts'
import { WhoManages } from './who-manages.tsx'

/** Pixels of a line. */
const LINE = 48

type Change = Partial<Record<'add' | 'delete' | 'add_subgroups' | 'delete_subgroups', readonly number[]>>

const changeMembers = (user_group_id: number, change: Change) =>
  server.call('POST /user_groups/{user_group_id}/members', { user_group_id, ...change } as never)

/** The members of a group and its subgroups. Readers with the permission add and remove them. */
export function MembersPart({ group }: { group: Group }) {
  return (
    <>
      <Subgroups group={group} />
      <People group={group} />
    </>
  )
}

function Subgroups({ group }: { group: Group }) {
  const store = useStore()
  const id = useId()
  const { saving, save } = useSaving()
  const { canAdd, canManage } = permissionsOn(store, group)
  const list = useListFocus<HTMLUListElement>('button')
  const remove = async (one: number, name: string) => {
    if (await save(() => changeMembers(group.id, { delete_subgroups: [one] })))
      offerUndo(store, name, () => changeMembers(group.id, { add_subgroups: [one] }))
  }
  const inner = group.direct_subgroup_ids
  const known = [...store.groups.value.values()]
  const choosable = known
    .filter((one) => !one.deactivated && !inner.includes(one.id) && one.name !== 'role:nobody')
    .sort(
      (a, b) =>
        Number(a.is_system_group) - Number(b.is_system_group) || collator.compare(groupName(a), groupName(b)),
    )
  if (inner.length === 0 && !canAdd) return null
  return (
    <section>
      <h2>
        {texts.subgroups}
        <SavedMark saving={saving} />
      </h2>
      <p class="text">{texts.subgroupsHint}</p>
      <ul class="chosen-list" aria-label={texts.subgroups} {...list}>
        {inner.flatMap((one) => {
          const found = store.groups.value.get(one)
          if (found === undefined) return []
          const name = groupName(found)
          return (
            <li key={one}>
              <span class="about">
                <a class="name ellipsis" dir="auto" href={groupHash(one, found.name, 'members')}>
                  {name}
                </a>
                <span class="text">{texts.memberNumber(everybodyIn(store, one).size)}</span>
              </span>
              {canManage && (
                <button
                  type="button"
                  class="button"
                  aria-label={texts.remove(name)}
                  onClick={() => void remove(one, name)}
                >
                  {texts.removeIt}
                </button>
              )}
            </li>
          )
        })}
      </ul>
      {canAdd && (
        <div class="add">
          <label for={id}>{texts.addSubgroup}</label>
          <select
            id={id}
            value=""
            aria-describedby={`${id}-problem`}
            aria-invalid={saving.name === 'failed'}
            onChange={({ currentTarget }) => {
              const chosen = Number(currentTarget.value)
              currentTarget.value = ''
              if (chosen > 0) void save(() => changeMembers(group.id, { add_subgroups: [chosen] }))
            }}
          >
            <option value="">{texts.chooseGroup}</option>
            {choosable.map((one) => (
              <option key={one.id} value={one.id}>
                {groupName(one)}
              </option>
            ))}
          </select>
        </div>
      )}
      <Problem id={`${id}-problem`} saving={saving} />
    </section>
  )
}

function People({ group }: { group: Group }) {
  const store = useStore()
  const id = useId()
  const { saving, save } = useSaving()
  const filter = useSignal('')
  const { canAdd, canRemove } = permissionsOn(store, group)
  const list = useListFocus<HTMLDivElement>('button')
  const all = group.deactivated ? new Set(group.members) : everybodyIn(store, group.id)
  const asked = plain(filter.value)
  const added = useSignal('')
  const direct = () => (store.groups.value.get(group.id) ?? group).members
  const add = (fetchPeople: () => Promise<readonly number[]>) => {
    added.value = ''
    return save(async () => {
      const people = await fetchPeople()
      const members = new Set(direct())
      const others = people.filter((one) => !members.has(one))
      if (others.length > 0) await changeMembers(group.id, { add: others })
      added.value = texts.adding.addedNow(others.length)
    })
  }
  const found = [...all]
    .flatMap((one) => store.people.value.get(one) ?? [])
    .filter(({ full_name }) => plain(full_name).includes(asked))
    .sort((a, b) => collator.compare(a.full_name, b.full_name))
  return (
    <section>
      <h2>{texts.members}</h2>
      {!canAdd && !group.is_system_group && !group.deactivated && (
        <WhoManages group={group} also={group.can_add_members_group} />
      )}
      {canAdd && (
        <div class="add">
          <label for={id}>
            {texts.addMember}
            <SavedMark saving={saving} />
          </label>
          <SourcePicker
            id={id}
            describedBy={`${id}-problem ${id}-added`}
            isInvalid={saving.name === 'failed'}
            without={new Set(direct())}
            onChoose={(fetchPeople) => void add(fetchPeople)}
          />
          <Problem id={`${id}-problem`} saving={saving} />
          <p id={`${id}-added`} class="text" role="status">
            {added.value}
          </p>
          <PastedAddresses saving={saving} onAdd={(people) => add(() => Promise.resolve(people))} />
        </div>
      )}
      <div class="add beside">
        <FilterField label={texts.filterByName} text={filter} />
        <span class="text" role="status">
          {texts.memberNumber(found.length)}
        </span>
      </div>
      <div class="people" {...list}>
        <LazyRows rows={found} rowHeight={LINE}>
          {(person) => (
            <Member
              key={person.user_id}
              group={group}
              person={person}
              isDirect={direct().includes(person.user_id)}
              mayRemove={canRemove || person.user_id === store.me}
            />
          )}
        </LazyRows>
      </div>
    </section>
  )
}

interface MemberProps {
  readonly group: Group
  readonly person: User
  readonly isDirect: boolean
  readonly mayRemove: boolean
}

function Member({ group, person, isDirect, mayRemove }: MemberProps) {
  const store = useStore()
  const { saving, save } = useSaving()
  const { user_id, full_name: name } = person
  const remove = async () => {
    if (await save(() => changeMembers(group.id, { delete: [user_id] })))
      offerUndo(store, name, () => changeMembers(group.id, { add: [user_id] }))
  }
  return (
    <li>
      <div class="person">
        <Avatar key={person.avatar_url} person={person} size="medium" />
        <a class="name ellipsis" dir="auto" href={`#user/${user_id}`}>
          {name}
        </a>
        {!isDirect && <span class="text">{texts.bySubgroup}</span>}
        {isDirect && mayRemove && !group.is_system_group && !group.deactivated && (
          <button type="button" class="button" aria-label={texts.remove(name)} onClick={() => void remove()}>
            {texts.removeIt}
          </button>
        )}
      </div>
      <Problem saving={saving} />
    </li>
  )
}

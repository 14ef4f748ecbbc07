import { useSignal } from '@preact/signals'
import Compass from 'lucide/dist/esm/icons/compass.mjs'
import X from 'lucide/dist/esm/icons/x.mjs'
import { useEffect, useId } from 'preact/hooks'
import { groupName } from '../forms/group-name.ts'
import { permissionOf, whoMay } from '../forms/holders.ts'
import { PastedAddresses, SourcePicker } from '../forms/many-people.tsx'
import { NameAndDescription } from '../forms/name-and-description.tsx'
import { texts } from '../forms/people-texts.ts'
import { PickList } from '../forms/pick-list.tsx'
import { groupHash } from '../model/route.ts'
import { Blank } from '../parts/blank.tsx'
import { Icon } from '../parts/icon.tsx'
import { ViewBar } from '../parts/view-bar.tsx'
import { Problem } from '../saving/problem.tsx'
import { pickerIds, usePlaced } from '../saving/use-placed.tsx'
import { useSaving } from '../saving/use-saving.ts'
import { nameOf } from '../store/derived/names.ts'
import { server } from '../store/requests/server.ts'
import { useStore } from '../store/use-store.ts'
import { collator } from '../texts/collator.ts'
import { t } from '../texts/texts.ts'
import { NEW_GROUP } from './places.ts'
import '../forms/settings.css'
import './groups.css'
import { mayCreateGroups } from './permissions.ts'

/** Creates a group of people and of other groups. */
export function NewGroup() {
  const store = useStore()
  if (!mayCreateGroups(store)) {
    return (
      <>
        <ViewBar />
        <Blank
          icon={Compass}
          title={texts.mayNotCreateGroups}
          hint={whoMay(store, permissionOf(store, 'can_create_groups'))}
          isWholeView
        >
          <a class="button" href="#groups">
            {texts.allGroups}
          </a>
        </Blank>
      </>
    )
  }
  return (
    <>
      <ViewBar>
        <h1>{texts.newGroup}</h1>
      </ViewBar>
      <div class="settings new" data-scroller>
        <Form />
      </div>
    </>
  )
}

function Form() {
  const store = useStore()
  const { saving, save, at, problem, rest } = usePlaced(NEW_GROUP)
  const name = useSignal('')
  const description = useSignal('')
  const people = useSignal<readonly number[]>([store.me])
  const groups = useSignal<readonly number[]>([])
  const id = useId()
  const finding = useSaving()
  const add = (found: readonly number[]) => {
    people.value = [...new Set([...people.value, ...found])]
  }
  const created = useSignal<number | undefined>(undefined)
  const group = created.value === undefined ? undefined : store.groups.value.get(created.value)
  // The event of the new group comes beside the answer.
  useEffect(() => {
    if (group !== undefined) location.replace(groupHash(group.id, group.name, 'members'))
  }, [group])
  const create = (event: SubmitEvent) => {
    event.preventDefault()
    if (saving.name === 'saving') return
    void save(async () => {
      const { group_id } = await server.call('POST /user_groups/create', {
        name: name.value.trim(),
        description: description.value.trim(),
        members: [...people.value],
        subgroups: [...groups.value],
      })
      created.value = group_id
    })
  }
  const options = [...store.groups.value.values()]
    .filter(({ deactivated, name }) => !deactivated && name !== 'role:nobody' && name !== 'role:internet')
    .map((one) => ({ value: one.id, name: groupName(one) }))
    .sort((a, b) => collator.compare(a.name, b.name))
  return (
    <form class="stacked new-group" onSubmit={create}>
      <NameAndDescription
        labels={texts}
        name={name}
        description={description}
        maxNameLength={100}
        placed={{ at, problem }}
      />
      <div class="labelled">
        <label for={at('members').id}>{texts.members}</label>
        <SourcePicker
          id={at('members').id}
          describedBy={`${at('members')['aria-describedby']} ${id}-people-problem`}
          isInvalid={finding.saving.name === 'failed' || at('members')['aria-invalid']}
          without={new Set(people.value)}
          onChoose={(fetchPeople) => void finding.save(async () => add(await fetchPeople()))}
        />
        <Problem id={`${id}-people-problem`} saving={finding.saving} />
        <PastedAddresses
          saving={finding.saving}
          onAdd={(found) => {
            add(found)
            return Promise.resolve(true)
          }}
        />
        <ul class="chips">
          {people.value.map((one) => (
            <li key={one}>
              <span class="ellipsis" dir="auto">
                {nameOf(store, one)}
              </span>
              <button
                type="button"
                class="icon-button"
                aria-label={texts.remove(nameOf(store, one))}
                onClick={() => {
                  people.value = people.value.filter((other) => other !== one)
                }}
              >
                <Icon node={X} size={14} />
              </button>
            </li>
          ))}
        </ul>
        {problem('members', texts.members)}
      </div>
      <div class="labelled">
        <label for={at('subgroups').id}>{texts.subgroups}</label>
        <PickList
          {...pickerIds(at('subgroups'))}
          options={options}
          chosen={groups.value}
          placeholder={texts.addGroup}
          removeLabel={texts.remove}
          onChange={(chosen) => {
            groups.value = chosen
          }}
        />
        {problem('subgroups', texts.subgroups)}
      </div>
      {rest}
      <div class="buttons">
        <a class="button" href="#groups">
          {t.cancel}
        </a>
        <button type="submit" class="button main" aria-disabled={saving.name === 'saving'}>
          {texts.createGroup}
        </button>
      </div>
    </form>
  )
}

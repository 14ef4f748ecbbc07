import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { RequestError } from '../client/index.ts'
import { Confirm } from '../forms/confirm.tsx'
import { TextField } from '../forms/controls.tsx'
import { groupName } from '../forms/group-name.ts'
import { texts } from '../forms/people-texts.ts'
import { Row } from '../forms/row.tsx'
import { channelHash, groupHash } from '../model/route.ts'
import { Problem } from '../saving/problem.tsx'
import { useSaving } from '../saving/use-saving.ts'
import { nameOf } from '../store/derived/names.ts'
import { isAdministrator, isPermitted } from '../store/derived/roles.ts'
import { server } from '../store/requests/server.ts'
import type { Group } from '../store/slices/groups.ts'
import { isInGroup } from '../store/slices/message-rules.ts'
import { useStore } from '../store/use-store.ts'
import { fullDateOf } from '../texts/dates.ts'
import { t } from '../texts/texts.ts'
import { permissionsOn } from './permissions.ts'
import { useUses } from './uses.ts'
import { WhoManages } from './who-manages.tsx'

const MAX_NAME = 100
const MAX_DESCRIPTION = 1024

/** Name and description of a group, where it is used, and its deactivation. */
export function GeneralPart({ group }: { group: Group }) {
  const store = useStore()
  const { canManage } = permissionsOn(store, group)
  return (
    <>
      <section>
        <h2 class="only-heard">{texts.parts.general}</h2>
        {group.is_system_group && <p class="text">{texts.systemGroupText}</p>}
        {canManage ? (
          <>
            <TextRow group={group} property="name" />
            <TextRow group={group} property="description" />
          </>
        ) : (
          !group.is_system_group && (
            <>
              <p class="description" dir="auto">
                {group.description || <span class="text">{texts.noDescription}</span>}
              </p>
              {!group.deactivated && <WhoManages group={group} />}
            </>
          )
        )}
        <Facts group={group} />
      </section>
      <Uses group={group} />
      {!group.is_system_group && <Existence group={group} canManage={canManage} />}
    </>
  )
}

function TextRow({ group, property }: { group: Group; property: 'name' | 'description' }) {
  const { saving, save } = useSaving()
  const isName = property === 'name'
  return (
    <Row name={isName ? texts.name : texts.description} saving={saving} isTall={!isName}>
      {(ids) => (
        <TextField
          ids={ids}
          value={group[property]}
          maxLength={isName ? MAX_NAME : MAX_DESCRIPTION}
          mayBeEmpty={!isName}
          isLong={!isName}
          onSave={(text) =>
            void save(() =>
              server.call(
                'PATCH /user_groups/{user_group_id}',
                { user_group_id: group.id, [property]: text },
                { isRepeatable: true },
              ),
            )
          }
        />
      )}
    </Row>
  )
}

function Facts({ group: { creator_id, date_created } }: { group: Group }) {
  const store = useStore()
  if (date_created === null) return null
  const date = fullDateOf(date_created, store.settings.value.twenty_four_hour_time)
  return (
    <p class="text facts">
      {creator_id === null ? texts.created(date) : texts.createdBy(nameOf(store, creator_id), date)}
    </p>
  )
}

/** The permissions and groups that name the group, which keep it from being deactivated. */
function Uses({ group }: { group: Group }) {
  const store = useStore()
  const uses = useUses(group.id)
  return (
    <section>
      <h2>{texts.whereUsed}</h2>
      {uses.realm.length + uses.channels.length + uses.groups.length + uses.within.length === 0 ? (
        <p class="text">{texts.notUsed}</p>
      ) : (
        <ul class="uses">
          {uses.within.map((other) => (
            <li key={`in ${other.id}`}>
              {texts.partOf} <a href={groupHash(other.id, other.name, 'members')}>{groupName(other)}</a>
            </li>
          ))}
          {uses.realm.map((name) => (
            <li key={name}>{texts.realmSetting(texts.realmSettings[name] ?? name)}</li>
          ))}
          {uses.channels.map(({ id, name, settings }) => (
            <li key={`channel ${id}`}>
              <a href={channelHash(id, name)}>#{name}</a>
              {`: ${t.and(settings.map((one) => texts.channelSettings[one] ?? one))}`}
            </li>
          ))}
          {uses.groups.map(({ other, settings }) => (
            <li key={`group ${other.id}`}>
              <a href={groupHash(other.id, other.name, 'permissions')}>
                {store.groups.value.get(other.id) === undefined ? other.name : groupName(other)}
              </a>
              {`: ${t.and(settings.map((one) => texts.groupSettings[one].name))}`}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Deactivates the group, or brings it back. */
function Existence({ group, canManage }: { group: Group; canManage: boolean }) {
  const store = useStore()
  const { saving, save } = useSaving()
  const isAsking = useSignal(false)
  const { id, name, deactivated } = group
  const mayReactivate =
    deactivated &&
    (isAdministrator(store) ||
      isPermitted(store, 'can_manage_all_groups') ||
      isInGroup(store.groups.value, group.can_manage_group, store.me))
  useEffect(() => {
    isAsking.value = false
  }, [deactivated])
  if (!canManage && !mayReactivate) return null
  const deactivate = () =>
    save(async () => {
      try {
        await server.call('POST /user_groups/{user_group_id}/deactivate', { user_group_id: id })
      } catch (error) {
        const isUsed = error instanceof RequestError && error.code === 'CANNOT_DEACTIVATE_GROUP_IN_USE'
        if (!isUsed) throw error
        throw new RequestError(`${error.message} ${texts.seeUses}`, {
          code: error.code,
          status: error.status,
        })
      }
    })
  return (
    <section>
      <h2>{deactivated ? texts.reactivateGroup : texts.deactivateGroup}</h2>
      <p class="text">{deactivated ? texts.reactivateGroupHint : texts.deactivateGroupHint}</p>
      <p class="buttons">
        {deactivated ? (
          <button
            type="button"
            class="button"
            onClick={() =>
              void save(() =>
                server.call('PATCH /user_groups/{user_group_id}', { user_group_id: id, deactivated: false }),
              )
            }
          >
            {texts.reactivateGroup}
          </button>
        ) : (
          <button
            type="button"
            class="button risky"
            onClick={() => {
              isAsking.value = true
            }}
          >
            {texts.deactivateGroup}…
          </button>
        )}
      </p>
      <Problem saving={saving} />
      {isAsking.value && (
        <Confirm
          title={texts.deactivateGroupQuestion(name)}
          warning={texts.deactivateGroupHint}
          action={texts.deactivate}
          onConfirm={() => void deactivate()}
          onClose={() => {
            isAsking.value = false
          }}
        />
      )}
    </section>
  )
}

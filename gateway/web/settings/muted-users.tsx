import { useSignal } from '@preact/signals'
import UserX from 'lucide/dist/esm/icons/user-x.mjs'
import { useId } from 'preact/hooks'
import { Confirm } from '../forms/confirm.tsx'
import { texts } from '../forms/settings-texts.ts'
import { hashOf } from '../model/route.ts'
import type { User } from '../model/wire.ts'
import { Avatar } from '../parts/avatar.tsx'
import { Blank } from '../parts/blank.tsx'
import { PersonPicker } from '../parts/floating/person-picker.tsx'
import { useListFocus } from '../parts/floating/use-list-focus.ts'
import { Problem } from '../saving/problem.tsx'
import { useSaving } from '../saving/use-saving.ts'
import { nameOf } from '../store/derived/names.ts'
import { server } from '../store/requests/server.ts'
import { useStore } from '../store/use-store.ts'
import { offerUndo } from '../store/verbs/undo.ts'
import { collator } from '../texts/collator.ts'
import { fullDateOf } from '../texts/dates.ts'

/** The people whose messages arrive as read. */
export function MutedUsers() {
  const store = useStore()
  const list = useListFocus<HTMLUListElement>('button')
  const muted = [...store.mutedUsers.value]
    .map(([id, since]) => ({ id, since, name: nameOf(store, id) }))
    .sort((a, b) => collator.compare(a.name, b.name))
  return (
    <section>
      <h2 class="only-heard">{texts['muted-users']}</h2>
      <p class="text">{texts.mutedUsersHint}</p>
      <MutePerson />
      {muted.length === 0 && <Blank icon={UserX} title={texts.noMutedUsers} />}
      <ul class="chosen-list" aria-label={texts['muted-users']} {...list}>
        {muted.map((one) => (
          <MutedPerson key={one.id} {...one} />
        ))}
      </ul>
    </section>
  )
}

/** Asks first: the earlier messages of the person become read. */
function MutePerson() {
  const store = useStore()
  const id = useId()
  const { saving, save } = useSaving()
  const asked = useSignal<User | undefined>(undefined)
  const people = [...store.people.value.values()].filter(
    ({ user_id, is_active }) => is_active && user_id !== store.me && !store.mutedUsers.value.has(user_id),
  )
  const mute = ({ user_id }: User) =>
    save(() => server.call('POST /users/me/muted_users/{muted_user_id}', { muted_user_id: user_id }))
  const person = asked.value
  return (
    <div class="add">
      <label for={id}>{texts.mutePerson}</label>
      <PersonPicker
        id={id}
        placeholder={texts.personName}
        describedBy={`${id}-problem`}
        isInvalid={saving.name === 'failed'}
        people={people}
        onChoose={(chosen) => {
          asked.value = chosen
        }}
      />
      <Problem id={`${id}-problem`} saving={saving} />
      {person !== undefined && (
        <Confirm
          title={texts.muteQuestion(person.full_name)}
          warning={texts.muteWarning}
          action={texts.mute}
          onConfirm={() => void mute(person)}
          onClose={() => {
            asked.value = undefined
          }}
        />
      )}
    </div>
  )
}

function MutedPerson({ id, name, since }: { id: number; name: string; since: number }) {
  const store = useStore()
  const person = store.people.value.get(id)
  const { saving, save } = useSaving()
  const unmute = async () => {
    const given = { muted_user_id: id }
    if (await save(() => server.call('DELETE /users/me/muted_users/{muted_user_id}', given)))
      offerUndo(store, name, () => server.call('POST /users/me/muted_users/{muted_user_id}', given))
  }
  return (
    <li>
      <Avatar key={person?.avatar_url} person={person} size="medium" />
      <span class="about">
        <a class="name ellipsis" dir="auto" href={hashOf({ kind: 'direct', people: [id] })}>
          {name}
        </a>
        <span class="text">
          {texts.mutedSince(fullDateOf(since, store.settings.value.twenty_four_hour_time))}
        </span>
      </span>
      <button
        type="button"
        class="button"
        aria-label={texts.unmutePerson(name)}
        onClick={() => void unmute()}
      >
        {texts.unmuteIt}
      </button>
      <Problem saving={saving} />
    </li>
  )
}

import { useSignal } from '@preact/signals'
import type { Answer } from '../client/index.ts'
import type { User } from '../model/wire.ts'
import { Dialog } from '../parts/floating/dialog.tsx'
import { PersonPicker } from '../parts/floating/person-picker.tsx'
import { Problem } from '../saving/problem.tsx'
import { useSaving } from '../saving/use-saving.ts'
import { isErased } from '../store/derived/erased.ts'
import { OWNER, roleOfReader } from '../store/derived/roles.ts'
import { server } from '../store/requests/server.ts'
import type { Store } from '../store/state/store.ts'
import { useStore } from '../store/use-store.ts'
import { language } from '../texts/language.ts'
import { numbersOf } from '../texts/numbers.ts'
import { t } from '../texts/texts.ts'
import { texts } from './people-texts.ts'
import { TypedName } from './typed-name.tsx'
import './merge-dialog.css'

type Check = Answer<'GET /users/{user_id}/merge/check'>['check']

const numberText = numbersOf(language)

/** Whether the reader, an administrator, may merge the account into another one. */
export function mayMerge(store: Store, person: User): boolean {
  const needsOwner = person.role === OWNER && roleOfReader(store) !== OWNER
  return person.user_id !== store.me && !needsOwner && !isErased(person)
}

interface MergeDialogProps {
  readonly person: User
  readonly onMerged: () => void
  readonly onClose: () => void
}

/** Asks for the account that stays, says what would move, and asks for the name before it begins. */
export function MergeDialog({ person, onMerged, onClose }: MergeDialogProps) {
  const store = useStore()
  const { user_id, full_name: name } = person
  const into = useSignal<User | undefined>(undefined)
  const check = useSignal<Check | undefined>(undefined)
  const typed = useSignal('')
  const { saving, save } = useSaving()
  const people = [...store.people.value.values()].filter(
    (other) => other.is_active && !other.is_bot && other.user_id !== user_id,
  )
  const choose = (chosen: User) => {
    into.value = chosen
    check.value = undefined
    void save(async () => {
      const params = { user_id, into_id: chosen.user_id }
      const answer = await server.call('GET /users/{user_id}/merge/check', params)
      if (into.peek()?.user_id === chosen.user_id) check.value = answer.check
    })
  }
  const isSure = check.value !== undefined && typed.value.trim() === name.trim()
  const merge = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!isSure || saving.name === 'saving') return
    const params = { user_id, into_id: into.value!.user_id }
    if (!(await save(() => server.call('POST /users/{user_id}/merge', params)))) return
    onMerged()
    onClose()
  }
  return (
    <Dialog title={texts.merging.question(name)} onClose={onClose}>
      <form class="stacked merging" onSubmit={(event) => void merge(event)}>
        <div>
          <span class="text">{texts.merging.into}</span>
          {into.value !== undefined && (
            <p dir="auto">
              <strong>{into.value.full_name}</strong> <span class="text">{into.value.delivery_email}</span>
            </p>
          )}
          <PersonPicker
            id="merge-into"
            label={texts.merging.into}
            placeholder={texts.merging.choose}
            people={people}
            onChoose={choose}
          />
        </div>
        {check.value !== undefined && (
          <>
            <Found check={check.value} into={into.value!.full_name} />
            <p>{texts.merging.warning(name)}</p>
            <TypedName label={texts.typePersonName(name)} typed={typed} />
          </>
        )}
        <Problem saving={saving} />
        <div class="buttons">
          <button type="button" class="button" onClick={onClose}>
            {t.cancel}
          </button>
          <button type="submit" class="button danger" disabled={!isSure}>
            {texts.merging.short}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** What the check has found. */
function Found({ check, into }: { check: Check; into: string }) {
  const { moves, drops, united_conversations } = check
  const dropped = linesOf(texts.merging.dropped, drops)
  return (
    <div role="status">
      <p>{texts.merging.gets(into)}</p>
      <Numbers
        lines={[
          ...linesOf(texts.merging.moved, moves),
          ...(united_conversations > 0 ? [[texts.merging.united, united_conversations] as const] : []),
        ]}
      />
      <p class="text">{texts.merging.also}</p>
      <p>{texts.merging.lost}</p>
      {dropped.length > 0 && (
        <>
          <p>{texts.merging.drops}</p>
          <Numbers lines={dropped} />
        </>
      )}
    </div>
  )
}

type Line = readonly [name: string, count: number]

const linesOf = <Name extends string>(
  names: Readonly<Record<Name, string>>,
  counts: Readonly<Record<Name, number | null>>,
): Line[] =>
  (Object.entries(names) as [Name, string][])
    .map(([what, name]) => [name, counts[what] ?? 0] as const)
    .filter(([, count]) => count > 0)

const Numbers = ({ lines }: { lines: readonly Line[] }) =>
  lines.length === 0 ? (
    <p class="text">{texts.merging.nothing}</p>
  ) : (
    <ul class="numbers">
      {lines.map(([name, count]) => (
        <li key={name}>
          {name}: {numberText(count)}
        </li>
      ))}
    </ul>
  )

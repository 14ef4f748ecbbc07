import { useSignal } from '@preact/signals'
import X from 'lucide/dist/esm/icons/x.mjs'
import { useId } from 'preact/hooks'
import { SourcePicker } from '../forms/many-people.tsx'
import { texts } from '../message/overlays/texts.ts'
import { directWith } from '../model/conversation.ts'
import { hashOf } from '../model/route.ts'
import { Avatar } from '../parts/avatar.tsx'
import { Dialog } from '../parts/floating/dialog.tsx'
import { useListFocus } from '../parts/floating/use-list-focus.ts'
import { Icon } from '../parts/icon.tsx'
import { nameOf } from '../store/derived/names.ts'
import { useStore } from '../store/use-store.ts'
import { reasonOf } from '../store/verbs/notice.ts'
import { t } from '../texts/texts.ts'
import './new-message.css'

/** Most people whom the address of a conversation names. */
const MOST_PEOPLE = 100

/** Opens a direct conversation with people who are chosen one by one, or by their group or channel. */
export function NewMessage({ onClose }: { onClose: () => void }) {
  const store = useStore()
  const id = useId()
  const people = useSignal<readonly number[]>([])
  const problem = useSignal('')
  const list = useListFocus<HTMLUListElement>('button')

  async function add(fetchPeople: () => Promise<readonly number[]>): Promise<void> {
    problem.value = ''
    try {
      const added = (await fetchPeople()).filter((one) => one !== store.me || people.value.length === 0)
      const all = [...new Set([...people.value, ...added])]
      if (all.length > MOST_PEOPLE) problem.value = texts.tooManyPeople(MOST_PEOPLE)
      else people.value = all
    } catch (error) {
      problem.value = reasonOf(error)
    }
  }

  function open(): void {
    if (people.value.length === 0) {
      problem.value = texts.chooseSomebody
      document.getElementById(id)?.focus()
      return
    }
    onClose()
    location.hash = hashOf(directWith(people.value, store.me))
  }

  return (
    <Dialog title={t.newMessage} onClose={onClose}>
      <form
        class="new-message"
        onSubmit={(event) => {
          event.preventDefault()
          open()
        }}
      >
        <label for={id}>{texts.to}</label>
        <ul class="chips" aria-label={texts.to} {...list}>
          {people.value.map((person) => (
            <li key={person}>
              <Avatar person={store.people.value.get(person)} size="small" />
              <span class="ellipsis" dir="auto">
                {nameOf(store, person)}
              </span>
              <button
                type="button"
                class="icon-button"
                aria-label={texts.leaveOut(nameOf(store, person))}
                onClick={() => {
                  people.value = people.value.filter((one) => one !== person)
                }}
              >
                <Icon node={X} size={14} />
              </button>
            </li>
          ))}
        </ul>
        <SourcePicker
          id={id}
          describedBy={`${id}-problem`}
          isInvalid={problem.value !== ''}
          without={new Set(people.value)}
          onChoose={(fetchPeople) => void add(fetchPeople)}
        />
        <p id={`${id}-problem`} class="problem" role="alert">
          {problem.value}
        </p>
        <div class="buttons">
          <button type="button" class="button" onClick={onClose}>
            {t.cancel}
          </button>
          <button type="submit" class="button main">
            {texts.openConversation}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

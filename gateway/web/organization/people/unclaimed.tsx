import { useSignal } from '@preact/signals'
import type { Answer } from '../../client/index.ts'
import { texts } from '../../forms/people-texts.ts'
import { Dialog } from '../../parts/floating/dialog.tsx'
import { Problem } from '../../saving/problem.tsx'
import { useSaving } from '../../saving/use-saving.ts'
import { nameOf } from '../../store/derived/names.ts'
import { server } from '../../store/requests/server.ts'
import { useStore } from '../../store/use-store.ts'
import { namesUpTo } from '../../texts/names-up-to.ts'
import { t } from '../../texts/texts.ts'

type Unclaimed = Answer<'GET /unclaimed_people'>

/** Names that the dialog shows. */
const MOST_NAMES = 10

interface UnclaimedPeopleProps {
  readonly unclaimed: Unclaimed
  readonly onShow: () => void
  readonly onMailed: () => void
}

/** Says how many imported people have not come yet, and asks them by mail. */
export function UnclaimedPeople({ unclaimed, onShow, onMailed }: UnclaimedPeopleProps) {
  const isAsked = useSignal(false)
  const mailed = useSignal('')
  return (
    <div class="unclaimed">
      <p>{texts.unclaimed.count(unclaimed.people.length)}</p>
      <div class="buttons">
        <button type="button" class="button" onClick={onShow}>
          {texts.unclaimed.show}
        </button>
        <button
          type="button"
          class="button main"
          onClick={() => {
            isAsked.value = true
          }}
        >
          {texts.unclaimed.ask}…
        </button>
      </div>
      <p class="text" role="status">
        {mailed.value}
      </p>
      {isAsked.value && (
        <Question
          unclaimed={unclaimed}
          onClose={() => {
            isAsked.value = false
          }}
          onMailed={(text) => {
            mailed.value = text
            onMailed()
          }}
        />
      )}
    </div>
  )
}

interface QuestionProps {
  readonly unclaimed: Unclaimed
  readonly onClose: () => void
  readonly onMailed: (text: string) => void
}

/** Shows who would get a mail and what it says, before any is sent. */
function Question({ unclaimed, onClose, onMailed }: QuestionProps) {
  const store = useStore()
  const again = useSignal(false)
  const { saving, save } = useSaving()
  const { people, mails_left_today: room } = unclaimed
  const wanted = people.filter(({ refuses_mail }) => !refuses_mail)
  const due = wanted.filter(
    ({ mails, can_be_mailed_again }) => mails === 0 || (again.value && can_be_mailed_again),
  )
  const hasMailed = wanted.some(({ mails }) => mails > 0)
  const now = due.slice(0, room)
  const names = now.slice(0, MOST_NAMES).map(({ user_id }) => nameOf(store, user_id))
  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    if (saving.name === 'saving' || now.length === 0) return
    const isSent = await save(async () => {
      const { mailed, left } = await server.call('POST /unclaimed_people/mail', { again: again.value })
      onMailed(texts.unclaimed.mailed(mailed, left))
    })
    if (isSent) onClose()
  }
  return (
    <Dialog title={texts.unclaimed.question} onClose={onClose}>
      <p>{texts.unclaimed.mailSays}</p>
      <form class="stacked" onSubmit={(event) => void send(event)}>
        {hasMailed && (
          <label class="check">
            <input
              type="checkbox"
              checked={again.value}
              onChange={({ currentTarget }) => {
                again.value = currentTarget.checked
              }}
            />
            {texts.unclaimed.again}
          </label>
        )}
        <p role="status">
          {texts.unclaimed.getMail(now.length)}{' '}
          {due.length > room && texts.unclaimed.limited(due.length - room)}
        </p>
        {names.length > 0 && (
          <p class="text" dir="auto">
            {namesUpTo(names, names.length, now.length)}
          </p>
        )}
        {people.length > wanted.length && (
          <p class="text">{texts.unclaimed.refuse(people.length - wanted.length)}</p>
        )}
        <Problem saving={saving} />
        <div class="buttons">
          <button type="button" class="button" onClick={onClose}>
            {t.cancel}
          </button>
          <button type="submit" class="button main" disabled={now.length === 0}>
            {texts.unclaimed.send}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Answer } from '../client/index.ts'
import { Confirm } from '../forms/confirm.tsx'
import { ownersMay } from '../forms/holders.ts'
import { texts } from '../forms/people-texts.ts'
import type { User } from '../model/wire.ts'
import { Problem } from '../saving/problem.tsx'
import { useSaving } from '../saving/use-saving.ts'
import { isErased } from '../store/derived/erased.ts'
import { nameOf } from '../store/derived/names.ts'
import { isOnlyOwner, OWNER, roleOfReader } from '../store/derived/roles.ts'
import { server } from '../store/requests/server.ts'
import { useStore } from '../store/use-store.ts'
import { momentOf } from '../texts/dates.ts'
import { sizeOf } from '../texts/sizes.ts'
import { EraseDialog } from './erase-dialog.tsx'

type Task = Answer<'GET /users/{user_id}/data'>['tasks'][number]

/** How often the page asks for the progress of exports and erasures. */
const ASK_MS = 1500

/** The exports and the erasure of the person's data, followed while one is under way. */
function useTasks(user_id: number) {
  const tasks = useSignal<readonly Task[] | undefined>(undefined)
  const attempt = useSignal(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const ask = () =>
      server.call('GET /users/{user_id}/data', { user_id }).then(
        (answer) => {
          if (isOver) return
          tasks.value = answer.tasks
          if (answer.tasks.some(({ status }) => status === 'started')) timer = setTimeout(ask, ASK_MS)
        },
        // The list stays as it was until somebody changes it.
        () => undefined,
      )
    void ask()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [user_id, attempt.value])
  const again = () => {
    attempt.value += 1
  }
  return { tasks: tasks.value, again }
}

/** Tasks of administrators with all the data of a person: take it along, or erase it. */
export function PersonData({ person }: { person: User }) {
  const store = useStore()
  const { user_id } = person
  const { tasks, again } = useTasks(user_id)
  const { saving, save } = useSaving()
  const isAsked = useSignal(false)
  const needsOwner = person.role === OWNER && roleOfReader(store) !== OWNER
  const isLastOwner = isOnlyOwner(store, person)
  const isGone = isErased(person)
  const change = (call: () => Promise<unknown>) => void save(call).then(again)
  return (
    <section>
      <h2>{texts.personData}</h2>
      <p class="text">{needsOwner ? ownersMay(store, texts.ownersOnlyData) : texts.personDataHint}</p>
      <div class="activity">
        <button
          type="button"
          class="button"
          disabled={needsOwner}
          onClick={() => change(() => server.call('POST /users/{user_id}/data/export', { user_id }))}
        >
          {texts.exportPerson}
        </button>
        {!isGone && (
          <>
            <p class="text">{isLastOwner ? texts.lastOwnerNotErased : texts.eraseHint}</p>
            <button
              type="button"
              class="button risky"
              disabled={needsOwner || isLastOwner}
              onClick={() => {
                isAsked.value = true
              }}
            >
              {texts.erasePerson}…
            </button>
          </>
        )}
        <Problem saving={saving} />
      </div>
      {tasks !== undefined && tasks.length > 0 && (
        <ul class="chosen-list" aria-label={texts.personTasks}>
          {tasks.map((task) => (
            <Line key={task.id} task={task} person={user_id} onChange={again} />
          ))}
        </ul>
      )}
      {isAsked.value && (
        <EraseDialog
          person={person}
          onConfirm={(delete_messages) =>
            change(() => server.call('POST /users/{user_id}/data/erase', { user_id, delete_messages }))
          }
          onClose={() => {
            isAsked.value = false
          }}
        />
      )}
    </section>
  )
}

interface LineProps {
  readonly task: Task
  readonly person: number
  readonly onChange: () => void
}

function Line({ task, person: user_id, onChange }: LineProps) {
  const store = useStore()
  const { saving, save } = useSaving()
  const isAsked = useSignal(false)
  const moment = (seconds: number) => momentOf(seconds, store.settings.value.twenty_four_hour_time)
  const { id: export_id, kind, status, done, total, size, url } = task
  const who = task.acting_user_id === null ? texts.theOperator : nameOf(store, task.acting_user_id)
  const time = moment(task.requested_at)
  const title = kind === 'export' ? texts.exportedBy(who) : texts.erasedBy(who, task.deletes_messages)
  return (
    <li>
      <span class="about" dir="auto">
        <strong>{title}</strong>
        <span class="text">{time}</span>
        {status === 'started' && (
          <progress max={Math.max(total, 1)} value={done} aria-label={texts.progressOf(title)} />
        )}
        <span class="text" role="status">
          {status === 'started' && texts.taskRuns(done, total)}
          {status === 'succeeded' && (size === null ? texts.taskDone : sizeOf(size))}
          {status === 'failed' && texts.taskFailed}
          {status === 'deleted' && texts.archiveGone}
        </span>
      </span>
      {url !== null && (
        <>
          <a class="button" href={url} download aria-label={texts.downloadArchive(time)}>
            {texts.download}
          </a>
          <button
            type="button"
            class="button"
            aria-label={texts.deleteArchive(time)}
            onClick={() => {
              isAsked.value = true
            }}
          >
            {texts.deleteNow}
          </button>
        </>
      )}
      <Problem saving={saving} />
      {isAsked.value && (
        <Confirm
          title={texts.deleteArchiveQuestion}
          warning={texts.deleteArchiveWarning}
          action={texts.deleteNow}
          onConfirm={() =>
            void save(() =>
              server.call('DELETE /users/{user_id}/data/export/{export_id}', { user_id, export_id }),
            ).then(onChange)
          }
          onClose={() => {
            isAsked.value = false
          }}
        />
      )}
    </li>
  )
}

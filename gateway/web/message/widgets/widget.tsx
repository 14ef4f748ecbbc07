import { useSignal } from '@preact/signals'
import type { Message } from '../../model/wire.ts'
import { nameOf } from '../../store/derived/names.ts'
import { useStore } from '../../store/use-store.ts'
import { addToWidget } from '../../store/verbs/add-to-widget.ts'
import { t } from '../../texts/texts.ts'
import { nextIndex, pollOf, widgetTypeOf } from './poll-state.ts'
import { todoOf } from './todo-state.ts'
import './widget.css'

/** A poll or a to-do list, in place of the message's text. */
export function Widget({ message }: { message: Message }) {
  return widgetTypeOf(message) === 'poll' ? <Poll message={message} /> : <Todo message={message} />
}

/** Whether the message is shown as a widget of a kind that this client knows. */
export const isWidget = (message: Message): boolean =>
  message.submessages.length > 0 && ['poll', 'todo'].includes(String(widgetTypeOf(message)))

function Poll({ message }: { message: Message }) {
  const store = useStore()
  const { question, options } = pollOf(message)
  const most = Math.max(1, ...options.map(({ voters }) => voters.size))
  return (
    <section class="widget" aria-label={t.poll}>
      <p class="title">{question || t.poll}</p>
      <ul>
        {options.map(({ key, text, voters }) => {
          const hasVoted = voters.has(store.me)
          const names = t.and([...voters].map((id) => nameOf(store, id)))
          return (
            <li key={key}>
              <button
                type="button"
                class={hasVoted ? 'option mine' : 'option'}
                disabled={store.isSpectator}
                aria-pressed={hasVoted}
                title={names}
                onClick={() => addToWidget(store, message.id, { type: 'vote', key, vote: hasVoted ? -1 : 1 })}
              >
                <span class="bar" style={{ width: `${(100 * voters.size) / most}%` }} />
                <span class="text">{text}</span>
                <span class="only-heard">{t.votes(voters.size)}</span>
                <span class="votes" aria-hidden="true">
                  {voters.size}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      <AddLine
        label={t.addOption}
        onAdd={(option) => {
          const idx = nextIndex(message, store.me)
          return addToWidget(store, message.id, { type: 'new_option', idx, option })
        }}
      />
    </section>
  )
}

function Todo({ message }: { message: Message }) {
  const store = useStore()
  const { title, tasks } = todoOf(message)
  return (
    <section class="widget" aria-label={t.todoList}>
      <p class="title">{title || t.todoList}</p>
      <ul>
        {tasks.map(({ key, task, description, isDone }) => (
          <li key={key}>
            <label class={isDone ? 'task done' : 'task'}>
              <input
                type="checkbox"
                checked={isDone}
                disabled={store.isSpectator}
                onChange={() => addToWidget(store, message.id, { type: 'strike', key })}
              />
              <span>
                {task}
                {description && <small>{description}</small>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <AddLine
        label={t.addTask}
        onAdd={(task) => {
          const key = nextIndex(message, store.me)
          return addToWidget(store, message.id, { type: 'new_task', key, task, desc: '', completed: false })
        }}
      />
    </section>
  )
}

function AddLine({ label, onAdd }: { label: string; onAdd: (text: string) => Promise<boolean> }) {
  const store = useStore()
  const text = useSignal('')
  if (store.isSpectator) return null
  return (
    <form
      class="add-line"
      onSubmit={async (event) => {
        event.preventDefault()
        const added = text.value.trim()
        if (added !== '' && (await onAdd(added))) text.value = ''
      }}
    >
      <input
        aria-label={label}
        placeholder={label}
        value={text.value}
        autocomplete="off"
        onInput={(event) => {
          text.value = event.currentTarget.value
        }}
      />
      {text.value.trim() !== '' && (
        <button type="submit" class="button">
          {t.add}
        </button>
      )}
    </form>
  )
}

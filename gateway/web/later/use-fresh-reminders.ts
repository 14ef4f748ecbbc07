import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ServerEvent } from '../model/wire.ts'
import { server } from '../store/requests/server.ts'
import type { Reminder } from '../store/slices/scheduled.ts'
import { useStore } from '../store/use-store.ts'

/** Changes that come together cause one request. */
const AGAIN_MS = 1000

/**
 * The reader's reminders, which show their messages as they are now. No event tells that a message of a
 * reminder has changed, so the texts are fetched when the list is shown, and after such changes.
 */
export function useFreshReminders(): readonly Reminder[] {
  const store = useStore()
  const fetched = useSignal<ReadonlyMap<number, Reminder>>(new Map())
  useEffect(() => {
    if (store.isCopy) return
    let isShown = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = async () => {
      try {
        const answer = await server.call('GET /reminders')
        if (isShown) fetched.value = new Map(answer.reminders.map((each) => [each.reminder_id, each]))
      } catch {
        // The former texts stay until the next change.
      }
    }
    const follow = (event: ServerEvent) => {
      if (timer !== undefined || !changesTexts(event)) return
      const targets = new Set(
        [...store.reminders.peek().values()].map((one) => one.reminder_target_message_id),
      )
      if (event.type !== 'subscription' && !changedBy(event).some((id) => targets.has(id))) return
      timer = setTimeout(() => {
        timer = undefined
        void load()
      }, AGAIN_MS)
    }
    if (store.reminders.peek().size > 0) void load()
    store.listeners.add(follow)
    return () => {
      isShown = false
      clearTimeout(timer)
      store.listeners.delete(follow)
    }
  }, [store])
  return [...store.reminders.value.values()].map((one) => fetched.value.get(one.reminder_id) ?? one)
}

type Changing = ServerEvent & { type: 'update_message' | 'delete_message' | 'subscription' }

/** Whether an event may change the text of reminders. */
const changesTexts = (event: ServerEvent): event is Changing =>
  event.type === 'update_message' ||
  event.type === 'delete_message' ||
  (event.type === 'subscription' && (event.op === 'add' || event.op === 'remove'))

/** The messages that an event changes. */
const changedBy = (event: Exclude<Changing, { type: 'subscription' }>): readonly number[] =>
  'message_ids' in event && event.message_ids !== undefined ? event.message_ids : []

import type { Message } from '../../model/wire.ts'
import { dataOf } from './poll-state.ts'

/** The state of a to-do list after its submessages. */
export interface TodoState {
  readonly title: string
  readonly tasks: readonly Task[]
}

export interface Task {
  readonly key: string
  readonly task: string
  readonly description: string
  readonly isDone: boolean
}

/** Reads a to-do list from its submessages. Ignores invalid ones. */
export function todoOf(message: Message): TodoState {
  let title = ''
  const tasks = new Map<string, { task: string; description: string; isDone: boolean }>()
  function add(key: string, task: unknown, desc: unknown): void {
    if (typeof task !== 'string' || [...tasks.values()].some((known) => known.task === task)) return
    tasks.set(key, { task, description: typeof desc === 'string' ? desc : '', isDone: false })
  }
  for (const { sender_id, data } of dataOf(message)) {
    switch (data.type) {
      case undefined: {
        const begun = (data.extra_data ?? {}) as { task_list_title?: unknown; tasks?: unknown }
        title = String(begun.task_list_title ?? '')
        if (Array.isArray(begun.tasks)) {
          for (const [index, one] of begun.tasks.entries()) add(`${index},canned`, one?.task, one?.desc)
        }
        break
      }
      case 'new_task':
        add(`${data.key},${sender_id}`, data.task, data.desc)
        break
      case 'new_task_list_title':
        if (sender_id === message.sender_id) title = String(data.title)
        break
      case 'strike': {
        const known = tasks.get(String(data.key))
        if (known !== undefined) known.isDone = !known.isDone
      }
    }
  }
  return { title, tasks: [...tasks].map(([key, task]) => ({ key, ...task })) }
}

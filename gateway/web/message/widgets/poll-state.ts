import type { Message } from '../../model/wire.ts'

/** The state of a poll after its submessages. */
export interface PollState {
  readonly question: string
  readonly options: readonly PollOption[]
}

export interface PollOption {
  /** The option's key in votes: the user who added it, and its number. */
  readonly key: string
  readonly text: string
  readonly voters: ReadonlySet<number>
}

/** Reads a poll from its submessages in order. Ignores invalid ones. */
export function pollOf(message: Message): PollState {
  let question = ''
  const options = new Map<string, { text: string; voters: Set<number> }>()
  const add = (key: string, text: unknown) => {
    if (typeof text !== 'string' || options.has(key)) return
    if ([...options.values()].some((option) => option.text === text)) return
    options.set(key, { text, voters: new Set() })
  }
  for (const { sender_id, data } of dataOf(message)) {
    switch (data.type) {
      case undefined: {
        const begun = (data.extra_data ?? {}) as { question?: unknown; options?: unknown }
        question = String(begun.question ?? '')
        if (Array.isArray(begun.options)) {
          for (const [index, text] of begun.options.entries()) add(`canned,${index}`, text)
        }
        break
      }
      case 'new_option':
        add(`${sender_id},${data.idx}`, data.option)
        break
      case 'question':
        if (sender_id === message.sender_id) question = String(data.question)
        break
      case 'vote': {
        const voters = options.get(String(data.key))?.voters
        if (data.vote === 1) voters?.add(sender_id)
        else voters?.delete(sender_id)
      }
    }
  }
  return { question, options: [...options].map(([key, option]) => ({ key, ...option })) }
}

/** The number of the next option or task that a user adds. */
export const nextIndex = (message: Message, person: number): number =>
  dataOf(message).filter(({ sender_id, data }) => sender_id === person && data.type?.startsWith('new_'))
    .length + 1

interface SubmessageData {
  readonly type?: string
  readonly [field: string]: unknown
}

/** The submessages of a widget as objects, in order. */
export const dataOf = ({ submessages }: Message): { sender_id: number; data: SubmessageData }[] =>
  [...submessages]
    .sort((a, b) => a.id - b.id)
    .flatMap(({ sender_id, content }) => {
      const data = parsed(content)
      return data === undefined ? [] : [{ sender_id, data }]
    })

function parsed(content: string): SubmessageData | undefined {
  try {
    const value: unknown = JSON.parse(content)
    return typeof value === 'object' && value !== null ? (value as SubmessageData) : undefined
  } catch {
    return undefined
  }
}

/** The kind of widget of a message; undefined for other messages. */
export const widgetTypeOf = (message: Message): unknown => dataOf(message)[0]?.data.widget_type

/** A submessage of a widget. `content` is JSON text from a client. */
export interface Addition {
  readonly id: number
  readonly messageId: number
  readonly senderId: number
  readonly content: string
}

/**
 * Gives the additions of one message's widget to the account that stays. Options and tasks are named by who
 * added them and a number. Where both accounts added some, those of the merged one get the next numbers.
 * Returns the additions that change.
 */
export function withOneSender(additions: readonly Addition[], from: number, into: number): Addition[] {
  const numbers = additions.map(({ senderId, content }) => ({
    senderId,
    number: addedNumber(parsed(content)),
  }))
  const own = numbers.filter(({ senderId, number }) => senderId === into && number !== undefined)
  const shift = Math.max(0, ...own.map(({ number }) => number!))
  return additions.flatMap((addition) => {
    const data = parsed(addition.content)
    const isMoved = addition.senderId === from
    const changed = data === undefined ? undefined : changedData(data, isMoved, { from, into, shift })
    if (!isMoved && changed === undefined) return []
    const content = changed === undefined ? addition.content : JSON.stringify(changed)
    return [{ ...addition, senderId: isMoved ? into : addition.senderId, content }]
  })
}

interface Shift {
  readonly from: number
  readonly into: number
  readonly shift: number
}

type Data = Readonly<Record<string, unknown>>

function changedData(data: Data, isMoved: boolean, { from, into, shift }: Shift): Data | undefined {
  const number = addedNumber(data)
  if (isMoved && number !== undefined && shift > 0) {
    return data.type === 'new_option' ? { ...data, idx: number + shift } : { ...data, key: number + shift }
  }
  const named = typeof data.key === 'string' ? /^(\d+),(\d+)$/.exec(data.key) : null
  if (named === null) return undefined
  if (data.type === 'vote' && Number(named[1]) === from) {
    return { ...data, key: `${into},${Number(named[2]) + shift}` }
  }
  if (data.type === 'strike' && Number(named[2]) === from) {
    return { ...data, key: `${Number(named[1]) + shift},${into}` }
  }
  return undefined
}

/** The number of the option or task that an addition adds. */
function addedNumber(data: Data | undefined): number | undefined {
  const number = data?.type === 'new_option' ? data.idx : data?.type === 'new_task' ? data.key : undefined
  return Number.isSafeInteger(number) ? (number as number) : undefined
}

function parsed(content: string): Data | undefined {
  try {
    const value: unknown = JSON.parse(content)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Data) : undefined
  } catch {
    return undefined
  }
}

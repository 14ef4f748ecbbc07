interface Run<Key, Value> {
  readonly keys: Set<Key>
  readonly values: Promise<ReadonlyMap<Key, Value>>
}

/**
 * Returns a function that asks for the value of a key. Calls share runs of `ask`, one at a time: the first
 * call begins one, and calls during a run wait for the next one, for at most `most` keys together. So each
 * value is of a run that began after its call. It bounds the statements that calls at once send: one at a
 * time for each process. Resolves to undefined for a key without a value.
 */
export function askTogether<Key, Value>(
  most: number,
  ask: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let last: Promise<unknown> = Promise.resolve()
  let waiting: Run<Key, Value> | undefined
  const queueRun = (): Run<Key, Value> => {
    const keys = new Set<Key>()
    const values = last.then(() => {
      if (waiting === run) waiting = undefined
      return ask([...keys])
    })
    const run = { keys, values }
    last = values.catch(() => undefined)
    return run
  }
  return async (key) => {
    if (waiting === undefined || waiting.keys.size >= most) waiting = queueRun()
    waiting.keys.add(key)
    return (await waiting.values).get(key)
  }
}

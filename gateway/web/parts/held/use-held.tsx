import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useId, useLayoutEffect } from 'preact/hooks'
import { type Held, holding, keeping, storing, taking, typing } from './held.ts'
import { SavedMeanwhile, showChoice } from './saved-meanwhile.tsx'

type Fields<D> = { readonly [Name in keyof D]: Held<D[Name]> }

interface Drafted<D> {
  readonly draft: D
  set(part: Partial<D>): void
  /** The choice that stands below a field while somebody else has saved another value. */
  choice(name: keyof D, textOf?: (value: D[keyof D]) => string): JSX.Element | null
  /** Whether the reader has chosen everywhere. Otherwise brings the focus to the first choice. */
  isDecided(): boolean
}

const namesOf = <D extends object>(of: D) => Object.keys(of) as (keyof D & string)[]
const mapped = <D extends object, V>(of: D, made: (name: keyof D & string) => V) =>
  Object.fromEntries(namesOf(of).map((name) => [name, made(name)]))

/**
 * The fields of a form that are saved together. A field that the reader has not changed shows what others
 * save.
 */
export function useHeld<D extends object>(stored: D): Drafted<D> {
  const id = useId()
  const fields = useSignal(mapped(stored, (name) => holding(stored[name])) as Fields<D>)
  useLayoutEffect(() => {
    const former = fields.peek()
    fields.value = mapped(former, (name) => storing(former[name], stored[name])) as Fields<D>
  }, [JSON.stringify(stored)])
  const put = (name: keyof D, held: Held<D[keyof D]>) => {
    fields.value = { ...fields.peek(), [name]: held }
  }
  const draft = mapped(fields.value, (name) => fields.value[name].mine) as D
  return {
    draft,
    set: (part) => {
      const former = fields.peek()
      const changed = mapped(part, (name) => typing(former[name], part[name] as D[typeof name]))
      fields.value = { ...former, ...changed } as Fields<D>
    },
    choice: (name, textOf = String) => {
      const held = fields.value[name]
      if (held.other === undefined) return null
      return (
        <SavedMeanwhile
          id={`${id}-${String(name)}`}
          text={textOf(held.other)}
          onTake={() => put(name, taking(held))}
          onKeep={() => put(name, keeping(held))}
        />
      )
    },
    isDecided: () => {
      const open = namesOf(fields.peek()).find((name) => fields.peek()[name].other !== undefined)
      if (open !== undefined) showChoice(`${id}-${open}`)
      return open === undefined
    },
  }
}

import type { Registration } from '../../model/wire.ts'
import { type Slice, slice } from './slice.ts'

type Unprefixed<Field> = Field extends `realm_${infer Name}` ? Name : never
/** The settings of the organization that the client uses, by the names of the wire without `realm_`. */
type RuleName = Unprefixed<keyof Registration>

/** The chosen settings of the organization. */
export type Rules<Name extends RuleName> = { readonly [N in Name]: Registration[`realm_${N}`] }

/** The slice of these settings. */
export const rules = <const Name extends RuleName>(names: readonly Name[]): Slice<Rules<Name>> =>
  slice<Rules<Name>>({
    from: (registration) =>
      Object.fromEntries(names.map((name) => [name, registration[`realm_${name}`]])) as Rules<Name>,
    apply: (state, event) => {
      if (event.type !== 'realm') return state
      const isRule = (name: string) => (names as readonly string[]).includes(name)
      if (event.op === 'update')
        return isRule(event.property) ? { ...state, [event.property]: event.value } : state
      if (event.op !== 'update_dict') return state
      const changed = Object.entries(event.data).filter(([name]) => isRule(name))
      return changed.length === 0 ? state : { ...state, ...Object.fromEntries(changed) }
    },
  })

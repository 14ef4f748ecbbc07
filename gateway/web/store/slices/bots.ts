import type { Registration } from '../../model/wire.ts'
import { slice } from './slice.ts'

export type Bot = Registration['realm_bots'][number]
export type Bots = ReadonlyMap<number, Bot>

/** The bots that the reader manages, by id: own ones, for administrators all. */
export const bots = slice<Bots>({
  from: ({ realm_bots }) => new Map(realm_bots.map((bot) => [bot.user_id, bot])),
  apply: (state, event) => {
    if (event.type !== 'realm_bot') return state
    const next = new Map(state)
    const { user_id: id } = event.bot
    if (event.op === 'delete') next.delete(id)
    else if (event.op === 'add') next.set(id, event.bot)
    else {
      const known = state.get(id)
      if (known === undefined) return state
      next.set(id, { ...known, ...(event.bot as Partial<Bot>) })
    }
    return next
  },
})

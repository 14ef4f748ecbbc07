import type { ChannelId, UserId } from '../ids.ts'

/**
 * Who may see an event. Never a list of a channel's people: those are known to whoever delivers
 * (design: the cost of a message does not depend on how many are in the channel).
 * - `realm`: everyone of the organization.
 * - `members`: everyone of the organization but guests.
 * - `users`: just these.
 * - `channel`: who is subscribed at the event's position, and queues with all_public_streams when it is public.
 * - `internal`: nobody; it moves the processes' memory of the realm forward.
 */
export type Audience =
  | { readonly kind: 'realm'; readonly except?: readonly UserId[] }
  | { readonly kind: 'members'; readonly except?: readonly UserId[] }
  | { readonly kind: 'users'; readonly ids: readonly UserId[] }
  | { readonly kind: 'channel'; readonly id: ChannelId; readonly except?: readonly UserId[] }
  | { readonly kind: 'internal' }

export const toRealm: Audience = { kind: 'realm' }
export const toUsers = (ids: Iterable<UserId>): Audience => ({ kind: 'users', ids: [...new Set(ids)] })
export const toMembers = (except: readonly UserId[] = []): Audience => ({ kind: 'members', except })
export const toChannel = (id: ChannelId, except: readonly UserId[] = []): Audience => ({
  kind: 'channel',
  id,
  except,
})
export const internal: Audience = { kind: 'internal' }

/** As stored in `event_log.audience` and in the stream: `r`, `m`, `u1,2`, `c7`, `_`; `-1,2` at the end excepts. */
export function encodeAudience(audience: Audience): string {
  if (audience.kind === 'internal') return '_'
  if (audience.kind === 'users') return `u${audience.ids.join(',')}`
  const except = audience.except?.length ? `-${audience.except.join(',')}` : ''
  if (audience.kind === 'channel') return `c${audience.id}${except}`
  return (audience.kind === 'realm' ? 'r' : 'm') + except
}

export function decodeAudience(text: string): Audience {
  const [head = '', excepted] = text.split('-')
  const except = idsOf(excepted)
  switch (head[0]) {
    case 'r':
      return { kind: 'realm', except }
    case 'm':
      return { kind: 'members', except }
    case 'u':
      return { kind: 'users', ids: idsOf(head.slice(1)) }
    case 'c':
      return { kind: 'channel', id: Number(head.slice(1)) as ChannelId, except }
    case '_':
      return internal
    default:
      throw new Error(`unknown audience ${text}`)
  }
}

const idsOf = (list: string | undefined): UserId[] => (list ? (list.split(',').map(Number) as UserId[]) : [])

import type { ChannelId, UserId } from '../ids.ts'

/**
 * Who may receive an event. A channel's subscribers are never listed: gateways know them, so the cost of a
 * message does not depend on their number.
 * - `realm`: everyone in the organization.
 * - `members`: everyone in the organization except guests.
 * - `users`: these users only.
 * - `channel`: the subscribers at the event's position, and queues with all_public_streams when it is public.
 * - `internal`: no client; processes apply it to their memory of the realm.
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

/**
 * Returns an audience as `event_log.audience` and the stream store it: `r`, `m`, `u1,2`, `c7` or `_`. A
 * suffix like `-1,2` excludes users.
 */
export function encodeAudience(audience: Audience): string {
  if (audience.kind === 'internal') return '_'
  if (audience.kind === 'users') return `u${audience.ids.join(',')}`
  const except = audience.except?.length ? `-${audience.except.join(',')}` : ''
  if (audience.kind === 'channel') return `c${audience.id}${except}`
  return (audience.kind === 'realm' ? 'r' : 'm') + except
}

/** Reverses `encodeAudience`. Throws for any other text. */
export function decodeAudience(text: string): Audience {
  const [included = '', excluded] = text.split('-')
  const except = idsOf(excluded)
  switch (included[0]) {
    case 'r':
      return { kind: 'realm', except }
    case 'm':
      return { kind: 'members', except }
    case 'u':
      return { kind: 'users', ids: idsOf(included.slice(1)) }
    case 'c':
      return { kind: 'channel', id: Number(included.slice(1)) as ChannelId, except }
    case '_':
      return internal
    default:
      throw new Error(`unknown audience ${text}`)
  }
}

const idsOf = (list: string | undefined): UserId[] => (list ? (list.split(',').map(Number) as UserId[]) : [])

import { canReadChannel } from '../channels/permissions.ts'
import type { ChannelRecord } from '../channels/record.ts'
import { ApiError } from '../errors.ts'
import type { UserId } from '../ids.ts'
import { checkTopic } from '../messages/check.ts'
import type { RealmState } from '../realm/state.ts'
import type { UserRecord } from '../users/record.ts'

/** A condition of a narrow as a client states it. */
export interface NarrowTerm {
  readonly operator: string
  readonly operand: string | number | readonly number[]
  readonly negated?: boolean
}

/** A condition whose names have been resolved, for one reader. */
export type ResolvedTerm = { readonly negated: boolean } & (
  | { readonly kind: 'channel'; readonly channel: ChannelRecord }
  | { readonly kind: 'topic'; readonly topic: string }
  | { readonly kind: 'dm'; readonly participants: readonly UserId[] }
  | { readonly kind: 'sender'; readonly user: UserId }
)

function badNarrow(description: string): ApiError {
  return new ApiError(`Invalid narrow operator: ${description}`, {
    code: 'BAD_NARROW',
    extra: { desc: description },
  })
}

/** The operators of this family's clients, with their former names. */
const OPERATORS: Record<
  string,
  (realm: RealmState, reader: UserRecord, operand: NarrowTerm['operand']) => Resolved
> = {
  channel: resolveChannel,
  stream: resolveChannel,
  topic: resolveTopic,
  subject: resolveTopic,
  dm: resolveDirect,
  'pm-with': resolveDirect,
  sender: resolveSender,
  from: resolveSender,
}

type Resolved = ResolvedTerm extends infer Term
  ? Term extends unknown
    ? Omit<Term, 'negated'>
    : never
  : never

/** Throws BAD_NARROW for an unknown operator and for an operand that names nothing the reader may know of. */
export function resolveNarrow(
  realm: RealmState,
  reader: UserRecord,
  terms: readonly NarrowTerm[],
): ResolvedTerm[] {
  return terms.map((term) => {
    const resolve = Object.hasOwn(OPERATORS, term.operator) ? OPERATORS[term.operator] : undefined
    if (resolve === undefined) throw badNarrow(`unknown operator '${term.operator}'`)
    return { ...resolve(realm, reader, term.operand), negated: term.negated ?? false } as ResolvedTerm
  })
}

function resolveChannel(realm: RealmState, reader: UserRecord, operand: NarrowTerm['operand']): Resolved {
  const channel =
    typeof operand === 'number'
      ? realm.channels.get(operand)
      : typeof operand === 'string'
        ? (realm.channels.byName(operand) ?? byIdText(realm, operand))
        : undefined
  if (channel === undefined || !canReadChannel(realm, reader, channel)) {
    throw badNarrow(`unknown channel '${operand}'`)
  }
  return { kind: 'channel', channel }
}

/** Some clients write ids as text. */
function byIdText(realm: RealmState, operand: string): ChannelRecord | undefined {
  return /^\d{1,15}$/.test(operand) ? realm.channels.get(Number(operand)) : undefined
}

function resolveTopic(_realm: RealmState, _reader: UserRecord, operand: NarrowTerm['operand']): Resolved {
  if (typeof operand !== 'string') throw badNarrow('topic must be a string')
  return { kind: 'topic', topic: checkTopic(operand) }
}

function resolveDirect(realm: RealmState, reader: UserRecord, operand: NarrowTerm['operand']): Resolved {
  const named =
    typeof operand === 'string' ? operand.split(',').map((email) => email.trim()) : [operand].flat()
  const ids = new Set<UserId>([reader.id])
  for (const one of named) {
    const user = typeof one === 'number' ? realm.users.get(one) : realm.users.byEmail(one)
    if (user === undefined) throw badNarrow(`unknown user in '${operand}'`)
    ids.add(user.id)
  }
  return { kind: 'dm', participants: [...ids].sort((a, b) => a - b) }
}

function resolveSender(realm: RealmState, reader: UserRecord, operand: NarrowTerm['operand']): Resolved {
  const user =
    operand === 'me'
      ? reader
      : typeof operand === 'number'
        ? realm.users.get(operand)
        : typeof operand === 'string'
          ? realm.users.byEmail(operand)
          : undefined
  if (user === undefined) throw badNarrow(`unknown user '${operand}'`)
  return { kind: 'sender', user: user.id }
}

import { canReadChannel } from '../../state/access/channel-permissions.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { findChannelByOperand } from './operators.ts'
import type { NarrowTerm } from './terms.ts'

const CHANNEL = ['channel', 'stream']
const CHANNELS = ['channels', 'streams']
/** Operators that do not depend on the reader. */
const IMPERSONAL = [
  ...CHANNEL,
  ...CHANNELS,
  ...['topic', 'subject', 'sender', 'from', 'has', 'search', 'near', 'id', 'with'],
]

/**
 * Whether a spectator may use a narrow: it is limited to web-public channels and does not depend on the
 * reader.
 */
export function isForSpectators(realm: RealmView, narrow: readonly NarrowTerm[]): boolean {
  return (
    narrow.every((term) => IMPERSONAL.includes(term.operator)) &&
    narrow.some((term) => !term.negated && isWebPublic(realm, term))
  )
}

function isWebPublic(realm: RealmView, { operator, operand }: NarrowTerm): boolean {
  if (CHANNELS.includes(operator)) return operand === 'web-public'
  if (!CHANNEL.includes(operator)) return false
  const channel = findChannelByOperand(realm, operand)
  return channel !== undefined && canReadChannel(realm, undefined, channel)
}

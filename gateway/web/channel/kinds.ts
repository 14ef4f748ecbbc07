import type { KnownChannel } from '../store/slices/all-channels.ts'
import { texts } from './texts.ts'

/** Who can read a channel. */
export const KINDS = ['public', 'webPublic', 'sharedHistory', 'ownHistory'] as const
export type Kind = (typeof KINDS)[number]

export function kindOf(channel: KnownChannel): Kind {
  if (channel.is_web_public) return 'webPublic'
  if (!channel.invite_only) return 'public'
  return channel.history_public_to_subscribers ? 'sharedHistory' : 'ownHistory'
}

/** The properties of a channel of this kind, by the names of the wire. */
export const propertiesOf = (kind: Kind) => ({
  is_private: kind === 'sharedHistory' || kind === 'ownHistory',
  is_web_public: kind === 'webPublic',
  history_public_to_subscribers: kind !== 'ownHistory',
})

/** The options of a control that chooses one of these kinds. */
export const kindOptions = (kinds: readonly Kind[]) =>
  kinds.map((value) => ({ value, name: texts.kinds[value] }))

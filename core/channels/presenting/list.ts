import { canReadChannel, canSeeChannel } from '../../state/access/channel-permissions.ts'
import { type ChannelRecord, inNameOrder } from '../../state/channels/record.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { isAdministrator, isGuest, type UserRecord } from '../../state/users/record.ts'
import { cannotListAllChannels } from '../errors.ts'

/** The channels that GET /streams lists: all that at least one source includes and the reader can see. */
export interface ChannelSources {
  readonly public: boolean
  readonly webPublic: boolean
  readonly subscribed: boolean
  /** For a bot: the channels to which its owner is subscribed. */
  readonly ownerSubscribed: boolean
  readonly canAccessContent: boolean
  /** Every channel that the reader can see. */
  readonly all: boolean
  /** The same, for administrators only: the former name of `all`. */
  readonly allActive: boolean
  readonly excludeArchived: boolean
}

/** The channels of the sources, by name. Throws when the reader may not use one of the sources. */
export function listChannels(realm: RealmView, reader: UserRecord, sources: ChannelSources): ChannelRecord[] {
  if (sources.allActive && !isAdministrator(reader)) throw cannotListAllChannels()
  const owner = sources.ownerSubscribed && reader.isBot ? reader.botOwnerId : null
  const isWanted = (channel: ChannelRecord): boolean =>
    ((sources.all || sources.allActive) && canSeeChannel(realm, reader, channel)) ||
    (sources.public && !channel.isPrivate && !isGuest(reader)) ||
    (sources.webPublic && channel.isWebPublic) ||
    (sources.subscribed && realm.membership.has(channel.id, reader.id)) ||
    (sources.canAccessContent && canReadChannel(realm, reader, channel)) ||
    (owner !== null && realm.membership.has(channel.id, owner))
  return [...realm.channels]
    .filter((channel) => !(channel.isArchived && sources.excludeArchived) && isWanted(channel))
    .sort(inNameOrder)
}

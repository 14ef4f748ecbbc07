import { canReadChannel, canSeeChannel } from '../state/channels/permissions.ts'
import { type ChannelRecord, inNameOrder } from '../state/channels/record.ts'
import type { RealmView } from '../state/realm/view.ts'
import { isAdministrator, isGuest, type UserRecord } from '../state/users/record.ts'
import { cannotListAllChannels } from './errors.ts'

/** Which channels GET /streams tells of: any that one of the sources names, if the reader may see it. */
export interface ChannelSources {
  readonly public: boolean
  readonly webPublic: boolean
  readonly subscribed: boolean
  /** Of a bot: what its owner is subscribed to. */
  readonly ownerSubscribed: boolean
  readonly canAccessContent: boolean
  /** Every channel the reader may know of. */
  readonly all: boolean
  /** The same, for administrators only: the former name of `all`. */
  readonly allActive: boolean
  readonly excludeArchived: boolean
}

/** The channels of the sources, by name. Throws when the reader may not ask for them. */
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

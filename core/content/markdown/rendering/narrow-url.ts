import type { ChannelId } from '../../../platform/ids.ts'

/**
 * Encodes a name for a `#narrow` URL: percent-encodes all but letters, digits and `_-~`, then replaces
 * percent signs by dots, because some browsers decode percent signs in fragments.
 */
export function encodeNarrowTerm(name: string): string {
  return encodeURIComponent(name)
    .replace(/[!'()*.]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')
}

/** Returns the realm-relative address of a channel, such as `/#narrow/channel/5-Verona`. */
export function channelUrl(channel: { id: ChannelId; name: string }): string {
  return `/#narrow/channel/${channel.id}-${encodeNarrowTerm(channel.name.replaceAll(' ', '-'))}`
}

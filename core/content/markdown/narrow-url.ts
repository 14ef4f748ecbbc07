import type { ChannelId } from '../../platform/ids.ts'

/**
 * A name as it stands in a `#narrow` URL: percent-encoded beyond letters, digits and `_-~`, then
 * with dots in place of percent signs, because some browsers decode percent signs in fragments.
 */
export function encodeNarrowTerm(name: string): string {
  return encodeURIComponent(name)
    .replace(/[!'()*.]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')
}

/** The realm-relative address of a channel, as in `/#narrow/channel/5-Verona`. */
export function channelUrl(channel: { id: ChannelId; name: string }): string {
  return `/#narrow/channel/${channel.id}-${encodeNarrowTerm(channel.name.replaceAll(' ', '-'))}`
}

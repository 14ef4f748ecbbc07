import { hashOf } from '../../model/route.ts'

/** Characters that end the name in `#**channel>topic**`, or mean something else there. */
const SPECIAL = /[`*>|&[\]\\]|\$\$/

/** A link to a channel: `#**name**`, or a link of Markdown if the name has special characters. */
export const channelLink = (id: number, name: string): string =>
  SPECIAL.test(name) ? `[#${shown(name)}](${hashOf({ kind: 'channel', channel: id }, name)})` : `#**${name}**`

/** A link to a topic, as `channelLink`. */
export function topicLink(
  channel: { readonly stream_id: number; readonly name: string },
  topic: string,
): string {
  const { stream_id: id, name } = channel
  if (!SPECIAL.test(name) && !SPECIAL.test(topic)) return `#**${name}>${topic}**`
  return `[#${shown(name)} > ${shown(topic)}](${hashOf({ kind: 'topic', channel: id, topic }, name)})`
}

/** The name as text of a link: signs of Markdown as entities. */
const shown = (name: string): string =>
  name.replace(/[`*_~<>|&[\]\\$:@#]/g, (sign) => `&#${sign.charCodeAt(0)};`)

import type { CustomEmojiList } from '../reading/custom-emoji.ts'
import type { ReadingContext } from '../reading/reader.ts'
import type { SlackSite } from './site.ts'

const ALIAS = 'alias:'
const MAX_ALIASES = 10

/** Adds the custom emoji, which only Slack has. Returns their ids by their names there. */
export async function addEmoji(
  { report }: ReadingContext,
  list: CustomEmojiList,
  site: SlackSite | undefined,
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>()
  if (site === undefined) return ids
  const given = await site.emoji()
  if (given === undefined) {
    report.leftOut('custom emoji: the token may not list them')
    return ids
  }
  // The same order in every run.
  for (const [index, name] of [...given.keys()].sort().entries()) {
    const address = addressOf(name, given)
    if (address === undefined) {
      report.leftOut('other names of emoji that Slack has itself', name)
      continue
    }
    const id = index + 1
    await list.add({ id, name, file: await site.picture(address), author: null, isDeactivated: false })
    if (list.has(id)) ids.set(name, id)
  }
  return ids
}

/** Follows other names; undefined for the name of an emoji that is no custom one. */
function addressOf(name: string, given: ReadonlyMap<string, string>): string | undefined {
  let address = given.get(name)
  for (let n = 0; n < MAX_ALIASES && address?.startsWith(ALIAS); n += 1) {
    address = given.get(address.slice(ALIAS.length))
  }
  return address?.startsWith(ALIAS) ? undefined : address
}

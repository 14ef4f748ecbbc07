import { render } from '../../content/markdown/render.ts'
import { markdownContext } from '../../content/messages/realm-context.ts'
import type { Caller } from '../../state/caller.ts'
import { checkChannelDescription } from './create.ts'

/**
 * Returns a channel's description as it will be stored, and its HTML, which links the channels that
 * the caller can see. Throws when the description is too long.
 */
export function describe({ core, realm, user }: Caller, given: string) {
  const description = checkChannelDescription(given)
  const context = markdownContext(realm, user, core.options.rootUrl)
  return { description, renderedDescription: description === '' ? '' : render(description, context).html }
}

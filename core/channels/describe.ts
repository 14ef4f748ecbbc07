import { markdownContext } from '../content/markdown/realm-context.ts'
import { render } from '../content/markdown/render.ts'
import type { Core } from '../state/core.ts'
import type { RealmState } from '../state/realm/state.ts'
import type { UserRecord } from '../state/users/record.ts'
import { checkChannelDescription } from './create.ts'

/** A channel's description as it is stored, with its HTML as `author` may write it. Throws when it is too long. */
export function describe(core: Core, realm: RealmState, author: UserRecord, given: string) {
  const description = checkChannelDescription(given)
  const context = markdownContext(realm, author, core.options.rootUrl)
  return { description, renderedDescription: description === '' ? '' : render(description, context).html }
}

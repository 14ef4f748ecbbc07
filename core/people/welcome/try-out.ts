import { emptyMessage } from '../../content/messages/errors.ts'
import type { MessageId } from '../../platform/ids.ts'
import { requireAdministrator } from '../../state/access/realm-permissions.ts'
import type { Caller } from '../../state/caller.ts'
import { welcomeBot } from '../../state/users/system-bots.ts'
import { checkWelcomeText, customText } from './texts.ts'

/**
 * Sends the caller, an administrator, a welcome text as new people will get it from the welcome bot. Throws
 * for an empty or too long text.
 */
export async function tryOutWelcomeText(caller: Caller, text: string): Promise<MessageId> {
  const { core, realm } = caller
  if (text.trim() === '') throw emptyMessage()
  checkWelcomeText(text)
  return core.change(caller, async ({ tx, actor }) => {
    requireAdministrator(actor)
    const notice = { to: { user: actor.id }, content: customText(realm, text), by: welcomeBot(realm) }
    return (await realm.hooks.storeNotices(tx, realm, [notice]))[0]!
  })
}

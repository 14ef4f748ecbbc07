import { ApiError } from '../../platform/errors.ts'
import type { MessageId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import { lockForRole } from '../../state/realm/lock-for-role.ts'
import { welcomeBot } from '../../state/users/system-bots.ts'
import { checkWelcomeText, customText } from './texts.ts'

/**
 * Shows an administrator a text as people will read it who are new: in a message from the welcome bot. Throws for one
 * that is empty or too long.
 */
export async function tryOutWelcomeText({ core, realm, user }: Caller, text: string): Promise<MessageId> {
  if (text.trim() === '') throw new ApiError('Message must not be empty')
  checkWelcomeText(text)
  return core.transactLocked(realm.id, async (tx) => {
    await lockForRole(tx, realm, user, 'administrator')
    const notice = { to: { user: user.id }, content: customText(realm, text), by: welcomeBot(realm) }
    return (await realm.hooks.storeNotices(tx, core, realm, [notice]))[0]!
  })
}

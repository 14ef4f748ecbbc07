import type { Core } from '../core.ts'
import { ApiError } from '../errors.ts'
import type { MessageId } from '../ids.ts'
import { storeNotices } from '../messages/notice.ts'
import { holdFor } from '../realm/acting.ts'
import type { RealmState } from '../realm/state.ts'
import type { UserRecord } from '../users/record.ts'
import { welcomeBot } from '../users/system-bots.ts'
import { checkWelcomeText, customText } from './texts.ts'

/**
 * Shows an administrator a text as people will read it who are new: in a message from the welcome bot. Throws for one
 * that is empty or too long.
 */
export async function tryOutWelcomeText(
  core: Core,
  realm: RealmState,
  user: UserRecord,
  text: string,
): Promise<MessageId> {
  if (text.trim() === '') throw new ApiError('Message must not be empty')
  checkWelcomeText(text)
  return core.transactHolding(realm.realm, async (tx) => {
    await holdFor(tx, realm, user, 'administrator')
    const notice = { to: { user: user.id }, content: customText(realm, text), by: welcomeBot(realm) }
    return (await storeNotices(tx, core, realm, [notice]))[0]!
  })
}

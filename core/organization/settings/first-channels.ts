import { addChannels } from '../../channels/joining/create.ts'
import { creationNotice } from '../../channels/presenting/notices.ts'
import { render } from '../../content/markdown/render.ts'
import { markdownContext } from '../../content/messages/realm-context.ts'
import type { Core } from '../../state/core.ts'
import { noticeTexts } from '../../state/notices/texts.ts'
import { afterChanges } from '../../state/realm/pending-realm.ts'
import { saveSettings } from '../../state/realm/save-settings.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { notificationBot } from '../../state/users/system-bots.ts'

/**
 * Creates the channels of a new organization, with names in its language. Everybody who joins is subscribed
 * to them, and new channels are announced in the first one. The organization has no people yet.
 */
export async function createFirstChannels(core: Core, realm: RealmState): Promise<void> {
  await core.changeAsSystem(realm, async (tx) => {
    const context = markdownContext(realm, notificationBot(realm), core.options.rootUrl)
    const channels = await addChannels(
      tx,
      realm,
      null,
      noticeTexts(realm).firstChannels.map(({ name, description }) => ({
        ...{ name, description, isDefault: true },
        renderedDescription: render(description, context).html,
      })),
    )
    const notices = channels.map((channel) => creationNotice(realm, channel, undefined))
    await realm.hooks.storeNotices(tx, afterChanges(realm, { channels }), notices)
    await saveSettings(tx, realm, { new_stream_announcements_stream_id: channels[0]!.id })
  })
  await realm.sync()
}

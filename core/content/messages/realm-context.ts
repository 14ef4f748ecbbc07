import { canSeeChannel } from '../../state/access/channel-permissions.ts'
import { visibleUsersFilter } from '../../state/access/visible-users.ts'
import type { CoreOptions } from '../../state/core.ts'
import { realmHosts } from '../../state/realm/address.ts'
import { activeEmoji, emojiUrl } from '../../state/realm/custom-emoji.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { hasLinkPreviews } from '../link-previews/previews.ts'
import { groupsByName } from '../markdown/group-mentions.ts'
import type { MarkdownContext } from '../markdown/render.ts'
import { mediaSource } from '../media/external-address.ts'

/**
 * Returns the rendering context for a text: the realm's groups and hosts, and the users and channels the
 * sender can see. `rootUrl` is the server's.
 */
export function markdownContext(realm: RealmView, sender: UserRecord, rootUrl: string): MarkdownContext {
  const { settings } = realm.record
  const { emoji, linkifiers } = realm.lists
  const isVisible = visibleUsersFilter(realm, realm.users.get(sender.id) ?? sender) ?? (() => true)
  return {
    hosts: realmHosts(realm.record, rootUrl),
    linkifiers,
    defaultCodeLanguage: settings.default_code_block_language,
    emojiByName: (name) => {
      const found = activeEmoji(emoji, name)
      return found && { id: found.id, url: emojiUrl(realm.record.id, found) }
    },
    userByName: (fullName) => realm.users.byName(fullName).filter(isVisible),
    userById: (id) => {
      const user = realm.users.get(id)
      return user !== undefined && isVisible(user) ? user : undefined
    },
    groupByName: groupsByName(realm),
    channelByName: (name) => {
      const channel = realm.channels.byName(name)
      return channel !== undefined && canSeeChannel(realm, sender, channel) ? channel : undefined
    },
  }
}

type MediaOptions = Pick<CoreOptions, 'rootUrl' | 'secretKey' | 'proxyExternalMedia'>

/** Like `markdownContext`, for a message: adds the sender's emoticon setting and previews. */
export function messageContext(
  { options }: { readonly options: MediaOptions },
  realm: RealmView,
  sender: UserRecord,
): MarkdownContext {
  const translateEmoticons = (realm.users.get(sender.id) ?? sender).settings.translate_emoticons
  const inlineImagePreview = realm.record.settings.inline_image_preview
  const source = (url: string) => mediaSource(options, url)
  return Object.assign(markdownContext(realm, sender, options.rootUrl), {
    translateEmoticons,
    inlineImagePreview,
    collectsPages: hasLinkPreviews(realm),
    imageSource: source,
    mediaProxy: source,
  })
}

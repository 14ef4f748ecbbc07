import type { ChannelId, GroupId, UserId } from '../../platform/ids.ts'
import type { Linkifier } from '../../state/linkifiers/compile.ts'

export interface MentionTarget {
  id: UserId
  fullName: string
}

export interface CustomEmoji {
  id: number
  /** Where its picture is. */
  url: string
}

/** What the renderer may ask about the realm; synchronous, from memory. */
export interface MarkdownContext {
  /** Exact but for case; several when names collide, none when nobody has the name. */
  userByName(fullName: string): readonly MentionTarget[]
  userById(id: number): MentionTarget | undefined
  /** Only channels the sender may see. */
  channelByName(name: string): { id: ChannelId; name: string } | undefined
  /** The realm's address without a trailing slash, as in `https://chat.example.com`. */
  rootUrl: string
  /** Exact but for case; `name` is how it is shown. Default: there are no groups. */
  groupByName?(name: string): { id: GroupId; name: string; isSilent?: boolean } | undefined
  /** The realm's own emoji by their exact name; they win over Unicode's. Default: none. */
  emojiByName?(name: string): CustomEmoji | undefined
  /** The sender wants `:)` to become an emoji. Default: no. */
  translateEmoticons?: boolean
  /** What code is in when nothing is written after its fence. Default: unknown. */
  defaultCodeLanguage?: string
  /** In the realm's order; the same list as long as nothing in it changed, so that it is compiled once. Default: none. */
  linkifiers?: readonly Linkifier[]
  /** Pictures and films that a message links to are shown below the link. Default: no. */
  inlineImagePreview?: boolean
  /** Pages that a message links are noted, so that what they say of themselves can be shown. Default: no. */
  notesPages?: boolean
  /** Where a picture from elsewhere is got from. Default: addresses that name it, and a size. */
  imageSource?(url: string): string
  /** Where the server passes on a film from elsewhere. Default: it does not, and such films are not shown. */
  mediaProxy?(url: string): string
}

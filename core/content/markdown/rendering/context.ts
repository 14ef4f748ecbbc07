import type { ChannelId, GroupId, UserId } from '../../../platform/ids.ts'
import type { Linkifier } from '../../../state/linkifiers/compile.ts'

export interface MentionTarget {
  id: UserId
  fullName: string
}

export interface CustomEmoji {
  id: number
  /** Address of its image. */
  url: string
}

/** Realm data the renderer needs. All functions are synchronous and read from memory. */
export interface MarkdownContext {
  /**
   * Matches case-insensitively. Returns several users when they share the name. Only users the sender may
   * see.
   */
  userByName(fullName: string): readonly MentionTarget[]
  /** Only users the sender may see. */
  userById(id: number): MentionTarget | undefined
  /** Only channels the sender may see. */
  channelByName(name: string): { id: ChannelId; name: string } | undefined
  /** Every host that leads to the realm, in lower case, with its port if it has one: `chat.example.com`. */
  hosts: readonly string[]
  /** Matches case-insensitively. The returned `name` is displayed. Default: no groups. */
  groupByName?(name: string): { id: GroupId; name: string; isSilent?: boolean } | undefined
  /** Finds a custom emoji by its exact name. Custom emoji override Unicode emoji. Default: none. */
  emojiByName?(name: string): CustomEmoji | undefined
  /** Whether `:)` becomes an emoji. Default: no. */
  translateEmoticons?: boolean
  /** Language of code blocks that name none. Default: unknown. */
  defaultCodeLanguage?: string
  /**
   * In the realm's order. Callers pass the same array until the linkifiers change, because compiled
   * linkifiers are cached by array identity. Default: none.
   */
  linkifiers?: readonly Linkifier[]
  /** Whether linked images and videos are shown below the link. Default: no. */
  inlineImagePreview?: boolean
  /** Whether to collect linked web pages into `Rendered.pages` for link previews. Default: no. */
  collectsPages?: boolean
  /**
   * Maps the URL of an external image to the address clients load. Default: `/thumbnail` addresses with a
   * size.
   */
  imageSource?(url: string): string
  /** Maps the URL of an external video to the server's proxy. Default: external videos are not shown. */
  mediaProxy?(url: string): string
}

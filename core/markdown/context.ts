import type { ChannelId, UserId } from '../ids.ts'

export interface MentionTarget {
  id: UserId
  fullName: string
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
}

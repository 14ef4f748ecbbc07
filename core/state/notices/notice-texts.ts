import type { ChannelGroupName } from '../channels/group-settings.ts'

/** Who can read a channel. */
export type ChannelPrivacy = 'webPublic' | 'public' | 'sharedHistory' | 'protectedHistory'

/** What a notice of a move is about. */
export interface Moved {
  readonly isAll: boolean
  /** The number of messages, when it is not the whole topic. */
  readonly count: number
}

/**
 * The texts of messages that the server writes, in one language, in Markdown. Names of people are mentions.
 */
export interface NoticeTexts {
  /** Names of topics. */
  readonly topics: {
    readonly channelEvents: string
    readonly newChannels: string
    readonly signups: string
    readonly reportsOf: (name: string) => string
  }
  /** The channels of a new organization, of plain text. */
  readonly firstChannels: readonly { readonly name: string; readonly description: string }[]

  readonly privacy: Readonly<Record<ChannelPrivacy, string>>
  /** `by`: the mention of the creator; undefined when nobody created the channel. */
  readonly channelCreated: (privacy: string, by: string | undefined) => string
  readonly noDescription: string
  readonly renamed: (by: string, before: string, after: string) => string
  readonly described: (by: string) => string
  readonly before: string
  readonly now: string
  /** An empty description. */
  readonly none: string
  readonly privacyChanged: (by: string, is: string, was: string) => string
  readonly retentionChanged: (by: string, is: string, was: string) => string
  readonly forEver: string
  readonly forDays: (days: number) => string
  /** `may`: a text of `may`. */
  readonly permissionChanged: (by: string, may: string, is: string, was: string) => string
  readonly may: Readonly<Record<ChannelGroupName, string>>
  readonly nobody: string
  readonly archived: (by: string) => string
  readonly unarchived: (by: string) => string

  readonly subscribed: (by: string, channel: string) => string
  /** A list of channels follows. */
  readonly subscribedTo: (by: string) => string
  /** A list of channels follows. */
  readonly channelsCreated: (by: string, count: number) => string
  readonly addedToGroup: (by: string, group: string) => string
  readonly removedFromGroup: (by: string, group: string) => string
  readonly joined: (who: string) => string
  readonly invitationAccepted: (who: string) => string

  readonly greeting: (organization: string) => string
  /** The administrators' text follows as a quotation. */
  readonly fromAdministrators: (organization: string) => string

  readonly resolved: (by: string) => string
  readonly unresolved: (by: string) => string
  /** `from`, `to`: links to topics, or `privateChannel`. */
  readonly movedHere: (moved: Moved, from: string, by: string) => string
  readonly movedAway: (moved: Moved, to: string, by: string) => string
  readonly privateChannel: string

  readonly reported: (by: string, message: string, sender: string) => string
  readonly reason: string
  readonly notes: string
  readonly reasons: Readonly<Record<'spam' | 'harassment' | 'inappropriate' | 'norms' | 'other', string>>
  /** A link to a message, for sentences. */
  readonly directMessage: (url: string) => string

  readonly reminder: (message: string) => string
  /** Follows the reminder. */
  readonly note: string
  /** The message follows as a quotation. `author`: undefined for the reader. */
  readonly said: (author: string | undefined, url: string) => string
  readonly sentPoll: (author: string | undefined, url: string) => string
  readonly sentList: (author: string | undefined, url: string) => string
  readonly reminderUnreadable: string
  /** `channel`: undefined for a channel that the sender cannot see, and for a direct message. */
  readonly notSent: (channel: string | undefined) => string
  readonly scheduledMessages: string

  readonly exported: (url: string) => string
  readonly yourDataExported: (by: string) => string
  readonly dataExported: (person: string, url: string) => string
  readonly botNotAnswered: (bot: string, message: number) => string
  readonly answerNotSent: (reason: string) => string
  readonly historyArrived: (url: string) => string
}

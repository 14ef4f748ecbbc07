/** Branded identifiers: a number of one kind cannot be passed where another is meant. */

declare const brand: unique symbol
export type Id<Name extends string> = number & { readonly [brand]: Name }

export type RealmId = Id<'RealmId'>
export type UserId = Id<'UserId'>
export type ChannelId = Id<'ChannelId'>
export type ChannelFolderId = Id<'ChannelFolderId'>
export type DefaultChannelGroupId = Id<'DefaultChannelGroupId'>
export type GroupId = Id<'GroupId'>
export type ConversationId = Id<'ConversationId'>
export type MessageId = Id<'MessageId'>
export type DraftId = Id<'DraftId'>
export type AttachmentId = Id<'AttachmentId'>
export type SavedSnippetId = Id<'SavedSnippetId'>
export type ProfileFieldId = Id<'ProfileFieldId'>
export type ScheduledMessageId = Id<'ScheduledMessageId'>
export type InvitationId = Id<'InvitationId'>
export type JoinRequestId = Id<'JoinRequestId'>

/**
 * A position in a realm's event log. Positions start at 1, have no gaps and follow commit order;
 * 0 is the position before the first event. Clients see it in ids of events (`gateway/realtime/event-id.ts`).
 */
export type Seq = Id<'Seq'>

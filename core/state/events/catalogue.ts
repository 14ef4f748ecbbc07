import { administrationEvents } from './administration.ts'
import { alertWordEvents } from './alert-words.ts'
import { attachmentEvents } from './attachment.ts'
import { botEvents } from './bot.ts'
import { channelEvents } from './channel.ts'
import { channelFolderEvents } from './channel-folder.ts'
import { defaultChannelEvents } from './default-channels.ts'
import { draftEvents } from './draft.ts'
import type { SentEvent, StoredEvent } from './event.ts'
import { messageEvents } from './message.ts'
import { messageFlagEvents } from './message-flags.ts'
import { mutedUserEvents } from './muted-user.ts'
import { navigationViewEvents } from './navigation-view.ts'
import { onboardingEvents } from './onboarding.ts'
import { presenceEvents } from './presence.ts'
import { queueEvents } from './queue.ts'
import { realmEvents } from './realm.ts'
import { realmListEvents } from './realm-lists.ts'
import { savedSnippetEvents } from './saved-snippet.ts'
import { scheduledMessageEvents } from './scheduled-message.ts'
import { typingEvents } from './typing.ts'
import { userEvents } from './user.ts'
import { userGroupEvents } from './user-group.ts'
import { userSettingsEvents } from './user-settings.ts'
import { userTopicEvents } from './user-topic.ts'
import { videoCallEvents } from './video-calls.ts'

/** Every event that clients are sent, by its name: `type`, or `type/op`. */
export const CATALOGUE = {
  ...messageEvents,
  ...messageFlagEvents,
  ...typingEvents,
  ...scheduledMessageEvents,
  ...draftEvents,
  ...savedSnippetEvents,
  ...attachmentEvents,
  ...channelEvents,
  ...channelFolderEvents,
  ...defaultChannelEvents,
  ...userTopicEvents,
  ...userEvents,
  ...presenceEvents,
  ...userSettingsEvents,
  ...mutedUserEvents,
  ...alertWordEvents,
  ...navigationViewEvents,
  ...onboardingEvents,
  ...botEvents,
  ...userGroupEvents,
  ...realmEvents,
  ...realmListEvents,
  ...administrationEvents,
  ...videoCallEvents,
  ...queueEvents,
} as const

type Catalogue = typeof CATALOGUE
export type EventName = keyof Catalogue

/** The events whose declarations have these properties. */
export type NameWhere<Declared> = {
  [Name in EventName]: Catalogue[Name] extends Declared ? Name : never
}[EventName]

export type EphemeralName = NameWhere<{ readonly origin: 'ephemeral' }>
export type LoggedName = Exclude<EventName, NameWhere<{ readonly origin: string }>>

/** An event as it is emitted and kept. */
export type Stored<Name extends EventName> = { [N in Name]: StoredEvent<N, Catalogue[N]> }[Name]

/** An event as a client gets it. */
export type Sent<Name extends EventName> = { [N in Name]: SentEvent<N, Catalogue[N]> }[Name]

type InLog = { readonly [Name in LoggedName]: Stored<Name> }
type InNoLog = { readonly [Name in EphemeralName]: Stored<Name> }

declare module '../../platform/events/event.ts' {
  interface LoggedEvents extends InLog {}
  interface EphemeralEvents extends InNoLog {}
}

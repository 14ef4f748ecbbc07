import type { Endpoint } from '../http/endpoint.ts'
import type { Services } from '../services.ts'
import { accountRoutes } from './accounts.ts'
import { alertWordRoutes } from './alert-words.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { avatarRoutes } from './avatars.ts'
import { botStorageRoutes } from './bot-storage.ts'
import { botRoutes } from './bots.ts'
import { callRoutes } from './calls.ts'
import { singleChannelRoutes } from './channel.ts'
import { channelFolderRoutes } from './channel-folders.ts'
import { channelRoutes } from './channels.ts'
import { defaultChannelGroupRoutes } from './default-channel-groups.ts'
import { defaultChannelRoutes } from './default-channels.ts'
import { draftRoutes } from './drafts.ts'
import { emojiRoutes } from './emoji.ts'
import { emojiDataRoutes } from './emoji-data.ts'
import { eventSocketRoutes } from './event-sockets.ts'
import { eventRoutes } from './events.ts'
import { exportRoutes } from './exports.ts'
import { fetchRoutes } from './fetch-messages.ts'
import { flagRoutes } from './flags.ts'
import { inviteRoutes } from './invites.ts'
import { singleMessageRoutes } from './message.ts'
import { messageRoutes } from './messages.ts'
import { mutedUserRoutes } from './muted-users.ts'
import { navigationViewRoutes } from './navigation-views.ts'
import { onboardingRoutes } from './onboarding.ts'
import { presenceRoutes } from './presence.ts'
import { profileFieldRoutes } from './profile-fields.ts'
import { pushRoutes } from './push.ts'
import { reactionRoutes } from './reactions.ts'
import { realmRoutes } from './realm.ts'
import { realmImageRoutes } from './realm-images.ts'
import { realmListRoutes } from './realm-lists.ts'
import { registerRoutes } from './register.ts'
import { reminderRoutes } from './reminders.ts'
import { savedSnippetRoutes } from './saved-snippets.ts'
import { scheduledMessageRoutes } from './scheduled-messages.ts'
import { serverSettingsRoutes } from './server-settings.ts'
import { settingsRoutes } from './settings.ts'
import { statusRoutes } from './status.ts'
import { submessageRoutes } from './submessages.ts'
import { subscriptionRoutes } from './subscriptions.ts'
import { typingRoutes } from './typing.ts'
import { uploadRoutes } from './uploads.ts'
import { userGroupRoutes } from './user-groups.ts'
import { userTopicRoutes } from './user-topics.ts'
import { userRoutes } from './users.ts'

const ROUTES = [
  serverSettingsRoutes,
  apiKeyRoutes,
  registerRoutes,
  eventRoutes,
  eventSocketRoutes,
  messageRoutes,
  fetchRoutes,
  singleMessageRoutes,
  reactionRoutes,
  submessageRoutes,
  flagRoutes,
  userRoutes,
  accountRoutes,
  inviteRoutes,
  channelRoutes,
  singleChannelRoutes,
  channelFolderRoutes,
  defaultChannelRoutes,
  defaultChannelGroupRoutes,
  subscriptionRoutes,
  typingRoutes,
  draftRoutes,
  savedSnippetRoutes,
  scheduledMessageRoutes,
  reminderRoutes,
  alertWordRoutes,
  uploadRoutes,
  avatarRoutes,
  userTopicRoutes,
  userGroupRoutes,
  mutedUserRoutes,
  profileFieldRoutes,
  botRoutes,
  botStorageRoutes,
  callRoutes,
  presenceRoutes,
  pushRoutes,
  statusRoutes,
  settingsRoutes,
  onboardingRoutes,
  realmRoutes,
  realmListRoutes,
  emojiRoutes,
  realmImageRoutes,
  navigationViewRoutes,
  emojiDataRoutes,
  exportRoutes,
] as const

/** The endpoints of the API with the types of their declarations. */
export type DeclaredEndpoint = ReturnType<(typeof ROUTES)[number]>[number]

/** Every endpoint of the API. */
export const apiRoutes = (services: Services): Endpoint[] =>
  ROUTES.flatMap<Endpoint>((routes) => routes(services))

import type { Endpoint } from '../http/endpoint/endpoint.ts'
import type { Services } from '../services.ts'
import { singleChannelRoutes } from './channels/channel.ts'
import { channelFolderRoutes } from './channels/channel-folders.ts'
import { channelRoutes } from './channels/channels.ts'
import { defaultChannelGroupRoutes } from './channels/default-channel-groups.ts'
import { defaultChannelRoutes } from './channels/default-channels.ts'
import { subscriptionRoutes } from './channels/subscriptions.ts'
import { userTopicRoutes } from './channels/user-topics.ts'
import { eventSocketRoutes } from './events/event-sockets.ts'
import { eventStreamRoutes } from './events/event-stream.ts'
import { eventRoutes } from './events/events.ts'
import { pushRoutes } from './events/push.ts'
import { registerRoutes } from './events/register.ts'
import { callRoutes } from './messages/calls.ts'
import { draftRoutes } from './messages/drafts.ts'
import { fetchRoutes } from './messages/fetch-messages.ts'
import { flagRoutes } from './messages/flags.ts'
import { singleMessageRoutes } from './messages/message.ts'
import { messageRoutes } from './messages/messages.ts'
import { reactionRoutes } from './messages/reactions.ts'
import { reminderRoutes } from './messages/reminders.ts'
import { savedSnippetRoutes } from './messages/saved-snippets.ts'
import { scheduledMessageRoutes } from './messages/scheduled-messages.ts'
import { submessageRoutes } from './messages/submessages.ts'
import { typingRoutes } from './messages/typing.ts'
import { uploadRoutes } from './messages/uploads.ts'
import { auditLogRoutes } from './organization/audit-log.ts'
import { emojiRoutes } from './organization/emoji.ts'
import { emojiDataRoutes } from './organization/emoji-data.ts'
import { exportRoutes } from './organization/exports.ts'
import { historyImportRoutes } from './organization/history-imports.ts'
import { logInProviderRoutes } from './organization/log-in-providers.ts'
import { provisioningTokenRoutes } from './organization/provisioning-tokens.ts'
import { realmRoutes } from './organization/realm.ts'
import { realmImageRoutes } from './organization/realm-images.ts'
import { realmListRoutes } from './organization/realm-lists.ts'
import { serverSettingsRoutes } from './organization/server-settings.ts'
import { usageRoutes } from './organization/usage.ts'
import { accountRoutes } from './people/accounts.ts'
import { botStorageRoutes } from './people/bot-storage.ts'
import { botRoutes } from './people/bots.ts'
import { inviteRoutes } from './people/invites.ts'
import { mergingRoutes } from './people/merging.ts'
import { mutedUserRoutes } from './people/muted-users.ts'
import { personDataRoutes } from './people/person-data.ts'
import { presenceRoutes } from './people/presence.ts'
import { profileFieldRoutes } from './people/profile-fields.ts'
import { statusRoutes } from './people/status.ts'
import { unclaimedPeopleRoutes } from './people/unclaimed-people.ts'
import { userGroupRoutes } from './people/user-groups.ts'
import { userRoutes } from './people/users.ts'
import { alertWordRoutes } from './self/alert-words.ts'
import { apiKeyRoutes } from './self/api-keys.ts'
import { avatarRoutes } from './self/avatars.ts'
import { deviceLogInRoutes } from './self/device-log-in.ts'
import { navigationViewRoutes } from './self/navigation-views.ts'
import { onboardingRoutes } from './self/onboarding.ts'
import { secondFactorRoutes } from './self/second-factors.ts'
import { sessionRoutes } from './self/sessions.ts'
import { settingsRoutes } from './self/settings.ts'

const ROUTES = [
  serverSettingsRoutes,
  apiKeyRoutes,
  deviceLogInRoutes,
  registerRoutes,
  eventRoutes,
  eventSocketRoutes,
  eventStreamRoutes,
  messageRoutes,
  fetchRoutes,
  singleMessageRoutes,
  reactionRoutes,
  submessageRoutes,
  flagRoutes,
  unclaimedPeopleRoutes,
  userRoutes,
  accountRoutes,
  personDataRoutes,
  mergingRoutes,
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
  secondFactorRoutes,
  sessionRoutes,
  onboardingRoutes,
  realmRoutes,
  realmListRoutes,
  logInProviderRoutes,
  provisioningTokenRoutes,
  emojiRoutes,
  realmImageRoutes,
  navigationViewRoutes,
  emojiDataRoutes,
  exportRoutes,
  historyImportRoutes,
  auditLogRoutes,
  usageRoutes,
] as const

/** The endpoints of the API with the types of their declarations. */
export type DeclaredEndpoint = ReturnType<(typeof ROUTES)[number]>[number]

/** Every endpoint of the API. */
export const apiRoutes = (services: Services): Endpoint[] =>
  ROUTES.flatMap<Endpoint>((routes) => routes(services))

import type { EntitySchema } from '@mikro-orm/core'
import { ChannelDay, ChannelFolder, ChannelTraffic } from './channels/entities.ts'
import { UserTopic } from './channels/user-topics/entity.ts'
import { LinkPreview } from './content/link-previews/entity.ts'
import {
  Attachment,
  AttachmentMessage,
  AttachmentPicture,
  PendingUpload,
  UploadSpace,
} from './content/uploads/entities.ts'
import { AlertWord } from './messaging/alert-words/entity.ts'
import { Conversation, ConversationParticipant } from './messaging/conversations/entities.ts'
import { Draft } from './messaging/drafts/entity.ts'
import { Message, SentMessage } from './messaging/messages/entities.ts'
import { MutedUser } from './messaging/muted-users/entity.ts'
import { PushedMessage } from './messaging/push/entity.ts'
import { Reaction } from './messaging/reactions/entity.ts'
import { MessageFlag, ReadPointer } from './messaging/reads/entities.ts'
import { SavedSnippet } from './messaging/saved-snippets/entity.ts'
import { ScheduledMessage } from './messaging/scheduled/entity.ts'
import { SpokenLanguage, WordRules } from './messaging/search/entity.ts'
import { Submessage } from './messaging/submessages/entity.ts'
import { DigestCursor } from './notifying/digests/entity.ts'
import { Mailbox, MailDelivery } from './notifying/mail/entities.ts'
import { MissedMessage, NotificationCursor, WaitingMessage } from './notifying/notifications/entities.ts'
import { ServerKey } from './notifying/push/entity.ts'
import { RealmDomain } from './organization/domains/entity.ts'
import { RealmEmoji } from './organization/emoji/entity.ts'
import { Linkifier } from './organization/linkifiers/entity.ts'
import { Playground } from './organization/playgrounds/entity.ts'
import { ActivePersonDay, UsageCursor, UsageDay } from './organization/usage/entities.ts'
import { ExternalIdentity } from './people/authentication/external/entities.ts'
import { LogInProvider } from './people/authentication/providers/entity.ts'
import { BotConfig, BotService, BotStorage, EmbeddedBot } from './people/bots/entities.ts'
import { Invitation, InvitationDay, JoinRequest } from './people/invites/entities.ts'
import { NavigationView } from './people/navigation-views/entity.ts'
import { OnboardingStepSeen } from './people/onboarding/entity.ts'
import { UserPresence } from './people/presence/entity.ts'
import { CustomProfileField, CustomProfileFieldValue } from './people/profile-fields/entities.ts'
import { ProvisionedAccount, ProvisionedGroup, ProvisioningToken } from './people/provisioning/entities.ts'
import { PushDevice } from './people/push-devices/entity.ts'
import { Authenticator, Passkey, RecoveryCode } from './people/second-factors/entities.ts'
import { UserStatus } from './people/status/entity.ts'
import { UnclaimedPerson } from './people/unclaimed/entity.ts'
import { Confirmation } from './people/users/entity.ts'
import { ZoomAccount } from './people/zoom/entities.ts'
import { DatabaseTimeline } from './platform/db/entities.ts'
import { EventHead, EventLog } from './platform/events/entities.ts'
import { JobOutbox } from './platform/jobs/entity.ts'
import { AuditEntry } from './state/audit/entity.ts'
import { Channel, DefaultChannelGroup, Subscription, SubscriptionSpan } from './state/channels/entities.ts'
import { GroupMember, GroupSubgroup, UserGroup } from './state/groups/entities.ts'
import { Realm } from './state/realm/entity.ts'
import { ListGrowth } from './state/shared-lists/entity.ts'
import { User } from './state/users/entity.ts'
import { RealmExport } from './transfer/exports/entity.ts'
import { HistoryImport } from './transfer/history/entity.ts'
import { ImportedId, RealmImport } from './transfer/imports/entities.ts'
import { AccountMerge } from './transfer/merging/entity.ts'
import { PersonTask } from './transfer/person/entity.ts'

/** All tables, by the module that owns them, from the lowest module up. */
export const ENTITIES_BY_MODULE = {
  platform: [DatabaseTimeline, EventHead, EventLog, JobOutbox],
  state: [
    Realm,
    User,
    UserGroup,
    GroupMember,
    GroupSubgroup,
    Channel,
    Subscription,
    SubscriptionSpan,
    DefaultChannelGroup,
    ListGrowth,
    AuditEntry,
  ],
  content: [Attachment, AttachmentMessage, UploadSpace, PendingUpload, AttachmentPicture, LinkPreview],
  channels: [ChannelFolder, ChannelDay, ChannelTraffic, UserTopic],
  people: [
    Confirmation,
    Invitation,
    JoinRequest,
    InvitationDay,
    BotService,
    BotConfig,
    EmbeddedBot,
    BotStorage,
    NavigationView,
    OnboardingStepSeen,
    UserPresence,
    UserStatus,
    CustomProfileField,
    CustomProfileFieldValue,
    PushDevice,
    Authenticator,
    RecoveryCode,
    Passkey,
    ExternalIdentity,
    LogInProvider,
    ProvisioningToken,
    ProvisionedAccount,
    ProvisionedGroup,
    ZoomAccount,
    UnclaimedPerson,
  ],
  organization: [RealmDomain, Linkifier, Playground, RealmEmoji, UsageDay, ActivePersonDay, UsageCursor],
  messaging: [
    Conversation,
    ConversationParticipant,
    Message,
    SentMessage,
    ReadPointer,
    MessageFlag,
    Reaction,
    Submessage,
    Draft,
    SavedSnippet,
    AlertWord,
    MutedUser,
    ScheduledMessage,
    SpokenLanguage,
    WordRules,
    PushedMessage,
  ],
  notifying: [
    NotificationCursor,
    MissedMessage,
    WaitingMessage,
    MailDelivery,
    Mailbox,
    DigestCursor,
    ServerKey,
  ],
  transfer: [RealmExport, RealmImport, ImportedId, PersonTask, HistoryImport, AccountMerge],
} as const

/** All tables. */
export const ENTITIES: readonly EntitySchema[] = Object.values(ENTITIES_BY_MODULE).flat()

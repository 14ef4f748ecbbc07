import { z } from 'zod'
import { userTopicsOf } from '../../core/channels/user-topics/list.ts'
import { draftsOf } from '../../core/messaging/drafts/draft.ts'
import { mutedUsersOf } from '../../core/messaging/muted-users/list.ts'
import { savedSnippetsOf } from '../../core/messaging/saved-snippets/snippet.ts'
import { remindersOf } from '../../core/messaging/scheduled/reminder.ts'
import { scheduledMessagesOf } from '../../core/messaging/scheduled/scheduled-message.ts'
import { STOP_WORDS } from '../../core/messaging/search/stop-words.ts'
import { onboardingSteps } from '../../core/people/onboarding/steps.ts'
import { hasZoomAccount } from '../../core/people/zoom/tokens.ts'
import { draft } from '../../core/state/wire/draft.ts'
import { onboardingStep } from '../../core/state/wire/onboarding.ts'
import { savedSnippet } from '../../core/state/wire/saved-snippet.ts'
import { reminder, scheduledMessage } from '../../core/state/wire/scheduled-message.ts'
import { mutedTopic, userTopic } from '../../core/state/wire/user-topic.ts'
import { wireMutedTopics, wireUserTopic } from '../wire/user-topic.ts'
import { sharedSlice, slice } from './slice.ts'

/** The reader's drafts, the most recently edited first. */
export const drafts = slice({
  selectedBy: 'drafts',
  response: { drafts: z.array(draft).describe('Your drafts, the most recently edited first.') },
  read:
    ({ user }) =>
    async (sql) => ({ drafts: await draftsOf(sql, user.id) }),
})

/** The onboarding steps that the reader has not seen. */
export const onboarding = slice({
  selectedBy: 'onboarding_steps',
  response: { onboarding_steps: z.array(onboardingStep).describe('The notices that you have not seen.') },
  read:
    ({ user }) =>
    async (sql) => ({ onboarding_steps: await onboardingSteps(sql, user) }),
})

export const savedSnippets = slice({
  selectedBy: 'saved_snippets',
  response: { saved_snippets: z.array(savedSnippet).describe('Your saved snippets.') },
  read:
    ({ user }) =>
    async (sql) => ({ saved_snippets: await savedSnippetsOf(sql, user.id) }),
})

export const alertWords = slice({
  selectedBy: 'alert_words',
  response: { alert_words: z.array(z.string()).readonly().describe('Your alert words.') },
  read: ({ view, user }) => ({ alert_words: view.alertWords.of(user.id) }),
})

export const userTopics = slice({
  selectedBy: 'user_topic',
  response: { user_topics: z.array(userTopic).describe('Your policies for topics.') },
  read:
    ({ user, request }) =>
    async (sql) => {
      const emptyTopicName = request.capabilities.empty_topic_name ?? false
      const topics = await userTopicsOf(sql, user.id)
      return { user_topics: topics.map((topic) => wireUserTopic(topic, emptyTopicName)) }
    },
})

/** Muted topics, for clients that do not request `user_topic`. Other clients get them in `user_topics`. */
export const mutedTopics = slice({
  selectedBy: ({ fetchEventTypes, eventTypes }) =>
    (fetchEventTypes === null || fetchEventTypes.includes('muted_topics')) &&
    !eventTypes?.includes('user_topic'),
  response: {
    muted_topics: z
      .array(mutedTopic)
      .describe('Your muted topics, for clients that do not ask for `user_topic`.'),
  },
  read:
    ({ user, request }) =>
    async (sql) => {
      const topics = await userTopicsOf(sql, user.id)
      return { muted_topics: wireMutedTopics(topics, request.capabilities.empty_topic_name ?? false) }
    },
})

export const mutedUsers = slice({
  selectedBy: 'muted_users',
  response: {
    muted_users: z
      .array(
        z.object({
          id: z.int().describe('The id of the muted user.'),
          timestamp: z.int().describe('When you muted the user, in Unix seconds.'),
        }),
      )
      .describe('The users whom you mute.'),
  },
  read:
    ({ user }) =>
    async (sql) => ({ muted_users: await mutedUsersOf(sql, user.id) }),
})

/** The reader's scheduled messages in the order of their delivery times, including failed ones. */
export const scheduledMessages = slice({
  selectedBy: 'scheduled_messages',
  response: {
    scheduled_messages: z
      .array(scheduledMessage)
      .describe('Your scheduled messages in the order of their times, failed ones too.'),
  },
  read:
    ({ user }) =>
    async (sql) => ({ scheduled_messages: await scheduledMessagesOf(sql, user) }),
})

export const reminders = slice({
  selectedBy: 'reminders',
  response: { reminders: z.array(reminder).describe('Your reminders.') },
  read:
    ({ view, user, config }) =>
    async (sql) => ({ reminders: await remindersOf(sql, view, user, config.rootUrl) }),
})

/** The words that searches ignore, for clients that highlight search terms. */
export const stopWords = sharedSlice({
  selectedBy: 'stop_words',
  response: { stop_words: z.array(z.string()).readonly().describe('The words that searches ignore.') },
  readShared: () => ({ stop_words: STOP_WORDS }),
})

/** Whether the reader has connected a Zoom account. */
export const zoom = slice({
  selectedBy: 'video_calls',
  response: { has_zoom_token: z.boolean().describe('Whether you have connected a Zoom account.') },
  read:
    ({ user, config }) =>
    async (sql) => ({
      has_zoom_token: config.zoomClientId !== undefined && (await hasZoomAccount(sql, user.id)),
    }),
})

/** Devices of the end-to-end encrypted push service: none, because this server does not use it. */
export const pushDevices = sharedSlice({
  selectedBy: 'push_device',
  response: {
    push_devices: z
      .record(
        z.string(),
        z.object({
          status: z.string().describe('The state of the registration.'),
          error_code: z.string().nullable().describe('Why the registration failed; null if it did not.'),
        }),
      )
      .describe('Your devices for encrypted notifications: none.'),
  },
  readShared: () => ({ push_devices: {} }),
})

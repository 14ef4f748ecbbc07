import { z } from 'zod'

const count = (what: string) => z.int().describe(what)

/** What a merge of two accounts would do. */
export const mergeCheck = z
  .object({
    moves: z
      .object({
        messages: count('Messages that the account has sent.'),
        conversations: count('Direct conversations.'),
        channels: count('Channels to which only the account is subscribed.'),
        groups: count('User groups of which only the account is a member.'),
        flags: count('Starred messages.'),
        mentions: count('Messages that mention the account.'),
        topics: count('Topics that only the account follows, mutes or unmutes.'),
        files: count('Uploaded files.'),
        bots: count('Bots of the account.'),
        drafts: count('Drafts.'),
        scheduled_messages: count('Scheduled messages and reminders.'),
        saved_snippets: count('Saved snippets.'),
        alert_words: count('Alert words that the other account lacks.'),
        profile_fields: count('Profile fields that are empty in the other account.'),
        log_ins: count('Log-ins by providers that the other account does not use.'),
        muted_users: count('Muted people that the other account has not muted.'),
        views: count('Pinned views that the other account lacks.'),
        invitations: count('Invitations of the account that wait for somebody.'),
        reactions: z.int().nullable().describe('Reactions. Null when counting them would take too long.'),
      })
      .describe('Numbers of what the account that stays gets.'),
    drops: z
      .object({
        profile_fields: count('Profile fields that the other account has filled.'),
        log_ins: count('Log-ins by providers that the other account uses.'),
        directory_entries: count('Entries of a directory (SCIM), when the other account has one.'),
        second_factors: count('Authenticators and passkeys.'),
        devices: count('Devices that get notifications.'),
        statuses: count('The status: 1 when the account has one.'),
        zoom_accounts: count('The connection with Zoom: 1 when the account has one.'),
      })
      .describe('Numbers of what is deleted.'),
    united_conversations: count(
      'Of the direct conversations, those whose people have another one, with which it is united.',
    ),
  })
  .meta({ id: 'MergeCheck', description: 'What a merge of an account into another one would do.' })

export const mergeProgress = z
  .object({
    into_id: z.int().describe('The account that stays.'),
    acting_user_id: z.int().nullable().describe('Who asked for the merge; null for the operator.'),
    status: z
      .enum(['started', 'succeeded', 'failed'])
      .describe('A merge that has failed is continued within a day.'),
    requested_at: z.int().describe('Unix seconds.'),
    finished_at: z.int().nullable().describe('Unix seconds; null until then.'),
    done: z.int().describe('Messages and rows that were looked at or moved.'),
    total: z.int().describe('As `done`, when all is done.'),
  })
  .meta({ id: 'MergeProgress', description: 'How far the merge of an account is.' })

export type WireMergeCheck = z.output<typeof mergeCheck>
export type WireMergeProgress = z.output<typeof mergeProgress>

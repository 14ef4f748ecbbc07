import type { MergeStep } from './steps.ts'

/**
 * What happens to the rows of a merged account. `becomes`: they get the account that stays. `unites`: they do
 * where that account has no row with the same values of `by`; the others are deleted. `ends`: they are
 * deleted. `stays`: they keep the account. `step`: that part of the merge handles them; `request` is the
 * transaction that begins it.
 */
export type Rule =
  | { readonly kind: 'becomes' }
  | { readonly kind: 'unites'; readonly by: readonly string[]; readonly unless?: string }
  | { readonly kind: 'ends' }
  | { readonly kind: 'stays'; readonly reason: string }
  | { readonly kind: 'step'; readonly step: MergeStep | 'request' }

const becomes: Rule = { kind: 'becomes' }
const ends: Rule = { kind: 'ends' }
const unites = (...by: string[]): Rule => ({ kind: 'unites', by })
const stays = (reason: string): Rule => ({ kind: 'stays', reason })
const step = (step: MergeStep | 'request'): Rule => ({ kind: 'step', step })

const ACTED = 'says who acted then'
const OF_BOTS = 'belongs to a bot, which keeps its account'

/** The rule of each column that refers to an account, by table and column. A test expects all of them. */
export const MERGE_RULES: Readonly<Record<string, Rule>> = {
  'user_account.bot_owner_id': step('request'),
  'user_account.merged_into_id': becomes,
  'user_group.creator_id': becomes,
  'group_member.user_id': unites('group_id'),
  'channel.creator_id': becomes,
  'subscription.user_id': step('rest'),
  'subscription_span.user_id': step('rest'),
  'list_growth.user_id': ends,
  'audit_entry.acting_user_id': stays(ACTED),
  'attachment.owner_id': becomes,
  'pending_upload.owner_id': becomes,
  'channel_folder.creator_id': becomes,
  'user_topic.user_id': unites('channel_id', 'lower(topic)'),
  'confirmation.user_id': ends,
  'invitation.inviter_id': step('request'),
  'bot_service.bot_id': stays(OF_BOTS),
  'bot_config.bot_id': stays(OF_BOTS),
  'embedded_bot.bot_id': stays(OF_BOTS),
  'bot_storage.bot_id': stays(OF_BOTS),
  'navigation_view.user_id': unites('fragment'),
  'onboarding_step_seen.user_id': unites('step'),
  'user_presence.user_id': ends,
  'user_status.user_id': ends,
  'custom_profile_field_value.user_id': unites('field_id'),
  'push_device.user_id': ends,
  'authenticator.user_id': ends,
  'recovery_code.user_id': ends,
  'passkey.user_id': ends,
  'external_identity.user_id': unites('issuer'),
  'provisioned_account.user_id': { kind: 'unites', by: [], unless: 'is_removed' },
  'zoom_account.user_id': ends,
  'unclaimed_person.user_id': ends,
  'realm_emoji.author_id': becomes,
  'active_person_day.user_id': unites('realm_id', 'day'),
  'conversation.participant_ids': step('conversations'),
  'conversation_participant.user_id': step('conversations'),
  'message.sender_id': step('senders'),
  'sent_message.sender_id': ends,
  'read_pointer.user_id': step('pointers'),
  'message_flag.user_id': step('flags'),
  'reaction.user_id': step('texts'),
  'submessage.sender_id': step('texts'),
  'draft.user_id': becomes,
  'draft.recipient_ids': step('rest'),
  'saved_snippet.user_id': becomes,
  'alert_word.user_id': unites('folded'),
  'muted_user.user_id': unites('muted_user_id'),
  'muted_user.muted_user_id': unites('user_id'),
  'scheduled_message.user_id': becomes,
  'scheduled_message.recipient_ids': step('rest'),
  'pushed_message.user_id': ends,
  'missed_message.user_id': ends,
  'waiting_message.user_id': ends,
  'digest_cursor.user_id': stays('a position in the order of ids'),
  'realm_export.acting_user_id': stays(ACTED),
  'person_task.person_id': stays('an archive or erasure of the former account'),
  'person_task.acting_user_id': stays(ACTED),
  'history_import.acting_user_id': stays(ACTED),
  'account_merge.from_id': stays('this is the merge'),
  'account_merge.into_id': stays('this is the merge'),
  'account_merge.acting_user_id': stays(ACTED),
}

import { FlagBit } from '../../content/messages/bits.ts'

/** One file of a person's archive: rows as JSON, one on each line. */
export interface DataSet {
  /** The name of the file without its extension. */
  readonly name: string
  /** Selects the rows of person $1 of organization $2. */
  readonly sql: string
}

/** The rows of a table that belong to the person, in a file with the name of the table. */
const ofUser = (name: string, columns: string, order: string): DataSet => ({
  name,
  sql: `SELECT ${columns} FROM ${name} t WHERE t.user_id = $1 AND $2::int IS NOT NULL ORDER BY ${order}`,
})

/** The channel and topic of conversation `c`, or the names of its participants. */
const PLACE = `h.name AS channel, c.topic,
  CASE WHEN h.id IS NULL THEN (SELECT array_agg(u.full_name ORDER BY u.id) FROM user_account u
    WHERE u.id = ANY (c.participant_ids)) END AS participants`

/**
 * All that an archive has of a person. Texts of others are left out, except where the person starred or
 * reacted: these rows have the id of the message.
 */
export const DATA_SETS: readonly DataSet[] = [
  {
    name: 'profile',
    sql: `SELECT t.id, t.full_name, t.delivery_email, t.email, t.role, t.is_active, t.timezone, t.joined_at, t.settings,
            t.avatar_path IS NOT NULL AS has_avatar FROM user_account t WHERE t.id = $1 AND t.realm_id = $2`,
  },
  {
    name: 'profile_field',
    sql: `SELECT f.name, v.value FROM custom_profile_field_value v JOIN custom_profile_field f ON f.id = v.field_id
          WHERE v.user_id = $1 AND f.realm_id = $2 ORDER BY f.position`,
  },
  ofUser('user_status', 'away, status_text, emoji_name', 'user_id'),
  ofUser(
    'user_presence',
    'to_timestamp(active_at) AS active_at, to_timestamp(connected_at) AS connected_at',
    'user_id',
  ),
  {
    name: 'group',
    sql: `SELECT g.name FROM group_member m JOIN user_group g ON g.id = m.group_id
          WHERE m.user_id = $1 AND g.realm_id = $2 ORDER BY g.name`,
  },
  {
    name: 'subscription',
    sql: `SELECT c.name AS channel, s.is_active, s.color, s.is_muted, s.pin_to_top, s.desktop_notifications,
            s.email_notifications, s.push_notifications, s.audible_notifications, s.wildcard_mentions_notify
          FROM subscription s JOIN channel c ON c.id = s.channel_id WHERE s.user_id = $1 AND c.realm_id = $2 ORDER BY c.id`,
  },
  {
    name: 'user_topic',
    sql: `SELECT c.name AS channel, t.topic, t.visibility_policy, t.updated_at FROM user_topic t
          JOIN channel c ON c.id = t.channel_id WHERE t.user_id = $1 AND c.realm_id = $2 ORDER BY c.id, t.topic`,
  },
  {
    name: 'message',
    // message_sender
    sql: `SELECT m.id, m.sent_at, ${PLACE}, m.client, m.content, m.last_edit_at, m.edit_history
          FROM message m JOIN conversation c ON c.id = m.conversation_id LEFT JOIN channel h ON h.id = m.channel_id
          WHERE m.sender_id = $1 AND m.realm_id = $2 ORDER BY m.id`,
  },
  {
    name: 'starred_message',
    // message_flag_starred
    sql: `SELECT f.message_id FROM message_flag f
          WHERE f.user_id = $1 AND f.bits & ${FlagBit.starred} <> 0 AND $2::int IS NOT NULL ORDER BY f.message_id`,
  },
  {
    name: 'reaction',
    sql: `SELECT r.message_id, r.emoji_name FROM reaction r JOIN message m ON m.id = r.message_id
          WHERE r.user_id = $1 AND m.realm_id = $2 ORDER BY r.id`,
  },
  {
    name: 'submessage',
    sql: `SELECT s.message_id, s.content FROM submessage s JOIN message m ON m.id = s.message_id
          WHERE s.sender_id = $1 AND m.realm_id = $2 ORDER BY s.id`,
  },
  ofUser('draft', 'type, recipient_ids, topic, content, to_timestamp(edited_at) AS edited_at', 'id'),
  ofUser('saved_snippet', 'title, content, created_at', 'id'),
  ofUser(
    'scheduled_message',
    'channel_id, topic, recipient_ids, content, deliver_at, reminder_target_id, failure',
    'id',
  ),
  ofUser('alert_word', 'word', 'id'),
  {
    name: 'muted_user',
    sql: `SELECT u.full_name, t.muted_at FROM muted_user t JOIN user_account u ON u.id = t.muted_user_id
          WHERE t.user_id = $1 AND t.realm_id = $2 ORDER BY u.id`,
  },
  ofUser('navigation_view', 'fragment, name, is_pinned', 'id'),
  ofUser('authenticator', 'created_at', 'created_at'),
  ofUser('passkey', 'name, created_at, last_used_at', 'id'),
  ofUser('external_identity', 'issuer, subject, created_at', 'id'),
  ofUser(
    'provisioned_account',
    'user_name, external_id, formatted_name, given_name, family_name',
    'user_name',
  ),
  ofUser('zoom_account', 'connected_at', 'connected_at'),
  ofUser('push_device', 'kind, app_id, registered_at', 'id'),
  {
    name: 'invitation',
    sql: `SELECT email, role, invited_at, ended, ended_at FROM invitation
          WHERE inviter_id = $1 AND realm_id = $2 ORDER BY id`,
  },
  {
    name: 'bot',
    sql: `SELECT id, full_name, email, is_active, joined_at FROM user_account
          WHERE bot_owner_id = $1 AND realm_id = $2 AND is_bot ORDER BY id`,
  },
  {
    name: 'audit_entry',
    // audit_entry_actor, audit_entry_object
    sql: `SELECT time, acting_user_id = $1 AS by_person, kind, action, object_name, property, old_value, new_value
          FROM audit_entry WHERE realm_id = $2 AND (acting_user_id = $1 OR kind IN ('user', 'log_in') AND object_id = $1) ORDER BY id`,
  },
  {
    name: 'file',
    // attachment_owner
    sql: `SELECT a.id, a.name, a.path_id, a.storage_key, a.content_type, a.size, a.created_at FROM attachment a
          WHERE a.owner_id = $1 AND a.realm_id = $2 ORDER BY a.id`,
  },
]

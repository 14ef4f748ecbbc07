import { z } from 'zod'
import { thumbnailKeys } from '../../../content/uploads/thumbnail-formats.ts'
import { wordsOfHtml, wordsOfText } from '../../../messaging/words/word-list.ts'
import { emojiFiles } from '../../../organization/emoji/add.ts'
import type { RealmId } from '../../../platform/ids.ts'
import { mediumPath, pictureKey } from '../../../state/pictures/path.ts'
import type { RealmImages } from '../../../state/realm/images.ts'
import * as c from './column.ts'
import {
  ALL,
  NOTHING,
  OWN,
  ofChannels,
  ofMessages,
  ofRealm,
  ofUsers,
  type Table,
  visibleChannel,
  visibleConversation,
  visibleMessage,
  visibleMessageId,
} from './table.ts'
import * as values from './values.ts'

/**
 * The user of row `t`, or the owner of that bot, consents; the user's address is visible to administrators.
 */
const CONSENTS = 't.id = ANY ($2::int[])'
const ADDRESS_IS_SHOWN = `${CONSENTS} OR t.is_bot OR coalesce((t.settings->>'email_address_visibility')::int, 3) <> 4`

/** Emoji codes of reactions and statuses. The code of a custom emoji is exported as its id. */
const emojiCode = c.selected(
  "CASE WHEN t.reaction_type = 'realm_emoji' AND t.emoji_code ~ '^[0-9]{1,9}$' THEN to_json(t.emoji_code::int) ELSE to_json(t.emoji_code) END",
  c.json(z.union([z.string(), z.int()]), (code, mapping) =>
    typeof code === 'number' ? String(c.idOf('emoji', code, mapping)) : code,
  ),
)

/** Values of profile fields. Fields of type 6 hold user ids. Values with HTML are Markdown. */
const fieldValue = c.selected(
  'CASE WHEN f.type = 6 THEN t.value::json ELSE to_json(t.value) END',
  c.json(z.union([z.string(), z.array(z.int())]), (value, mapping, row) => {
    if (Array.isArray(value)) return JSON.stringify(value.map((id) => c.idOf('user', id, mapping)))
    return row.rendered_value === null ? value : mapping.markdown(String(value))
  }),
)

/** Recipients of a draft. */
const draftRecipients = c.selected(
  "json_build_object(CASE t.type WHEN 'stream' THEN 'channel' ELSE 'user' END, t.recipient_ids)",
  c.json(
    z.union([
      z.strictObject({ channel: z.array(z.int()).max(1) }),
      z.strictObject({ user: z.array(z.int()).max(100_000) }),
    ]),
    (to, mapping) =>
      Object.entries(to as Record<'channel' | 'user', number[]>).flatMap(([kind, ids]) =>
        ids.map((id) => c.idOf(kind as 'channel' | 'user', id, mapping)),
      ),
  ),
)

/**
 * The message of a reminder, null for other messages. Import replaces a message that the archive does not
 * contain by 0.
 */
const reminderTarget = c.json(z.int().min(0).nullable(), (id, mapping) =>
  id === null ? null : (mapping.id('message', Number(id)) ?? 0),
)

/**
 * An e-mail address; null stands for a hidden one, which import replaces by an address made from the user id.
 */
const shownEmail = c.json(z.string().nullable(), (email, mapping, row) =>
  email === null ? `user${c.idOf('user', row.id, mapping)}@${mapping.host}` : email,
)

/** SQL: attachment row `a` belongs to a consenting user or is linked by an exported message. */
const visibleAttachment = (a: string): string =>
  `${a}.owner_id = ANY ($2::int[]) OR EXISTS (SELECT FROM attachment_message am JOIN message m ON m.id = am.message_id
    WHERE am.attachment_id = ${a}.id AND ${visibleMessage('m')})`

/** A private column of row `t`: exports `initial` instead when the user does not consent. */
const ownOrInitial = (of: c.Column, column: string, initial: string): c.Column =>
  c.withheld(of, `CASE WHEN ${OWN} THEN t.${column} ELSE ${initial} END`)

const fileKeys = (names: Record<string, string | null | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([name, path]) => (path == null ? [] : [[name, pictureKey(path)]])),
  )

/**
 * All exported tables, in the order of import: a row comes after the rows it references, except through
 * deferred columns. `EXCLUDED_TABLES` lists the other tables.
 */
export const TABLES: readonly Table[] = [
  {
    name: 'realm',
    rows: 'realm t WHERE t.id = $1',
    shared: ALL,
    order: 't.id',
    // Settings of the operator do not move with the organization.
    generated: [
      'id',
      'subdomain',
      'custom_host',
      'is_deactivated',
      'deletion_date',
      'is_deleting',
      'max_daily_invitations',
      'max_requests_per_minute',
      'is_push_enabled',
      'uses_web_push',
    ],
    columns: {
      name: c.text,
      description: c.markdown,
      created_at: c.time,
      settings: c.deferred(values.realmSettings),
      user_settings_defaults: values.settings,
      full_members_at: c.time,
      images: c.deferred(values.images),
    },
    files: ({ images }) => {
      // An archive may lack columns.
      const { icon, logo, night_logo } = (images ?? {}) as Partial<RealmImages>
      return fileKeys({ icon: icon?.path, logo: logo?.path, night_logo: night_logo?.path })
    },
  },
  {
    name: 'user_account',
    rows: ofRealm('user_account'),
    shared: ALL,
    order: 't.id',
    // Second factors belong to one server, so an imported account has none.
    generated: ['realm_id', 'has_authenticator', 'passkey_count'],
    columns: {
      id: c.own('user'),
      email: c.selected('CASE WHEN t.email = t.delivery_email THEN t.email END', shownEmail),
      delivery_email: c.withheld(shownEmail, `CASE WHEN ${ADDRESS_IS_SHOWN} THEN t.delivery_email END`),
      full_name: c.text,
      role: c.integer,
      is_active: c.boolean,
      is_bot: c.boolean,
      bot_type: c.orNull(c.integer),
      is_system_bot: c.boolean,
      bot_owner_id: c.deferred(c.optionalRef('user')),
      merged_into_id: c.deferred(c.optionalRef('user')),
      timezone: c.text,
      avatar_version: c.integer,
      avatar_path: c.orNull(c.picturePath),
      key_version: c.integer,
      session_version: c.integer,
      // Only full exports let users log in with their password.
      password_hash: c.withheld(c.orNull(c.text), 'NULL'),
      joined_at: c.time,
      settings: c.withheld(
        values.settings,
        `CASE WHEN ${CONSENTS} THEN t.settings ELSE coalesce((SELECT jsonb_object_agg(key, value)
           FROM jsonb_each(t.settings) WHERE key = 'email_address_visibility'), '{}') END`,
      ),
      // Rights granted by the operator do not move with the organization.
      can_create_users: c.withheld(c.boolean, 'false'),
      can_change_user_emails: c.withheld(c.boolean, 'false'),
      default_sending_channel_id: c.deferred(c.optionalRef('channel')),
      default_events_register_channel_id: c.deferred(c.optionalRef('channel')),
      default_all_public_channels: c.boolean,
    },
    files: ({ avatar_path }) => {
      if (avatar_path == null) return {}
      return fileKeys({ avatar: String(avatar_path), medium: mediumPath(String(avatar_path)) })
    },
  },
  {
    name: 'user_group',
    rows: ofRealm('user_group'),
    shared: ALL,
    order: 't.id',
    generated: ['realm_id'],
    columns: {
      id: c.own('group'),
      name: c.text,
      description: c.text,
      is_system_group: c.boolean,
      creator_id: c.orNull(c.ref('user')),
      date_created: c.orNull(c.time),
      is_deactivated: c.boolean,
      group_settings: values.groupSettings,
    },
  },
  {
    name: 'group_member',
    rows: ofUsers('group_member'),
    shared: ALL,
    order: 't.group_id, t.user_id',
    columns: { group_id: c.ref('group'), user_id: c.ref('user') },
  },
  {
    name: 'group_subgroup',
    rows: 'group_subgroup t JOIN user_group g ON g.id = t.group_id WHERE g.realm_id = $1',
    shared: ALL,
    order: 't.group_id, t.subgroup_id',
    columns: { group_id: c.ref('group'), subgroup_id: c.ref('group') },
  },
  {
    name: 'channel_folder',
    rows: ofRealm('channel_folder'),
    shared: ALL,
    order: 't.id',
    generated: ['realm_id'],
    columns: {
      id: c.own('folder'),
      name: c.text,
      description: c.markdown,
      rendered_description: c.htmlOf('description'),
      created_at: c.time,
      creator_id: c.orNull(c.ref('user')),
      order: c.integer,
      is_archived: c.boolean,
    },
  },
  {
    name: 'channel',
    rows: ofRealm('channel'),
    shared: visibleChannel('t.id'),
    order: 't.id',
    generated: ['realm_id'],
    columns: {
      id: c.own('channel'),
      name: c.text,
      description: c.markdown,
      rendered_description: c.htmlOf('description'),
      created_at: c.time,
      creator_id: c.orNull(c.ref('user')),
      is_private: c.boolean,
      is_web_public: c.boolean,
      is_archived: c.boolean,
      history_public_to_subscribers: c.boolean,
      // Deferred, so that no message expires before the import is complete.
      message_retention_days: c.deferred(c.orNull(c.integer)),
      topics_policy: c.text,
      first_message_id: c.optionalRef('message'),
      is_default: c.boolean,
      folder_id: c.orNull(c.ref('folder')),
      group_settings: values.groupSettings,
      weekly_traffic: c.orNull(c.integer),
      is_recently_active: c.boolean,
      read_to: c.upTo,
    },
  },
  {
    name: 'default_channel_group',
    rows: ofRealm('default_channel_group'),
    shared: ALL,
    order: 't.id',
    generated: ['id', 'realm_id'],
    columns: { name: c.text, description: c.text, channel_ids: c.refs('channel') },
  },
  {
    name: 'channel_day',
    rows: ofChannels('channel_day'),
    shared: visibleChannel('t.channel_id'),
    order: 't.channel_id, t.day',
    columns: { channel_id: c.ref('channel'), day: c.date, messages: c.integer },
  },
  {
    name: 'channel_traffic',
    rows: ofRealm('channel_traffic'),
    shared: ALL,
    order: 't.realm_id',
    generated: ['realm_id'],
    columns: { counted_to: c.upTo },
  },
  {
    name: 'subscription',
    rows: ofUsers('subscription'),
    shared: visibleChannel('t.channel_id'),
    order: 't.user_id, t.channel_id',
    columns: {
      user_id: c.ref('user'),
      channel_id: c.ref('channel'),
      is_active: c.boolean,
      color: ownOrInitial(c.text, 'color', "'#c2c2c2'"),
      is_muted: ownOrInitial(c.boolean, 'is_muted', 'false'),
      pin_to_top: ownOrInitial(c.boolean, 'pin_to_top', 'false'),
      desktop_notifications: ownOrInitial(c.orNull(c.boolean), 'desktop_notifications', 'NULL'),
      email_notifications: ownOrInitial(c.orNull(c.boolean), 'email_notifications', 'NULL'),
      wildcard_mentions_notify: ownOrInitial(c.orNull(c.boolean), 'wildcard_mentions_notify', 'NULL'),
      push_notifications: ownOrInitial(c.orNull(c.boolean), 'push_notifications', 'NULL'),
      audible_notifications: ownOrInitial(c.orNull(c.boolean), 'audible_notifications', 'NULL'),
    },
  },
  {
    name: 'subscription_span',
    rows: ofUsers('subscription_span'),
    shared: visibleChannel('t.channel_id'),
    order: 't.user_id, t.channel_id, t.from_id',
    columns: {
      user_id: c.ref('user'),
      channel_id: c.ref('channel'),
      from_id: c.from,
      to_id: c.orNull(c.from),
    },
    // Two spans may begin at one place when all messages between them were those of other organizations.
    isEmpty: ({ from_id, to_id }) => to_id !== null && Number(to_id) <= Number(from_id),
  },
  {
    name: 'conversation',
    rows: ofRealm('conversation'),
    shared: visibleConversation('t.id'),
    order: 't.id',
    generated: ['realm_id', 'newest_message_id', 'words'],
    derived: { words: ({ topic }) => (topic === null ? null : wordsOfText(String(topic))) },
    columns: {
      id: c.own('conversation'),
      channel_id: c.orNull(c.ref('channel')),
      topic: c.orNull(c.text),
      participant_ids: c.orNull(c.refs('user')),
      renames: values.edits,
      language: c.integer,
    },
  },
  {
    name: 'conversation_participant',
    rows: ofUsers('conversation_participant'),
    shared: visibleConversation('t.conversation_id'),
    order: 't.user_id, t.conversation_id',
    columns: { user_id: c.ref('user'), conversation_id: c.ref('conversation') },
  },
  {
    name: 'message',
    rows: ofRealm('message'), // message_realm
    shared: visibleMessage('t'),
    order: 't.realm_id, t.id',
    generated: ['realm_id', 'words'],
    derived: { words: ({ rendered_content: html }) => wordsOfHtml(String(html)) },
    hasIndependentParts: true,
    columns: {
      id: c.own('message'),
      conversation_id: c.ref('conversation'),
      channel_id: c.orNull(c.ref('channel')),
      sender_id: c.ref('user'),
      client: c.text,
      content: c.markdown,
      rendered_content: c.htmlOf('content'),
      sent_at: c.time,
      bits: c.integer,
      last_edit_at: c.orNull(c.time),
      last_moved_at: c.orNull(c.time),
      edit_history: values.edits,
      arrived_at: c.orNull(c.bigint),
      arrival_id: c.orNull(c.upTo),
      language: c.integer,
    },
  },
  {
    name: 'read_pointer',
    rows: ofUsers('read_pointer'),
    shared: `${OWN} AND ${visibleConversation('t.conversation_id')}`,
    order: 't.user_id, t.conversation_id',
    columns: { user_id: c.ref('user'), conversation_id: c.ref('conversation'), message_id: c.upTo },
  },
  {
    name: 'message_flag',
    rows: ofUsers('message_flag'),
    shared: `${OWN} AND ${visibleMessageId('t.message_id')}`,
    order: 't.user_id, t.message_id',
    columns: { user_id: c.ref('user'), message_id: c.ref('message'), bits: c.integer },
  },
  {
    name: 'reaction',
    rows: ofMessages('reaction'),
    shared: visibleMessage('w'),
    order: 't.message_id, t.id',
    generated: ['id'],
    columns: {
      message_id: c.ref('message'),
      user_id: c.ref('user'),
      emoji_name: c.text,
      emoji_code: emojiCode,
      reaction_type: c.text,
    },
  },
  {
    name: 'submessage',
    rows: ofMessages('submessage'),
    shared: visibleMessage('w'),
    order: 't.message_id, t.id',
    generated: ['id'],
    columns: {
      message_id: c.ref('message'),
      sender_id: c.ref('user'),
      msg_type: c.text,
      content: values.submessage,
    },
  },
  {
    name: 'attachment',
    rows: ofRealm('attachment'),
    shared: visibleAttachment('t'),
    order: 't.id',
    generated: ['realm_id'],
    columns: {
      id: c.own('attachment'),
      owner_id: c.ref('user'),
      name: c.text,
      path_id: c.path,
      storage_key: c.json(z.string(), (_key, mapping, row) => mapping.storageKey(Number(row.id))),
      content_type: c.text,
      size: c.bigint,
      created_at: c.time,
      released_at: c.orNull(c.time),
    },
    files: ({ storage_key }) => ({ file: String(storage_key) }),
    derivedFiles: ({ storage_key }) =>
      Object.fromEntries(thumbnailKeys(String(storage_key)).map((key, index) => [`thumbnail${index}`, key])),
  },
  {
    name: 'attachment_picture',
    rows: 'attachment_picture t JOIN attachment w ON w.id = t.attachment_id WHERE w.realm_id = $1',
    shared: visibleAttachment('w'),
    order: 't.attachment_id',
    // An image without thumbnails starts to wait for them again.
    generated: ['created_at'],
    columns: {
      attachment_id: c.ref('attachment'),
      content_type: c.text,
      width: c.integer,
      height: c.integer,
      frames: c.integer,
      is_ready: c.boolean,
    },
  },
  {
    name: 'attachment_message',
    rows: ofMessages('attachment_message'),
    shared: visibleMessage('w'),
    order: 't.attachment_id, t.message_id',
    columns: { attachment_id: c.ref('attachment'), message_id: c.ref('message') },
  },
  {
    name: 'upload_space',
    rows: ofRealm('upload_space'),
    shared: ALL,
    order: 't.realm_id',
    generated: ['realm_id'],
    columns: {
      used_bytes: c.withheld(
        c.bigint,
        `(SELECT coalesce(sum(a.size), 0) FROM attachment a WHERE a.realm_id = $1 AND (${visibleAttachment('a')}))`,
      ),
    },
  },
  {
    name: 'draft',
    rows: ofUsers('draft'),
    shared: `${OWN} AND (t.type <> 'stream' OR ${visibleChannel('t.recipient_ids[1]')})`,
    order: 't.user_id, t.changed_at, t.id',
    // Stored anew in this order.
    generated: ['id', 'changed_at'],
    columns: {
      user_id: c.ref('user'),
      type: c.text,
      recipient_ids: draftRecipients,
      topic: c.text,
      content: c.markdown,
      edited_at: c.bigint,
    },
  },
  {
    name: 'saved_snippet',
    rows: ofUsers('saved_snippet'),
    shared: OWN,
    order: 't.user_id, t.id',
    generated: ['id'],
    columns: { user_id: c.ref('user'), title: c.text, content: c.markdown, created_at: c.time },
  },
  {
    name: 'scheduled_message',
    rows: ofRealm('scheduled_message'),
    shared: `${OWN} AND (t.channel_id IS NULL OR ${visibleChannel('t.channel_id')})`,
    order: 't.id',
    generated: ['id', 'realm_id'],
    columns: {
      user_id: c.ref('user'),
      channel_id: c.orNull(c.ref('channel')),
      topic: c.orNull(c.text),
      recipient_ids: c.orNull(c.refs('user')),
      content: c.markdown,
      rendered_content: c.htmlOf('content'),
      client: c.text,
      read_by_sender: c.orNull(c.boolean),
      deliver_at: c.time,
      failure: c.orNull(c.text),
      reminder_target_id: reminderTarget,
    },
  },
  {
    name: 'alert_word',
    rows: ofRealm('alert_word'),
    shared: OWN,
    order: 't.id',
    generated: ['id', 'realm_id'],
    columns: { user_id: c.ref('user'), word: c.text, folded: c.text },
  },
  {
    name: 'user_topic',
    rows: ofUsers('user_topic'),
    shared: `${OWN} AND ${visibleChannel('t.channel_id')}`,
    order: 't.user_id, t.channel_id, lower(t.topic)',
    columns: {
      user_id: c.ref('user'),
      channel_id: c.ref('channel'),
      topic: c.text,
      visibility_policy: c.integer,
      updated_at: c.time,
    },
  },
  {
    name: 'muted_user',
    rows: ofRealm('muted_user'),
    shared: OWN,
    order: 't.user_id, t.muted_user_id',
    generated: ['realm_id'],
    columns: { user_id: c.ref('user'), muted_user_id: c.ref('user'), muted_at: c.time },
  },
  {
    name: 'navigation_view',
    rows: ofUsers('navigation_view'),
    shared: OWN,
    order: 't.user_id, t.id',
    generated: ['id'],
    columns: {
      user_id: c.ref('user'),
      fragment: c.textWith((fragment, mapping) => mapping.markdown(`#${fragment}`).slice(1)),
      is_pinned: c.boolean,
      name: c.orNull(c.text),
    },
  },
  {
    name: 'onboarding_step_seen',
    rows: ofUsers('onboarding_step_seen'),
    shared: OWN,
    order: 't.user_id, t.step',
    columns: { user_id: c.ref('user'), step: c.text },
  },
  {
    name: 'user_status',
    rows: ofRealm('user_status'),
    shared: ALL,
    order: 't.user_id',
    generated: ['realm_id'],
    columns: {
      user_id: c.ref('user'),
      away: c.boolean,
      status_text: c.text,
      emoji_name: c.text,
      emoji_code: emojiCode,
      reaction_type: c.text,
      clear_at: c.orNull(c.time),
    },
  },
  {
    name: 'user_presence',
    rows: ofRealm('user_presence'),
    shared: OWN,
    order: 't.user_id',
    generated: ['realm_id'],
    columns: { user_id: c.ref('user'), active_at: c.bigint, connected_at: c.bigint, update_id: c.bigint },
  },
  {
    name: 'custom_profile_field',
    rows: ofRealm('custom_profile_field'),
    shared: ALL,
    order: 't.id',
    generated: ['realm_id'],
    columns: {
      id: c.own('field'),
      type: c.integer,
      position: c.integer,
      name: c.text,
      hint: c.text,
      field_data: c.text,
      display_in_profile_summary: c.boolean,
      required: c.boolean,
      editable_by_user: c.boolean,
    },
  },
  {
    name: 'custom_profile_field_value',
    rows: `custom_profile_field_value t JOIN custom_profile_field f ON f.id = t.field_id WHERE f.realm_id = $1`,
    shared: ALL,
    order: 't.user_id, t.field_id',
    columns: {
      user_id: c.ref('user'),
      field_id: c.ref('field'),
      value: fieldValue,
      rendered_value: c.orNull(c.htmlOf('value')),
    },
  },
  {
    name: 'bot_service',
    rows: 'bot_service t JOIN user_account u ON u.id = t.bot_id WHERE u.realm_id = $1',
    shared: NOTHING,
    order: 't.bot_id',
    columns: {
      bot_id: c.ref('user'),
      base_url: c.text,
      interface: c.integer,
      token: c.text,
    },
  },
  {
    name: 'bot_config',
    rows: 'bot_config t JOIN user_account u ON u.id = t.bot_id WHERE u.realm_id = $1',
    shared: NOTHING,
    order: 't.bot_id, t.key',
    columns: { bot_id: c.ref('user'), key: c.text, value: c.text },
  },
  {
    name: 'embedded_bot',
    rows: 'embedded_bot t JOIN user_account u ON u.id = t.bot_id WHERE u.realm_id = $1',
    shared: ALL,
    order: 't.bot_id',
    columns: { bot_id: c.ref('user'), name: c.text },
  },
  {
    name: 'bot_storage',
    rows: 'bot_storage t JOIN user_account u ON u.id = t.bot_id WHERE u.realm_id = $1',
    shared: 't.bot_id = ANY ($2::int[])',
    order: 't.bot_id, t.key',
    columns: { bot_id: c.ref('user'), key: c.text, value: c.text },
  },
  {
    name: 'realm_domain',
    rows: ofRealm('realm_domain'),
    shared: ALL,
    order: 't.id',
    generated: ['id', 'realm_id'],
    columns: { domain: c.text, allow_subdomains: c.boolean },
  },
  {
    name: 'linkifier',
    rows: ofRealm('linkifier'),
    shared: ALL,
    order: 't.id',
    generated: ['id', 'realm_id'],
    columns: { pattern: c.text, url_template: c.text, position: c.integer },
  },
  {
    name: 'playground',
    rows: ofRealm('playground'),
    shared: ALL,
    order: 't.id',
    generated: ['id', 'realm_id'],
    columns: { name: c.text, language: c.text, url_template: c.text },
  },
  {
    name: 'realm_emoji',
    rows: ofRealm('realm_emoji'),
    shared: ALL,
    order: 't.id',
    generated: ['realm_id'],
    columns: {
      id: c.own('emoji'),
      name: c.text,
      author_id: c.orNull(c.ref('user')),
      is_deactivated: c.boolean,
      file_name: c.json(z.string().regex(/^\w{1,64}\.\w{3,4}$/)),
      is_animated: c.boolean,
    },
    files: ({ file_name, is_animated }, realm) => {
      const [image, still] = emojiFiles(realm as RealmId, String(file_name), is_animated === true)
      return fileKeys({ image, still })
    },
  },
  {
    name: 'spoken_language',
    rows: ofRealm('spoken_language'),
    shared: ALL,
    order: 't.language',
    generated: ['realm_id'],
    columns: { language: c.text },
  },
]

/** Tables that are never exported, with the reason. */
export const EXCLUDED_TABLES: Readonly<Record<string, string>> = {
  event_head: 'an imported organization starts a new event log',
  event_log: 'recent events concern only clients of the exported organization',
  job_outbox: 'jobs belong to one server; import enqueues the delivery of scheduled messages again',
  sent_message: 'detects messages that clients of the exported organization send twice within minutes',
  notification_cursor: 'imported messages notify nobody; the cursor starts after them',
  digest_cursor: 'progress of the digest mails of one server',
  missed_message: 'pending e-mail notifications live for minutes only',
  waiting_message: 'same reason as missed_message',
  push_device: 'devices are registered with one server',
  pushed_message: 'notifications shown by devices of one server',
  usage_day: 'how much one server was used; an imported organization begins to count anew',
  active_person_day: 'same reason as usage_day',
  usage_cursor: 'same reason as usage_day',
  audit_entry: 'who administered the organization on one server; an archive shows its present state',
  list_growth: 'what people have added on one server on one day',
  server_key: 'key pairs of one server',
  word_rules: 'progress of one server; an import lists words by its own rules',
  database_timeline: 'the WAL of one server',
  pending_upload: 'unfinished uploads belong to requests to one server',
  authenticator: 'encrypted with the key of one server',
  recovery_code: 'hashed with the key of one server',
  passkey: 'browsers use a passkey for one host only',
  log_in_provider: 'its secrets are encrypted with the key of one server',
  provisioning_token: 'a directory uses it for one server',
  provisioned_account: 'the directory joins accounts anew, by their addresses',
  provisioned_group: 'the directory joins groups anew, by their names',
  unclaimed_person: 'who has come to one server',
  history_import: 'an upload to one server',
  external_identity: 'other servers have other providers',
  zoom_account: 'encrypted with the key of one server',
  confirmation: 'links in e-mails lead to the exported organization',
  invitation: 'same reason as confirmation',
  join_request: 'same reason as confirmation',
  invitation_day: 'counts the invitations mailed by one server',
  link_preview: 'a cache; the HTML of messages contains the previews they show',
  mail_delivery: 'delivery results of one server',
  mailbox: 'mails of a development server, for all its organizations',
  realm_export: 'archives do not contain archives',
  person_task: 'same reason as realm_export',
  account_merge: 'the archive has both accounts as they are',
  realm_import: 'progress of a running import',
  imported_id: 'id mapping of a running import',
  mikro_orm_migrations: 'schema version of the database',
}

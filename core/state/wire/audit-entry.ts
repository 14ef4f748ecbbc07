import { z } from 'zod'

/** The kind of object of an entry of the audit log. */
export const AUDIT_KINDS = [
  'organization',
  'user_default',
  'user',
  'bot',
  'channel',
  'channel_folder',
  'user_group',
  'default_channel_group',
  'profile_field',
  'emoji',
  'linkifier',
  'playground',
  'domain',
  'log_in_provider',
  'provisioning_token',
  'invitation',
  'export',
  'person_data',
  'history_import',
  'log_in',
] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

export const AUDIT_ACTIONS = ['created', 'changed', 'removed', 'refused'] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

const VALUE =
  'as JSON of at most 1024 bytes; a longer one is cut and ends in `…`. Null when there was none or it is hidden'

/** A change in the audit log. */
export const auditEntry = z
  .object({
    id: z.int().describe('The id of the entry. Later changes have higher ids.'),
    time: z.int().describe('When the change was made, in Unix seconds.'),
    acting_user_id: z
      .int()
      .nullable()
      .describe('Who made the change; null for the server itself and its operator.'),
    kind: z
      .enum(AUDIT_KINDS)
      .describe(
        'What the changed object is; `user_default` is a default setting of new users. The object of a `log_in` is the account.',
      ),
    action: z
      .enum(AUDIT_ACTIONS)
      .describe('Whether the object was created, changed or removed. A log-in is created or refused.'),
    object_id: z
      .int()
      .nullable()
      .describe(
        'The id of the object; null for the organization, its defaults, domains, and orders of lists.',
      ),
    object_name: z.string().describe('The name of the object before the change, at most 200 characters.'),
    property: z
      .string()
      .nullable()
      .describe('The property that changed; null when the whole object was created or removed.'),
    old_value: z.string().nullable().describe(`The former value, ${VALUE}.`),
    new_value: z.string().nullable().describe(`The new value, ${VALUE}.`),
  })
  .meta({ id: 'AuditEntry', description: 'A change that an administrator, another user or the server made.' })

export type WireAuditEntry = z.output<typeof auditEntry>

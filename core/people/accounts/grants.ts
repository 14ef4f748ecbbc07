/** Permissions that an operator gives to single accounts. */
export const GRANTS = {
  can_create_users: 'canCreateUsers',
  can_change_user_emails: 'canChangeUserEmails',
} as const
export type Grant = keyof typeof GRANTS

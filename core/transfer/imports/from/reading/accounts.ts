import { isTimezone } from '../../../../people/users/timezone.ts'
import { SYSTEM_GROUPS, type SystemGroup } from '../../../../state/groups/system.ts'
import { isAddress } from '../../../../state/realm/email.ts'
import { BotType } from '../../../../state/users/bot-types.ts'
import { Role } from '../../../../state/users/record.ts'
import type { Row } from '../../../exports/archive/column.ts'
import type { Report } from './report.ts'
import { folded } from './texts.ts'
import { timeText } from './times.ts'

/** The system bots that every organization has. */
export const SYSTEM_BOTS = {
  notification: { email: 'notification-bot@loquat.invalid', name: 'Notification Bot' },
  welcome: { email: 'welcome-bot@loquat.invalid', name: 'Welcome Bot' },
} as const

/** A person or bot of an archive. */
export interface Account {
  readonly id: number
  readonly name: string
  /** Null for an internal address. */
  readonly email: string | null
  /** Whether others see an internal address instead. */
  readonly isHidden?: boolean
  readonly role?: number
  readonly isActive: boolean
  /** Unix seconds. */
  readonly joined: number
  readonly isSystem?: boolean
  readonly isBot?: boolean
  readonly botType?: number
  readonly owner?: number
  readonly timezone?: string
  readonly settings?: Row
  readonly avatarVersion?: number
  readonly channels?: { readonly sending: number; readonly events: number; readonly allPublic: boolean }
}

/** Returns the row of an account. API keys and passwords are new. */
export function accountRow(account: Account): Row {
  const { id, name, email, isBot = false, isSystem = false, owner = 0, channels, timezone = '' } = account
  return {
    id,
    email: account.isHidden ? null : email,
    delivery_email: email,
    full_name: name,
    role: account.role ?? Role.member,
    is_active: account.isActive,
    is_bot: isBot || isSystem,
    bot_type: isBot || isSystem ? (account.botType ?? BotType.generic) : null,
    is_system_bot: isSystem,
    bot_owner_id: isBot && owner !== 0 ? owner : null,
    timezone: isTimezone(timezone) ? timezone : '',
    avatar_version: account.avatarVersion ?? 1,
    avatar_path: null,
    key_version: 1,
    session_version: 1,
    password_hash: null,
    joined_at: timeText(account.joined),
    settings: account.settings ?? {},
    can_create_users: false,
    can_change_user_emails: false,
    default_sending_channel_id: channels?.sending || null,
    default_events_register_channel_id: channels?.events || null,
    default_all_public_channels: channels?.allPublic ?? false,
    merged_into_id: null,
  }
}

/** The e-mail addresses of an archive: each belongs to the first account that has it. */
export class Addresses {
  readonly #report: Report
  readonly #taken = new Set<string>()

  constructor(report: Report) {
    this.#report = report
  }

  /** Returns the address of an account; null, with a line in the report, when it cannot have this one. */
  take(given: string | null): string | null {
    if (given === null) return null
    if (!isAddress(given)) {
      this.#report.changed('accounts without a usable e-mail address get an internal one', given)
      return null
    }
    const key = folded(given)
    if (this.#taken.has(key)) {
      this.#report.changed('accounts with the e-mail address of another one get an internal one', given)
      return null
    }
    this.#taken.add(key)
    return given
  }
}

export const systemGroupRow = (id: number, name: SystemGroup): Row => ({
  id,
  name,
  description: SYSTEM_GROUPS[name],
  is_system_group: true,
  creator_id: null,
  date_created: null,
  is_deactivated: false,
  group_settings: {},
})

import type { UserId } from '../../platform/ids.ts'
import { Role, type UserRecord } from './record.ts'
import { settingsOf } from './settings.ts'

/**
 * A person without an account (spec.md POST /register, unauthenticated), as a user without permissions,
 * channels and groups. Spectators can see web-public channels.
 */
export const SPECTATOR: UserRecord = {
  id: 0 as UserId,
  email: '',
  deliveryEmail: '',
  fullName: '',
  role: Role.guest,
  isActive: false,
  isBot: false,
  isSystemBot: false,
  botType: null,
  botOwnerId: null,
  timezone: '',
  avatarPath: null,
  avatarVersion: 1,
  keyVersion: 0,
  sessionVersion: 0,
  hasAuthenticator: false,
  passkeyCount: 0,
  mergedIntoId: null,
  canCreateUsers: false,
  canChangeUserEmails: false,
  dateJoined: new Date(0).toISOString().replace('Z', '000+00:00'),
  settings: settingsOf({}),
}

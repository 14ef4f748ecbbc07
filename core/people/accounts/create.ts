import { addMembers } from '../../channels/subscriptions/subscribe.ts'
import type { ChannelId, GroupId, UserId } from '../../platform/ids.ts'
import { type Language, languageFor, usesTwentyFourHours } from '../../platform/text/languages.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Core } from '../../state/core.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { checkAddress, dummyId } from '../../state/realm/email.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { User } from '../../state/users/entity.ts'
import { Role, type UserRecord } from '../../state/users/record.ts'
import { DEFAULT_SETTINGS, settingsOf, type UserSettings } from '../../state/users/settings.ts'
import { shownAddress } from '../credentials/change-email.ts'
import { hashPassword } from '../credentials/password.ts'
import { joinGroups } from '../groups/join.ts'
import { emitGroupsOf } from '../groups/role-events.ts'
import { accountAddressRefused, emailInUse } from '../users/errors.ts'
import { emitUserAdded } from '../users/event.ts'
import { emitNewcomerToGuests } from '../users/guest-visibility.ts'
import { checkFullName } from '../users/name.ts'

export interface NewUser {
  readonly email: string
  readonly fullName: string
  readonly role?: Role
  readonly password?: string | null
  readonly botType?: number | null
  readonly botOwnerId?: UserId | null
  readonly timezone?: string
  /** The language that the person has chosen. Default: the organization's. */
  readonly language?: Language | undefined
  /** Default: the default channels for everybody except guests. */
  readonly startingMemberships?: StartingMemberships
}

/** Channels and groups of a new account. */
export interface StartingMemberships {
  readonly channels: readonly ChannelId[]
  readonly groups: readonly GroupId[]
  /** Adds the default channels, also for guests. */
  readonly withDefaultChannels: boolean
}

/**
 * Creates a person or a bot and subscribes it to the default channels, without a greeting (`createPerson`).
 * Guests get no default channels. Throws for an invalid or used address and for an invalid name.
 */
export async function createUser(core: Core, realm: RealmState, user: NewUser): Promise<UserRecord> {
  const email = checkAddress(user.email)
  const passwordHash = user.password ? await hashPassword(user.password) : null
  return core.changeAsSystem(realm, async (tx) => {
    return insertAccount(tx, realm, { ...user, email }, passwordHash, core.options.rootUrl)
  })
}

/**
 * As `createUser`, in the caller's transaction, which has locked the organization. The address is already
 * checked.
 */
export async function insertAccount(
  tx: Tx,
  realm: RealmState,
  user: Omit<NewUser, 'password'>,
  passwordHash: string | null,
  rootUrl: string,
): Promise<UserRecord> {
  const { email } = user
  const fullName = checkFullName(realm, user.fullName)
  if (realm.users.byEmail(email) !== undefined) throw emailInUse()
  if (dummyId(realm.record, rootUrl, email) !== undefined) throw accountAddressRefused('reserved', email)
  // spec.md PATCH /realm/user_settings_defaults: for users who join later; bots have no preferences.
  const settings = user.botType == null ? initialSettings(realm, user.language) : DEFAULT_SETTINGS
  const row = tx.em.create(User, {
    realmId: realm.id,
    email,
    deliveryEmail: email,
    fullName,
    role: user.role ?? Role.member,
    isBot: user.botType != null,
    botType: user.botType ?? null,
    botOwnerId: user.botOwnerId ?? null,
    timezone: user.timezone ?? '',
    passwordHash,
    settings: { ...settings },
    joinedAt: new Date(),
  })
  await tx.em.flush()
  const created: UserRecord = {
    id: row.id as UserId,
    email,
    deliveryEmail: email,
    fullName,
    role: row.role as Role,
    isActive: true,
    isBot: row.isBot,
    isSystemBot: false,
    botType: row.botType ?? null,
    botOwnerId: (row.botOwnerId ?? null) as UserId | null,
    timezone: row.timezone,
    avatarPath: null,
    ...(realm.record.drawsPictures && { hasDrawnAvatar: true }),
    avatarVersion: 1,
    keyVersion: 1,
    sessionVersion: 1,
    hasAuthenticator: false,
    passkeyCount: 0,
    mergedIntoId: null,
    canCreateUsers: false,
    canChangeUserEmails: false,
    dateJoined: new Date(row.joinedAt).toISOString().replace('Z', '000+00:00'),
    settings,
  }
  const record = { ...created, email: shownAddress(realm, created, rootUrl) }
  row.email = record.email
  await tx.em.flush()
  emitChange(tx, { type: '_user', user: record })
  emitUserAdded(tx, record)
  emitGroupsOf(tx, realm, undefined, record)
  await addStartingMemberships(tx, realm, record, user.startingMemberships ?? defaultMemberships(record))
  return record
}

const defaultMemberships = ({ role, isBot }: UserRecord): StartingMemberships => ({
  channels: [],
  groups: [],
  withDefaultChannels: role !== Role.guest && !isBot,
})

/**
 * Subscribes a new user to channels and adds the user to groups. Ignores archived channels and deactivated
 * groups.
 */
async function addStartingMemberships(
  tx: Tx,
  realm: RealmState,
  user: UserRecord,
  { channels, groups, withDefaultChannels }: StartingMemberships,
): Promise<void> {
  const offered = new Set(channels)
  const wanted = [...realm.channels].filter(
    (channel) =>
      !channel.isArchived && (offered.has(channel.id) || (withDefaultChannels && channel.isDefault)),
  )
  await joinGroups(tx, realm, user.id, groups)
  await addMembers(
    tx,
    realm,
    wanted.map((channel) => ({ channel, users: [user.id] })),
  )
  emitNewcomerToGuests(tx, realm, user, wanted)
}

/**
 * The organization's default settings, in the chosen language, otherwise in its own if pages have it. Who
 * chooses another language than the organization's gets the clock of that language.
 */
function initialSettings({ record }: RealmState, language: Language | undefined): UserSettings {
  const default_language = language ?? languageFor(record.settings.default_language) ?? 'en'
  if (record.userSettingsDefaults.default_language === default_language) return record.userSettingsDefaults
  const isOwn = default_language === languageFor(record.settings.default_language)
  const clock = !isOwn && usesTwentyFourHours(default_language) && { twenty_four_hour_time: true }
  return settingsOf({ ...record.userSettingsDefaults, default_language, ...clock })
}

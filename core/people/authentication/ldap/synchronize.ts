import { createHash } from 'node:crypto'
import type { LdapProvider } from '../../../../config/ldap-settings.ts'
import { statement } from '../../../platform/db/statements/statement.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { PublicNetwork } from '../../../platform/net/public-network.ts'
import { writeAudit } from '../../../state/audit/write.ts'
import type { Core } from '../../../state/core.ts'
import type { PicturePath } from '../../../state/pictures/path.ts'
import type { RealmState } from '../../../state/realm/state.ts'
import type { UserRecord } from '../../../state/users/record.ts'
import { isOnlyOwner } from '../../accounts/change-role.ts'
import { activeBotsOf, setActive } from '../../accounts/deactivate.ts'
import { profileFieldsOf } from '../../profile-fields/field.ts'
import { profilesOfUsers } from '../../profile-fields/values.ts'
import { ExternalIdentity } from '../external/entities.ts'
import type { Comparison } from '../external/kind.ts'
import { refreshAccount } from '../external/refresh.ts'
import { type DirectoryPerson, visitPeople } from './all-people.ts'
import { issuerOf } from './entry.ts'

/** The share of accounts that the hourly job deactivates at most at once. */
const MOST_GONE = 0.1

const JOINED = statement(
  'directory.joined',
  // external_identity_subject
  'SELECT subject, user_id AS "userId" FROM external_identity WHERE realm_id = $1 AND issuer = $2',
)

const PHOTOS = statement(
  'directory.photos',
  // external_identity_user
  `SELECT user_id AS "userId", photo_hash AS hash, photo_path AS path FROM external_identity
   WHERE user_id = ANY ($1::int[]) AND issuer = $2`,
)

/** The last photo of a directory, and the avatar made from it. */
interface FormerPhoto {
  readonly hash: string | null
  readonly path: PicturePath | null
}

/**
 * Makes an avatar of a photo, and gives it to the person in one transaction if `mayReplace` says so of the
 * person's record then. Resolves to its path; undefined when nothing was changed, or the bytes are no
 * picture.
 */
export type SetPhoto = (
  realm: RealmState,
  user: UserRecord,
  photo: Buffer,
  mayReplace: (current: UserRecord) => boolean,
) => Promise<PicturePath | undefined>

/**
 * Compares the accounts that are joined to a directory with its people, and passes each person with an
 * account to `visit`. Rejects when the directory does not answer: then nobody is gone.
 */
export async function comparePeople(
  core: Core,
  realm: RealmState,
  provider: LdapProvider,
  network: PublicNetwork | undefined,
  withPhotos = false,
  visit?: (people: ReadonlyMap<UserId, DirectoryPerson>) => Promise<void>,
): Promise<Comparison> {
  await realm.sync()
  const rows = await core.db.run<{ subject: string; userId: UserId }>(JOINED, [realm.id, issuerOf(provider)])
  const joined = new Map(rows.map(({ subject, userId }) => [subject, userId]))
  const present = new Set<UserId>()
  await visitPeople(provider, network, withPhotos, async (people) => {
    const known = new Map<UserId, DirectoryPerson>()
    for (const person of people) {
      const id = joined.get(person.subject)
      if (id !== undefined && realm.users.get(id)?.isActive) known.set(id, person)
    }
    for (const id of known.keys()) present.add(id)
    if (known.size > 0) await visit?.(known)
  })
  const accounts = [...joined.values()]
    .flatMap((id) => realm.users.get(id) ?? [])
    .filter((one) => one.isActive)
  const gone = accounts.filter(({ id }) => !present.has(id))
  return { accounts: accounts.length, gone, isTooMany: gone.length > accounts.length * MOST_GONE }
}

async function formerPhotos(
  core: Core,
  provider: LdapProvider,
  users: readonly UserId[],
): Promise<ReadonlyMap<UserId, FormerPhoto>> {
  const rows = await core.db.run<FormerPhoto & { userId: UserId }>(PHOTOS, [users, issuerOf(provider)])
  return new Map(rows.map(({ userId, ...photo }) => [userId, photo]))
}

/**
 * Makes the photo the avatar of a person whose avatar was made of the former photo, and of a person who has
 * none. Whoever has removed the avatar gets no picture until the photo is another one.
 */
async function updatePhoto(
  core: Core,
  realm: RealmState,
  provider: LdapProvider,
  user: UserRecord,
  photo: Buffer,
  former: FormerPhoto | undefined,
  setPhoto: SetPhoto,
): Promise<void> {
  const hash = createHash('sha256').update(photo).digest('base64url')
  const path = former?.path ?? null
  const mayReplace = ({ avatarPath }: UserRecord) => avatarPath === null || avatarPath === path
  if (former?.hash === hash || !mayReplace(user)) return
  const photoPath = (await setPhoto(realm, user, photo, mayReplace)) ?? path
  const identity = { userId: user.id, issuer: issuerOf(provider) }
  await core.changeAsSystem(realm, async (tx) => {
    // external_identity_user
    await tx.em.nativeUpdate(ExternalIdentity, identity, { photoHash: hash, photoPath })
  })
}

/** What a run has done. */
export interface Synchronized extends Comparison {
  readonly deactivated: readonly UserRecord[]
}

/**
 * Gives each account the name, photo, role, groups and profile fields that the directory has, and deactivates
 * people who are gone, as the provider's settings say. A photo replaces an older one of the directory, and no
 * picture that the person has chosen. Deactivates nobody when more than a tenth of the accounts is gone.
 * Rejects when the directory does not answer.
 */
export async function synchronize(
  core: Core,
  realm: RealmState,
  provider: LdapProvider,
  network: PublicNetwork | undefined,
  setPhoto: SetPhoto,
): Promise<Synchronized> {
  const fields = await profileFieldsOf(core.db, realm.id)
  const update = async (people: ReadonlyMap<UserId, DirectoryPerson>) => {
    const profiles = await profilesOfUsers(core.db, [...people.keys()])
    const photos = await formerPhotos(core, provider, [...people.keys()])
    for (const [id, person] of people) {
      const user = realm.users.get(id)!
      const known = { fields, values: profiles.get(id) ?? {} }
      const current = await refreshAccount(core, realm, provider, user, person, known)
      if (person.photo !== undefined)
        await updatePhoto(core, realm, provider, current, person.photo, photos.get(id), setPhoto)
    }
  }
  const compared = await comparePeople(
    ...([core, realm, provider, network, provider.synchronizes] as const),
    provider.synchronizes ? update : undefined,
  )
  const about = { realm: realm.id, provider: provider.name, gone: compared.gone.length }
  if (!provider.deactivates_gone || compared.gone.length === 0) return { ...compared, deactivated: [] }
  if (compared.isTooMany) {
    core.log.error(
      { ...about, accounts: compared.accounts },
      'nobody was deactivated, because more than a tenth of the accounts is gone from the directory; look at them with "loquat log-in-providers gone"',
    )
    return { ...compared, deactivated: [] }
  }
  const deactivated = await deactivateGone(core, realm, provider, compared.gone)
  core.log.info(
    { ...about, deactivated: deactivated.length },
    'deactivated people who are gone from the directory',
  )
  return { ...compared, deactivated }
}

/**
 * Deactivates people and their bots. The only owner stays. `by`: the owner who has asked for it, for the
 * audit log. Returns the deactivated people.
 */
export async function deactivateGone(
  core: Core,
  realm: RealmState,
  { name, display_name: displayName }: Pick<LdapProvider, 'name' | 'display_name'>,
  people: readonly UserRecord[],
  by: UserId | null = null,
): Promise<UserRecord[]> {
  const deactivated: UserRecord[] = []
  for (const { id } of people)
    await core.changeAsSystem(realm, async (tx) => {
      const user = realm.users.get(id)
      if (!user?.isActive) return
      if (isOnlyOwner(realm, user)) {
        core.log.warn(
          { realm: realm.id, provider: name, user: id },
          'the only owner is gone from the directory',
        )
        return
      }
      await setActive(tx, realm, [user, ...activeBotsOf(realm, user)], false)
      const row = { kind: 'user', action: 'changed', id, name: user.fullName } as const
      writeAudit(tx, by, [{ ...row, property: 'gone_from_directory', after: displayName }])
      deactivated.push(user)
    })
  return deactivated
}

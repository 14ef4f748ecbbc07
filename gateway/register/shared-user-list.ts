import type { ProfileData } from '../../core/people/profile-fields/values.ts'
import { withProfile } from '../../core/people/users/profile.ts'
import type { UserId } from '../../core/platform/ids.ts'
import type { RealmView } from '../../core/state/realm/view.ts'
import type { UserDirectory } from '../../core/state/users/directory.ts'
import { emailVisibility, isShownTo } from '../../core/state/users/permissions.ts'
import { isAdministrator, type UserRecord } from '../../core/state/users/record.ts'
import { wireUser } from '../../core/state/users/wire.ts'
import { JsonText } from '../http/json-text.ts'

/** A list of users as JSON text. */
interface UserListText {
  readonly bytes: Buffer
  /** The position of each user in `bytes`. */
  readonly ranges: ReadonlyMap<UserId, readonly [from: number, to: number]>
}

/** `realm_users` and `realm_non_active_users`. */
interface Lists<T> {
  readonly active: T
  readonly inactive: T
}

type Profiles = ReadonlyMap<UserId, ProfileData>

interface CachedLists {
  readonly version: number
  readonly byVariant: Map<string, Lists<UserListText>>
}

const cache = new WeakMap<UserDirectory, CachedLists>()

/**
 * All users of an organization, for a reader who may see all of them. Readers who see the same fields share one text, which
 * is cached until a user or a profile changes. Readers always see their own email address: a text without it is copied with
 * the reader's own entry replaced. Uses the view synchronously. `profiles` reads the profile values of the same snapshot;
 * it is called only when needed.
 */
export function sharedUserList(view: RealmView, reader: UserRecord, clientGravatar: boolean) {
  const { users } = view
  const { version } = users
  // The reader's role decides which email addresses the reader sees.
  const variant = `${isAdministrator(reader) ? 'administrator' : reader.role} ${clientGravatar}`
  const cached = cachedLists(users, version, variant)
  const all = cached === undefined ? [...users] : []
  return async (profiles: () => Promise<Profiles>): Promise<Lists<JsonText>> => {
    let lists = cached
    if (lists === undefined) {
      const values = await profiles()
      lists = cachedLists(users, version, variant) ?? createLists(all, reader, clientGravatar, values)
      cacheLists(users, version, variant, lists)
    }
    return { active: withOwnEmail(lists.active, reader), inactive: withOwnEmail(lists.inactive, reader) }
  }
}

function cachedLists(
  users: UserDirectory,
  version: number,
  variant: string,
): Lists<UserListText> | undefined {
  const cached = cache.get(users)
  return cached?.version === version ? cached.byVariant.get(variant) : undefined
}

function cacheLists(
  users: UserDirectory,
  version: number,
  variant: string,
  lists: Lists<UserListText>,
): void {
  const cached = cache.get(users)
  if (cached === undefined || cached.version < version) {
    cache.set(users, { version, byVariant: new Map([[variant, lists]]) })
  } else if (cached.version === version) cached.byVariant.set(variant, lists)
}

function createLists(
  all: readonly UserRecord[],
  reader: UserRecord,
  clientGravatar: boolean,
  profiles: Profiles,
): Lists<UserListText> {
  const list = (isActive: boolean) =>
    listOf(
      all
        .filter((user) => user.isActive === isActive)
        .map((user) => {
          const seesEmail = isShownTo(reader, emailVisibility(user))
          const wire = { ...wireUser(user, { clientGravatar, seesEmail }), ...withProfile(user, profiles) }
          return [user.id, JSON.stringify(wire)]
        }),
    )
  return { active: list(true), inactive: list(false) }
}

function listOf(users: readonly (readonly [UserId, string])[]): UserListText {
  const ranges = new Map<UserId, [number, number]>()
  let end = 0
  for (const [id, text] of users) {
    const from = end + 1 // after the bracket or the comma
    end = from + Buffer.byteLength(text)
    ranges.set(id, [from, end])
  }
  return { bytes: Buffer.from(`[${users.map(([, text]) => text).join(',')}]`), ranges }
}

/** The list with the reader's own email address, which is always visible to the reader. */
function withOwnEmail({ bytes, ranges }: UserListText, reader: UserRecord): JsonText {
  const range = ranges.get(reader.id)
  if (range === undefined || isShownTo(reader, emailVisibility(reader))) return new JsonText([bytes])
  const [from, to] = range
  const own = { ...JSON.parse(bytes.toString('utf8', from, to)), delivery_email: reader.deliveryEmail }
  return new JsonText([bytes.subarray(0, from), JSON.stringify(own), bytes.subarray(to)])
}

import type { ProfileData } from '../../core/people/profile-fields/values.ts'
import { withProfile } from '../../core/people/users/profile.ts'
import type { UserId } from '../../core/platform/ids.ts'
import type { RealmView } from '../../core/state/realm/view.ts'
import type { UserDirectory } from '../../core/state/users/directory.ts'
import { emailVisibility, isShownTo } from '../../core/state/users/permissions.ts'
import { isAdministrator, type UserRecord } from '../../core/state/users/record.ts'
import { wireUser } from '../../core/state/users/wire.ts'
import { JsonText } from '../http/json-text.ts'

/** Users as a list of JSON text, and where each stands in it. */
interface List {
  readonly bytes: Buffer
  readonly places: ReadonlyMap<UserId, readonly [from: number, to: number]>
}

/** `realm_users` and `realm_non_active_users`. */
interface Lists<T> {
  readonly active: T
  readonly inactive: T
}

type Profiles = ReadonlyMap<UserId, ProfileData>

interface Kept {
  readonly version: number
  readonly byVariant: Map<string, Lists<List>>
}

const kept = new WeakMap<UserDirectory, Kept>()

/**
 * All users of an organization, as a reader who may know of everyone is told of them. The text is made once for all
 * readers of a kind and kept until a user or a profile changes; only of readers themselves they are told alone.
 * Takes the view as it is now; `profiles` reads the values of the same moment, when they are needed.
 */
export function everyone(view: RealmView, reader: UserRecord, clientGravatar: boolean) {
  const { users } = view
  const { version } = users
  // Who may know which address follows from the reader's role.
  const variant = `${isAdministrator(reader) ? 'administrator' : reader.role} ${clientGravatar}`
  const known = keptOf(users, version, variant)
  const all = known === undefined ? [...users] : []
  return async (profiles: () => Promise<Profiles>): Promise<Lists<JsonText>> => {
    let lists = known
    if (lists === undefined) {
      const values = await profiles()
      lists = keptOf(users, version, variant) ?? told(all, reader, clientGravatar, values)
      keep(users, version, variant, lists)
    }
    return { active: toReader(lists.active, reader), inactive: toReader(lists.inactive, reader) }
  }
}

function keptOf(users: UserDirectory, version: number, variant: string): Lists<List> | undefined {
  const found = kept.get(users)
  return found?.version === version ? found.byVariant.get(variant) : undefined
}

function keep(users: UserDirectory, version: number, variant: string, lists: Lists<List>): void {
  const found = kept.get(users)
  if (found === undefined || found.version < version) {
    kept.set(users, { version, byVariant: new Map([[variant, lists]]) })
  } else if (found.version === version) found.byVariant.set(variant, lists)
}

function told(
  all: readonly UserRecord[],
  reader: UserRecord,
  clientGravatar: boolean,
  profiles: Profiles,
): Lists<List> {
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

function listOf(users: readonly (readonly [UserId, string])[]): List {
  const places = new Map<UserId, [number, number]>()
  let end = 0
  for (const [id, text] of users) {
    const from = end + 1 // after the bracket, or the comma
    end = from + Buffer.byteLength(text)
    places.set(id, [from, end])
  }
  return { bytes: Buffer.from(`[${users.map(([, text]) => text).join(',')}]`), places }
}

/** Everyone knows one's own address. */
function toReader({ bytes, places }: List, reader: UserRecord): JsonText {
  const place = places.get(reader.id)
  if (place === undefined || isShownTo(reader, emailVisibility(reader))) return new JsonText([bytes])
  const [from, to] = place
  const own = { ...JSON.parse(bytes.toString('utf8', from, to)), delivery_email: reader.deliveryEmail }
  return new JsonText([bytes.subarray(0, from), JSON.stringify(own), bytes.subarray(to)])
}

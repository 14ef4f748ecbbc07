import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ProfileData } from '../../core/people/profile-fields/values.ts'
import { withProfile } from '../../core/people/users/profile.ts'
import type { UserId } from '../../core/platform/ids.ts'
import type { RealmView } from '../../core/state/realm/view.ts'
import type { UserDirectory } from '../../core/state/users/directory.ts'
import { emailVisibility, isShownTo } from '../../core/state/users/permissions.ts'
import { isAdministrator, type UserRecord } from '../../core/state/users/record.ts'
import { wireUser } from '../../core/state/users/wire.ts'
import { JsonText, type TextPieces } from '../http/reply/json-text.ts'
import { SharedText } from '../http/reply/shared-text.ts'

/** Users whose texts are made together. A change of one of them makes only their text anew. */
export const USERS_PER_BLOCK = 500

/** Users as JSON text, separated by commas. */
interface UserText {
  readonly text: SharedText
  /** The position of each user in the bytes of `text`. */
  readonly ranges: ReadonlyMap<UserId, readonly [from: number, to: number]>
}

/** `realm_users` and `realm_non_active_users`. */
interface Lists<T> {
  readonly active: T
  readonly inactive: T
}

interface Block extends Lists<UserText> {
  readonly users: readonly UserRecord[]
}

/** The list of users for all readers who see the same fields, at one version of the directory. */
interface Variant {
  readonly version: number
  readonly profilesVersion: number
  readonly blocks: readonly Block[]
}

type Profiles = ReadonlyMap<UserId, ProfileData>
/** Reads the profile values of users, or of all users, in the snapshot of the request. */
export type ReadProfiles = (users?: readonly UserId[]) => Promise<Profiles>

const cache = new WeakMap<UserDirectory, Map<string, Variant>>()
/** Variants under construction. Clients that register at the same time share one. */
const inMaking = new WeakMap<UserDirectory, Map<string, Promise<Variant>>>()

/**
 * All users of an organization, for a reader who may see all of them. Readers who see the same fields share
 * the text, which is cached in blocks until a user of the block or a profile changes. Readers always see
 * their own email address: a text without it is copied with the reader's own entry replaced. Uses the view
 * synchronously. `profiles` is called only when needed. Other work has its turn between blocks, because an
 * organization may have 100,000 users. Making the text of 10,000 users takes 10 ms, longer than a register.
 */
export function sharedUserList(view: RealmView, reader: UserRecord, clientGravatar: boolean) {
  const { users } = view
  const { version, profilesVersion } = users
  // The reader's role decides which email addresses the reader sees.
  const name = `${isAdministrator(reader) ? 'administrator' : reader.role} ${clientGravatar}`
  const known = variantsOf(cache, users).get(name)
  const all = known?.version === version ? [] : [...users]
  return async (profiles: ReadProfiles): Promise<Lists<JsonText>> => {
    const make = async (): Promise<Variant> => {
      const former = known?.profilesVersion === profilesVersion ? known.blocks : []
      const blocks = await renew(former, all, reader, clientGravatar, profiles)
      const made = { version, profilesVersion, blocks }
      const variants = variantsOf(cache, users)
      if ((variants.get(name)?.version ?? 0) <= version) variants.set(name, made)
      return made
    }
    const variant = known?.version === version ? known : await once(users, `${name} ${version}`, make)
    return { active: listOf(variant, 'active', reader), inactive: listOf(variant, 'inactive', reader) }
  }
}

function variantsOf<T>(of: WeakMap<UserDirectory, Map<string, T>>, users: UserDirectory): Map<string, T> {
  const variants = of.get(users) ?? new Map<string, T>()
  of.set(users, variants)
  return variants
}

/** Shares the text that another request makes at the moment. Makes it alone when the other request fails. */
async function once(users: UserDirectory, name: string, make: () => Promise<Variant>): Promise<Variant> {
  const making = variantsOf(inMaking, users)
  const others = making.get(name)
  if (others !== undefined) return others.catch(make)
  const own = make().finally(() => making.delete(name))
  making.set(name, own)
  return own
}

/** Returns the blocks of all users. Keeps the blocks of `former` whose users are the same. */
async function renew(
  former: readonly Block[],
  all: readonly UserRecord[],
  reader: UserRecord,
  clientGravatar: boolean,
  profiles: ReadProfiles,
): Promise<Block[]> {
  const count = Math.ceil(all.length / USERS_PER_BLOCK)
  const usersOf = (n: number) => all.slice(n * USERS_PER_BLOCK, (n + 1) * USERS_PER_BLOCK)
  const blocks: (Block | undefined)[] = Array.from({ length: count }, (_, n) =>
    former[n] !== undefined && hasUsers(former[n], usersOf(n)) ? former[n] : undefined,
  )
  const stale = [...blocks.keys()].filter((n) => blocks[n] === undefined)
  if (stale.length === 0) return blocks as Block[]
  const values = await profiles(
    stale.length === count ? undefined : stale.flatMap((n) => usersOf(n).map(({ id }) => id)),
  )
  for (const n of stale) {
    blocks[n] = blockOf(usersOf(n), reader, clientGravatar, values)
    if (stale.length > 1) await nextTurn()
  }
  return blocks as Block[]
}

const hasUsers = (block: Block, users: readonly UserRecord[]) =>
  block.users.length === users.length && block.users.every((user, n) => user === users[n])

function blockOf(
  users: readonly UserRecord[],
  reader: UserRecord,
  clientGravatar: boolean,
  profiles: Profiles,
): Block {
  const text = (isActive: boolean) =>
    textOf(
      users
        .filter((user) => user.isActive === isActive)
        .map((user) => {
          const seesEmail = isShownTo(reader, emailVisibility(user))
          const wire = { ...wireUser(user, { clientGravatar, seesEmail }), ...withProfile(user, profiles) }
          return [user.id, JSON.stringify(wire)]
        }),
    )
  return { users, active: text(true), inactive: text(false) }
}

function textOf(users: readonly (readonly [UserId, string])[]): UserText {
  const ranges = new Map<UserId, [number, number]>()
  let end = -1
  for (const [id, text] of users) {
    const from = end + 1 // after the comma
    end = from + Buffer.byteLength(text)
    ranges.set(id, [from, end])
  }
  return { text: new SharedText(users.map(([, text]) => text).join(',')), ranges }
}

/** The list with the reader's own email address, which is always visible to the reader. */
function listOf({ blocks }: Variant, which: keyof Lists<unknown>, reader: UserRecord): JsonText {
  const pieces: TextPieces[number][] = []
  for (const { [which]: text } of blocks) {
    if (text.ranges.size === 0) continue
    pieces.push(pieces.length === 0 ? '[' : ',', ...withOwnEmail(text, reader))
  }
  return new JsonText(pieces.length === 0 ? ['[]'] : [...pieces, ']'])
}

function withOwnEmail({ text, ranges }: UserText, reader: UserRecord): TextPieces {
  const range = ranges.get(reader.id)
  if (range === undefined || isShownTo(reader, emailVisibility(reader))) return [text]
  const { bytes } = text
  const [from, to] = range
  const own = { ...JSON.parse(bytes.toString('utf8', from, to)), delivery_email: reader.deliveryEmail }
  return [bytes.subarray(0, from), JSON.stringify(own), bytes.subarray(to)]
}

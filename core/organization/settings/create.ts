import { isIP } from 'node:net'
import { type InferEntity, UniqueConstraintViolationException } from '@mikro-orm/core'
import { MAX_REALM_DESCRIPTION_LENGTH, MAX_REALM_NAME_LENGTH } from '../../../config/limits.ts'
import type { Database } from '../../platform/db/database.ts'
import { tooLong } from '../../platform/errors.ts'
import { EventHead } from '../../platform/events/entities.ts'
import type { RealmId } from '../../platform/ids.ts'
import { hasInvisibleCharacters } from '../../platform/text/invisible-characters.ts'
import type { Core } from '../../state/core.ts'
import { createSystemGroups } from '../../state/groups/system.ts'
import { Realm } from '../../state/realm/entity.ts'
import { subdomainOf } from '../../state/realm/load.ts'
import { createSystemBots } from '../../state/users/system-bots.ts'
import {
  addressTaken,
  invalidCharactersIn,
  invalidHostName,
  invalidSubdomain,
  organizationNameEmpty,
  organizationNameTooLong,
} from './errors.ts'

export interface NewRealm {
  /** Empty for the organization at the root host. */
  readonly subdomain: string
  readonly customHost?: string | null
  readonly name: string
  readonly description?: string
}

/** Letters, digits and inner hyphens, as a label of a host name may have. */
const SUBDOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)?$/

/** The address of an organization as it is stored. */
type Address = Required<Pick<NewRealm, 'subdomain' | 'customHost'>>

/**
 * Returns the address of an organization as it will be stored. Throws when it is malformed or taken, also
 * when the host name of one organization is the subdomain of another below the server's host.
 */
export async function checkRealmAddress(
  { db, options }: Pick<Core, 'db' | 'options'>,
  given: Pick<NewRealm, 'subdomain' | 'customHost'>,
): Promise<Address> {
  const address = addressOf(given)
  await refuseTaken(db, [address])
  const rootHost = new URL(options.rootUrl).hostname
  const { subdomain, customHost } = address
  const ownHost = subdomain === '' ? rootHost : `${subdomain}.${rootHost}`
  // Every IP address leads to the root organization, unless another one has it as host name.
  const isName = customHost !== null && isIP(customHost) === 0
  const otherSubdomain = isName ? subdomainOf(customHost, rootHost) : null
  const leadingThere = [
    { customHost: ownHost },
    ...(otherSubdomain === null ? [] : [{ subdomain: otherSubdomain }]),
  ]
  if ((await db.orm.em.fork().count(Realm, { $or: leadingThere })) > 0) throw addressTaken()
  return address
}

function addressOf(given: Pick<NewRealm, 'subdomain' | 'customHost'>): Address {
  const subdomain = given.subdomain.toLowerCase()
  const customHost = given.customHost?.toLowerCase() ?? null
  if (!SUBDOMAIN.test(subdomain)) throw invalidSubdomain()
  if (customHost !== null && !/^[a-z0-9.-]{1,253}$/.test(customHost)) throw invalidHostName()
  return { subdomain, customHost }
}

async function refuseTaken(db: Database, addresses: readonly Address[]): Promise<void> {
  const subdomains = addresses.map(({ subdomain }) => subdomain)
  const hosts = addresses.flatMap(({ customHost }) => customHost ?? [])
  const taken = [{ subdomain: subdomains }, ...(hosts.length === 0 ? [] : [{ customHost: hosts }])]
  if ((await db.orm.em.fork().count(Realm, { $or: taken })) > 0) throw addressTaken()
}

/**
 * Creates an organization with an empty event log. Throws when the name or description is invalid, and when
 * the subdomain or host is malformed or taken; `checkRealmAddress` finds host names that are also a
 * subdomain.
 */
export async function createRealm(db: Database, realm: NewRealm): Promise<RealmId> {
  const [id] = await createRealms(db, [realm])
  return id!
}

/**
 * Creates organizations as `createRealm` does, all or none, with a constant number of statements; returns
 * their ids in the same order. This is the only write outside `transact`, because no log and no process
 * exists yet that could see it.
 */
export async function createRealms(db: Database, realms: readonly NewRealm[]): Promise<RealmId[]> {
  const rows = realms.map((realm) => ({
    ...addressOf(realm),
    name: checkName(realm.name.trim()),
    description: checkDescription(realm.description ?? ''),
  }))
  await refuseTaken(db, rows)
  return db.orm.em.fork().transactional(async (em) => {
    await em.insertMany(Realm, rows).catch((error) => {
      // Somebody has taken the address since it was checked.
      throw error instanceof UniqueConstraintViolationException ? addressTaken() : error
    })
    const subdomains = rows.map(({ subdomain }) => subdomain)
    const created = await em.find(Realm, { subdomain: subdomains }, { fields: ['id', 'subdomain'] })
    const bySubdomain = new Map(created.map(({ id, subdomain }) => [subdomain, id]))
    const ids = subdomains.map((subdomain) => bySubdomain.get(subdomain)!)
    const heads = ids.map((realmId) => ({ realmId }))
    await em.insertMany<InferEntity<typeof EventHead>>(EventHead, heads)
    // A new organization has no messages to notify people about. The entity belongs to a higher module.
    await em.insertMany(
      'NotificationCursor',
      ids.map((realmId) => ({ realmId, messageId: 0 })),
    )
    await createSystemGroups(em, ids)
    await createSystemBots(em, ids)
    return ids
  })
}

function checkName(name: string): string {
  if (name === '') throw organizationNameEmpty()
  if ([...name].length > MAX_REALM_NAME_LENGTH) throw organizationNameTooLong(MAX_REALM_NAME_LENGTH)
  if (hasInvisibleCharacters(name)) throw invalidCharactersIn('organization name')
  return name
}

function checkDescription(description: string): string {
  if ([...description].length > MAX_REALM_DESCRIPTION_LENGTH) {
    throw tooLong('description', MAX_REALM_DESCRIPTION_LENGTH)
  }
  return description
}

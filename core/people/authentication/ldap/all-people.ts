import type { Entry, SearchOptions } from 'ldapts'
import type { LdapProvider } from '../../../../config/ldap-settings.ts'
import {
  LDAP_DIRECTORY_SECONDS,
  LDAP_TIMEOUT_SECONDS,
  MAX_LDAP_DIRECTORY_BYTES,
  MAX_LDAP_MESSAGE_BYTES,
  MAX_LDAP_PAGE_BYTES,
  MAX_LDAP_PAGES,
  MAX_LDAP_PEOPLE,
} from '../../../../config/limits.ts'
import type { PublicNetwork } from '../../../platform/net/public-network.ts'
import type { ExternalPerson } from '../person.ts'
import { withDirectory } from './connect.ts'
import { attributesOf, binaryAttributes, personIn, photoIn } from './entry.ts'
import { bindAsService } from './find-person.ts'
import { type GroupsByEntry, groupsOfPeople } from './groups.ts'
import { searchPages } from './search-pages.ts'

/** People whose entries come at once, and with their photos. */
const PAGE = 200
const PAGE_WITH_PHOTOS = 50

/** A person of the directory, with the photo if it has been asked for. */
export interface DirectoryPerson extends ExternalPerson {
  readonly photo: Buffer | undefined
}

/**
 * Passes all people of a directory to `visit`, page by page, and nobody who is left out by `people_filter`.
 * Rejects when the directory does not answer, or has more people than are looked at: then nobody is gone.
 */
export async function visitPeople(
  provider: LdapProvider,
  network: PublicNetwork | undefined,
  withPhotos: boolean,
  visit: (people: readonly DirectoryPerson[]) => Promise<void>,
): Promise<void> {
  const bounds = {
    limits: {
      ...{ message: MAX_LDAP_MESSAGE_BYTES, total: MAX_LDAP_DIRECTORY_BYTES, part: MAX_LDAP_PAGE_BYTES },
    },
    seconds: LDAP_DIRECTORY_SECONDS,
  }
  await withDirectory(
    provider,
    network,
    async (client, connection) => {
      await bindAsService(provider, client)
      const groupsOf = await groupsOfPeople(provider, client, connection)
      let count = 0
      let pageCount = 0
      connection.beginPart()
      const search: SearchOptions = {
        scope: 'sub',
        filter: provider.people_filter,
        timeLimit: LDAP_TIMEOUT_SECONDS,
        attributes: attributesOf(provider, withPhotos),
        explicitBufferAttributes: binaryAttributes(provider),
      }
      const size = withPhotos ? PAGE_WITH_PHOTOS : PAGE
      for await (const entries of searchPages(client, connection, provider.base_dn, search, size)) {
        count += entries.length
        pageCount += 1
        if (pageCount > MAX_LDAP_PAGES) throw new Error('the directory sends pages without an end')
        if (count > MAX_LDAP_PEOPLE) throw new Error(`the directory has more than ${MAX_LDAP_PEOPLE} people`)
        await visit(entries.flatMap((entry) => personOf(provider, entry, groupsOf) ?? []))
        connection.beginPart()
      }
    },
    bounds,
  )
}

function personOf(
  provider: LdapProvider,
  entry: Entry,
  groupsOf: GroupsByEntry,
): DirectoryPerson | undefined {
  const person = personIn(provider, entry, groupsOf(entry))
  return person && { ...person, photo: photoIn(provider, entry) }
}

import { defineEntity, p } from '@mikro-orm/core'
import { id, sqlIndex } from '../../platform/db/statements/columns.ts'
import type { RealmId } from '../../platform/ids.ts'
import type { RealmSettings } from '../settings/settings.ts'
import type { StoredSettings } from '../users/settings.ts'
import type { RealmImages } from './images.ts'

export const Realm = defineEntity({
  name: 'Realm',
  tableName: 'realm',
  comment: 'An organization.',
  properties: {
    id: id<RealmId>().primary(),
    subdomain: p
      .text()
      .unique()
      .comment('Label of the organization below the root host; empty for the organization at the root.'),
    customHost: p.text().nullable().unique().comment('Host name of its own, instead of a subdomain.'),
    name: p.text(),
    description: p.text().default(''),
    isDeactivated: p.boolean().default(false).comment('Nobody can log in or call the API.'),
    deletionDate: p
      .date()
      .nullable()
      .comment(
        'Of a deactivated organization: the UTC day after which its data are deleted; null for never.',
      ),
    isDeleting: p
      .boolean()
      .default(false)
      .comment('Its data are being deleted, so it has no address and cannot be reactivated.'),
    createdAt: p.datetime().defaultRaw('now()'),
    userSettingsDefaults: p
      .json<StoredSettings>()
      .defaultRaw("'{}'")
      .comment(
        'Initial settings of new users by their names on the wire, where they differ from the defaults of the product.',
      ),
    settings: p
      .json<Partial<RealmSettings>>()
      .defaultRaw("'{}'")
      .comment(
        'Settings by their names on the wire. A setting that was never changed is absent; so are name and description.',
      ),
    images: p
      .json<RealmImages>()
      .defaultRaw("'{}'")
      .comment('Uploaded icon and logos. One that was removed has a version and no path.'),
    isPushEnabled: p
      .boolean()
      .default(false)
      .comment('Whether the apps of phones can be notified, as last emitted to clients.'),
    usesWebPush: p.boolean().default(false).comment('Whether a browser was ever registered for Web Push.'),
    maxDailyInvitations: p
      .integer()
      .nullable()
      .comment(
        'How many invitations may be mailed a day, set by an operator; null for the limit of the server.',
      ),
    maxRequestsPerMinute: p
      .integer()
      .nullable()
      .comment(
        'How many requests of its people are answered in a minute, set by an operator; null for no limit.',
      ),
    fullMembersAt: p
      .datetime()
      .defaultRaw("date_trunc('milliseconds'::text, now())")
      .comment('Full members whose waiting period ended before this time have been emitted to clients.'),
  },
  indexes: [sqlIndex('CREATE INDEX realm_deletion ON realm (deletion_date) WHERE deletion_date IS NOT NULL')],
})

import type { DefaultChannelGroup } from '../channels/default-groups.ts'
import { type Sql, statement } from '../db/statement.ts'
import type { Domain } from '../domains/domain.ts'
import type { RealmEmoji } from '../emoji/emoji.ts'
import type { RealmId } from '../ids.ts'
import type { Linkifier } from '../linkifiers/linkifier.ts'
import type { Playground } from '../playgrounds/playground.ts'

/** What an organization keeps lists of; a list is the same object as long as nothing in it changes. */
export interface RealmLists {
  readonly domains: readonly Domain[]
  /** In the order in which they are tried. */
  readonly linkifiers: readonly Linkifier[]
  readonly playgrounds: readonly Playground[]
  /** Deactivated ones too. */
  readonly emoji: readonly RealmEmoji[]
  readonly defaultChannelGroups: readonly DefaultChannelGroup[]
}

// realm_domain_realm_id_domain_key, linkifier_realm_id_pattern_key, playground_realm_id_language_name_key,
// realm_emoji_realm, default_channel_group_realm_id_name_key
const LISTS = statement(
  'realm.lists',
  `SELECT
     (SELECT coalesce(json_agg(json_build_object('domain', domain, 'allow_subdomains', allow_subdomains) ORDER BY id), '[]')
      FROM realm_domain WHERE realm_id = $1) AS domains,
     (SELECT coalesce(json_agg(json_build_object('id', id, 'pattern', pattern, 'urlTemplate', url_template)
        ORDER BY position, id), '[]') FROM linkifier WHERE realm_id = $1) AS linkifiers,
     (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'pygments_language', language,
        'url_template', url_template) ORDER BY id), '[]') FROM playground WHERE realm_id = $1) AS playgrounds,
     (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'authorId', author_id,
        'isDeactivated', is_deactivated, 'fileName', file_name, 'isAnimated', is_animated) ORDER BY id), '[]')
      FROM realm_emoji WHERE realm_id = $1) AS emoji,
     (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'description', description,
        'channels', channel_ids) ORDER BY id), '[]')
      FROM default_channel_group WHERE realm_id = $1) AS "defaultChannelGroups"`,
)

/** All lists of an organization. One query. */
export async function loadLists(sql: Sql, realm: RealmId): Promise<RealmLists> {
  const [lists] = await sql.run<RealmLists>(LISTS, [realm])
  return lists!
}

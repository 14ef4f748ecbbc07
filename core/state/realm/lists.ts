import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { LaterFields } from '../../platform/events/later-fields.ts'
import type { RealmId } from '../../platform/ids.ts'
import type { DefaultChannelGroup } from '../channels/default-group.ts'
import type { Linkifier } from '../linkifiers/linkifier.ts'
import type { Playground } from '../linkifiers/playground.ts'
import type { RealmEmoji } from './custom-emoji.ts'
import type { Domain } from './domain.ts'
import type { LogInProvider } from './log-in-provider.ts'

/** The lists of an organization. A list stays the same object until it changes. */
export interface RealmLists {
  readonly domains: readonly Domain[]
  /** In the order in which they are applied. */
  readonly linkifiers: readonly Linkifier[]
  readonly playgrounds: readonly Playground[]
  /** Includes deactivated emoji. */
  readonly emoji: readonly RealmEmoji[]
  readonly defaultChannelGroups: readonly DefaultChannelGroup[]
  /** In the order in which they were added. */
  readonly logInProviders: readonly LogInProvider[]
}

/** Reads a list from an entry of the log, with the list known before. */
type ListReader<Item> = (logged: readonly Item[], known: readonly Item[]) => readonly Item[]

/**
 * Creates the reader of a list. `key` identifies an item, `later` has the defaults of fields that entries of
 * former versions lack.
 */
const listReader =
  <Item, First extends keyof Item>(
    key: (item: Item) => string | number,
    later: LaterFields<Item, First>,
  ): ListReader<Item> =>
  (logged, known) => {
    const former = new Map(known.map((item) => [key(item), item]))
    return logged.map((item) => ({ ...later, ...former.get(key(item)), ...item }))
  }

/** Lists the fields of the first version. Add new fields to the defaults instead. */
const LIST_READERS: { readonly [Name in keyof RealmLists]: ListReader<RealmLists[Name][number]> } = {
  domains: listReader<Domain, 'domain' | 'allow_subdomains'>(({ domain }) => domain, {}),
  linkifiers: listReader<Linkifier, 'id' | 'pattern' | 'urlTemplate'>(({ id }) => id, {}),
  playgrounds: listReader<Playground, 'id' | 'name' | 'pygments_language' | 'url_template'>(
    ({ id }) => id,
    {},
  ),
  emoji: listReader<RealmEmoji, 'id' | 'name' | 'authorId' | 'isDeactivated' | 'fileName' | 'isAnimated'>(
    ({ id }) => id,
    {},
  ),
  defaultChannelGroups: listReader<DefaultChannelGroup, 'id' | 'name' | 'description' | 'channels'>(
    ({ id }) => id,
    {},
  ),
  logInProviders: listReader<LogInProvider, keyof LogInProvider>(({ id }) => id, {}),
}

/**
 * Reads lists from an entry of the log. Fields that the entry does not have keep their values, or get their
 * defaults in new items.
 */
export function listsFromLog(logged: Partial<RealmLists>, known: RealmLists): RealmLists {
  return {
    domains: logged.domains ? LIST_READERS.domains(logged.domains, known.domains) : known.domains,
    linkifiers: logged.linkifiers
      ? LIST_READERS.linkifiers(logged.linkifiers, known.linkifiers)
      : known.linkifiers,
    playgrounds: logged.playgrounds
      ? LIST_READERS.playgrounds(logged.playgrounds, known.playgrounds)
      : known.playgrounds,
    emoji: logged.emoji ? LIST_READERS.emoji(logged.emoji, known.emoji) : known.emoji,
    defaultChannelGroups: logged.defaultChannelGroups
      ? LIST_READERS.defaultChannelGroups(logged.defaultChannelGroups, known.defaultChannelGroups)
      : known.defaultChannelGroups,
    logInProviders: logged.logInProviders
      ? LIST_READERS.logInProviders(logged.logInProviders, known.logInProviders)
      : known.logInProviders,
  }
}

// realm_domain_realm_id_domain_key, linkifier_realm_id_pattern_key, playground_realm_id_language_name_key,
// realm_emoji_realm, default_channel_group_realm_id_name_key, log_in_provider_name
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
      FROM default_channel_group WHERE realm_id = $1) AS "defaultChannelGroups",
     (SELECT coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'name', name, 'displayName', display_name,
        'isEnabled', is_enabled, 'settings', settings, 'secrets', secrets) ORDER BY id), '[]')
      FROM log_in_provider WHERE realm_id = $1) AS "logInProviders"`,
)

/** All lists of an organization. One query. */
export async function loadLists(sql: Sql, realm: RealmId): Promise<RealmLists> {
  const [lists] = await sql.run<RealmLists>(LISTS, [realm])
  return lists!
}

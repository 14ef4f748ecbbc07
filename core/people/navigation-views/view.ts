import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import { cannotBeBlank, tooLong } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import { builtInViewName, viewNameRequired } from './errors.ts'

/** A view of the app that a user keeps in the sidebar, as clients see it. */
export interface NavigationView {
  /** The part of the app's address after #. */
  readonly fragment: string
  readonly is_pinned: boolean
  /** Null for built-in views. */
  readonly name: string | null
}

/** Views that every client has. Users can pin them but not name them. */
const BUILT_IN = new Set([
  'inbox',
  'recent',
  'feed',
  'drafts',
  'scheduled',
  'reminders',
  'narrow/has/reaction/sender/me',
  'narrow/is/mentioned',
  'narrow/is/starred',
])
export const MAX_VIEW_FRAGMENT_LENGTH = 2_000
export const MAX_VIEW_NAME_LENGTH = 100

export const VIEW_COLUMNS = 'fragment, is_pinned, name'

export const VIEWS_OF_USER = statement(
  'navigation-view.of-user',
  // navigation_view_user_id_fragment_key
  `SELECT ${VIEW_COLUMNS} FROM navigation_view WHERE user_id = $1 ORDER BY id`,
)

/** A user's navigation views, oldest first. One query. */
export function navigationViewsOf(sql: Sql, user: UserId): Promise<NavigationView[]> {
  return sql.run<NavigationView>(VIEWS_OF_USER, [user])
}

/** Returns the view as it will be stored. Throws when a part of it is malformed. */
export function checkView({ fragment: given, is_pinned, name }: NavigationView): NavigationView {
  const fragment = given.trim()
  if (fragment === '') throw cannotBeBlank('fragment')
  if (fragment.length > MAX_VIEW_FRAGMENT_LENGTH) {
    throw tooLong('fragment', MAX_VIEW_FRAGMENT_LENGTH)
  }
  const named = name === null ? null : checkName(fragment, name)
  if (named === null && !BUILT_IN.has(fragment)) throw viewNameRequired()
  return { fragment, is_pinned, name: named }
}

/** Returns the name as it will be stored. Throws when it is empty or too long, and for built-in views. */
export function checkName(fragment: string, given: string): string {
  const name = given.trim()
  if (BUILT_IN.has(fragment)) throw builtInViewName()
  if (name === '') throw cannotBeBlank('name')
  if ([...name].length > MAX_VIEW_NAME_LENGTH) {
    throw tooLong('name', MAX_VIEW_NAME_LENGTH)
  }
  return name
}

import { z } from 'zod'
import {
  addNavigationView,
  changeNavigationView,
  MAX_VIEWS,
  removeNavigationView,
} from '../../../core/people/navigation-views/change.ts'
import {
  builtInViewName,
  noSuchView,
  tooManyViews,
  viewExists,
  viewNameRequired,
} from '../../../core/people/navigation-views/errors.ts'
import {
  MAX_VIEW_FRAGMENT_LENGTH,
  MAX_VIEW_NAME_LENGTH,
  navigationViewsOf,
} from '../../../core/people/navigation-views/view.ts'
import { cannotBeBlank, tooLong } from '../../../core/platform/errors.ts'
import { navigationView } from '../../../core/state/wire/realm-lists.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, jsonOrText, line, rest, text } from '../../http/endpoint/parameter.ts'
import type { Services } from '../../services.ts'

const FRAGMENT = { description: 'The part of the URL after `#`, which identifies the view.' }
const inPath = rest(text(), { ...FRAGMENT, example: 'narrow/is/alerted' })
const pinned = 'Whether the view is always shown. Other views are in a menu.'
const unknown = (code: string) => when('You have no view with this fragment.', noSuchView(code))
const nameErrors = [
  when('The view is one that every client has, which cannot have a name.', builtInViewName()),
  when('The name is blank.', cannotBeBlank('name')),
  when('The name is too long.', tooLong('name', MAX_VIEW_NAME_LENGTH)),
  when('You have another view with the fragment or the name.', viewExists()),
]

export function navigationViewRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/navigation_views',
      access: 'user',
      summary: 'Get your navigation views',
      description:
        'Navigation views are the links at the top of the left sidebar that you have added or changed.',
      response: { navigation_views: z.array(navigationView).describe('Your navigation views.') },
      handler: async ({ user }) => ({ navigation_views: await navigationViewsOf(core.db, user.id) }),
    }),
    endpoint({
      method: 'POST',
      path: '/navigation_views',
      access: 'user',
      summary: 'Add a navigation view to your sidebar',
      params: {
        fragment: form(text(MAX_VIEW_FRAGMENT_LENGTH), { ...FRAGMENT, example: 'narrow/is/alerted' }),
        is_pinned: form(z.boolean(), { description: pinned, example: true }),
        name: jsonOrText(line(MAX_VIEW_NAME_LENGTH).nullable().default(null), {
          description: 'The name that clients show. Null for views that every client has, such as `inbox`.',
          example: 'Watched phrases',
        }),
      },
      errors: [
        when('The fragment is blank.', cannotBeBlank('fragment')),
        when('The fragment is too long.', tooLong('fragment', MAX_VIEW_FRAGMENT_LENGTH)),
        ...nameErrors,
        when('Another view than those of the clients has no name.', viewNameRequired()),
        when('You have as many views as are allowed.', tooManyViews(MAX_VIEWS)),
      ],
      handler: ({ caller, params }) => addNavigationView(caller, params),
    }),
    endpoint({
      method: 'PATCH',
      path: '/navigation_views/{fragment}',
      access: 'user',
      summary: 'Change the name of a navigation view, or pin or unpin it',
      params: {
        fragment: inPath,
        is_pinned: form(z.boolean().optional(), {
          description: `${pinned} If absent, it stays as it is.`,
          example: false,
        }),
        name: form(line(MAX_VIEW_NAME_LENGTH).optional(), {
          description: 'The new name that clients show. If absent, it stays as it is.',
          example: 'Alert words',
        }),
      },
      errors: [unknown('NOT_FOUND'), ...nameErrors],
      handler: ({ caller, params }) => changeNavigationView(caller, params.fragment, params),
    }),
    endpoint({
      method: 'DELETE',
      path: '/navigation_views/{fragment}',
      access: 'user',
      summary: 'Remove a navigation view',
      params: { fragment: inPath },
      errors: [unknown('BAD_REQUEST')],
      handler: ({ caller, params }) => removeNavigationView(caller, params.fragment),
    }),
  ] as const
}

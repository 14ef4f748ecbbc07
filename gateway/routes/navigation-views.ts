import { z } from 'zod'
import {
  addNavigationView,
  changeNavigationView,
  removeNavigationView,
} from '../../core/people/navigation-views/change.ts'
import { builtInViewName, noSuchView } from '../../core/people/navigation-views/errors.ts'
import { navigationViewsOf } from '../../core/people/navigation-views/view.ts'
import { cannotBeBlank } from '../../core/platform/errors.ts'
import { navigationView } from '../../core/state/wire/realm-lists.ts'
import { endpoint } from '../http/endpoint.ts'
import { form, jsonOrText, line, rest, text } from '../http/parameter.ts'
import type { Services } from '../services.ts'

export function navigationViewRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/navigation_views',
      access: 'user',
      summary: 'Get your navigation views',
      response: { navigation_views: z.array(navigationView) },
      handler: async ({ user }) => ({ navigation_views: await navigationViewsOf(core.db, user.id) }),
    }),
    endpoint({
      method: 'POST',
      path: '/navigation_views',
      access: 'user',
      summary: 'Add a navigation view to your sidebar',
      params: {
        fragment: form(text()),
        is_pinned: form(z.boolean()),
        name: jsonOrText(line().nullable().default(null)),
      },
      errors: [cannotBeBlank('fragment'), builtInViewName()],
      handler: ({ caller, params }) => addNavigationView(caller, params),
    }),
    endpoint({
      method: 'PATCH',
      path: '/navigation_views/{fragment}',
      access: 'user',
      summary: 'Pin, unpin or rename a navigation view',
      params: {
        fragment: rest(text()),
        is_pinned: form(z.boolean().optional()),
        name: form(line().optional()),
      },
      errors: [builtInViewName(), noSuchView('NOT_FOUND')],
      handler: ({ caller, params }) => changeNavigationView(caller, params.fragment, params),
    }),
    endpoint({
      method: 'DELETE',
      path: '/navigation_views/{fragment}',
      access: 'user',
      summary: 'Remove a navigation view',
      params: { fragment: rest(text()) },
      errors: [noSuchView('NOT_FOUND')],
      handler: ({ caller, params }) => removeNavigationView(caller, params.fragment),
    }),
  ] as const
}

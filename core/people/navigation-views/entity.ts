import { defineEntity, p } from '@mikro-orm/core'
import { reference } from '../../platform/db/statements/columns.ts'

export const NavigationView = defineEntity({
  name: 'NavigationView',
  tableName: 'navigation_view',
  comment: 'A view that a user keeps in the sidebar, or has hidden from it.',
  properties: {
    id: p.integer().primary(),
    userId: reference('User', 'cascade'),
    fragment: p.text().comment('The part of the URL after `#`.'),
    isPinned: p.boolean().comment('Whether the view is shown above the others.'),
    name: p.text().nullable().comment('Null for built-in views.'),
  },
  uniques: [{ properties: ['userId', 'fragment'] }],
})

import { defineEntity, p } from '@mikro-orm/core'
import { id, reference } from '../../platform/db/statements/columns.ts'
import type { SavedSnippetId } from '../../platform/ids.ts'

export const SavedSnippet = defineEntity({
  name: 'SavedSnippet',
  tableName: 'saved_snippet',
  comment: 'A piece of text that a user writes often.',
  properties: {
    id: id<SavedSnippetId>().primary(),
    userId: reference('User', 'cascade'),
    title: p.text(),
    content: p.text(),
    createdAt: p.datetime().defaultRaw('clock_timestamp()'),
  },
  indexes: [{ name: 'saved_snippet_user', properties: ['userId', 'id'] }],
})

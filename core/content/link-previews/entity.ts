import { defineEntity, p } from '@mikro-orm/core'
import type { LinkPreview as Preview } from '../markdown/embeds.ts'

export const LinkPreview = defineEntity({
  name: 'LinkPreview',
  tableName: 'link_preview',
  comment: 'Title, description and picture of a linked page.',
  properties: {
    url: p.text().primary(),
    preview: p
      .json<Preview>()
      .nullable()
      .comment('Title, description and picture; null for a page without metadata.'),
    expiresAt: p.datetime().comment('When the page is fetched again.'),
  },
  indexes: [{ name: 'link_preview_expires', properties: ['expiresAt'] }],
})

import { z } from 'zod'

/** A domain whose addresses may join where addresses are restricted. */
export const domain = z.object({ domain: z.string(), allow_subdomains: z.boolean() })

/** spec.md "Linkifier". */
export const linkifier = z.object({ id: z.int(), pattern: z.string(), url_template: z.string() })

export const playground = z.object({
  id: z.int(),
  name: z.string(),
  pygments_language: z.string(),
  url_template: z.string(),
})

/** The organization's own emoji by their ids: `WireEmoji`. */
export const emoji = z.record(
  z.string(),
  z.object({
    id: z.string(),
    name: z.string(),
    source_url: z.string(),
    still_url: z.string().nullable(),
    deactivated: z.boolean(),
    author_id: z.int().nullable(),
  }),
)

export const navigationView = z.object({
  fragment: z.string(),
  is_pinned: z.boolean(),
  name: z.string().nullable(),
})

import { z } from 'zod'

/** A domain whose addresses may join where addresses are restricted. */
export const domain = z
  .object({ domain: z.string(), allow_subdomains: z.boolean() })
  .meta({ id: 'Domain', description: 'A domain whose addresses may join where addresses are restricted.' })

/** spec.md "Linkifier". */
export const linkifier = z
  .object({
    id: z.int(),
    pattern: z.string().describe('A regular expression, without look-around and back references.'),
    url_template: z.string().describe('A URL template (RFC 6570) with the named groups of the pattern.'),
  })
  .meta({ id: 'Linkifier', description: 'A pattern whose matches in messages become links.' })

export const playground = z
  .object({
    id: z.int(),
    name: z.string(),
    pygments_language: z.string(),
    url_template: z.string().describe('A URL template (RFC 6570) with the variable `code`.'),
  })
  .meta({ id: 'Playground', description: 'A site that runs code blocks of a language.' })

/** The organization's own emoji by their ids: `WireEmoji`. */
export const emoji = z
  .record(
    z.string(),
    z.object({
      id: z.string(),
      name: z.string(),
      source_url: z.string(),
      still_url: z
        .string()
        .nullable()
        .describe('A picture that does not move, of an animated one; null otherwise.'),
      deactivated: z.boolean(),
      author_id: z.int().nullable(),
    }),
  )
  .meta({ id: 'CustomEmoji', description: "The organization's own emoji by their ids." })

export const navigationView = z
  .object({
    fragment: z.string().describe('The address of the view: what follows `#`.'),
    is_pinned: z.boolean(),
    name: z.string().nullable().describe('Null for views that the client names.'),
  })
  .meta({ id: 'NavigationView', description: 'A view in the sidebar.' })

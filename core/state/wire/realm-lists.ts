import { z } from 'zod'

/** A domain whose addresses may join where addresses are restricted. */
export const domain = z
  .object({
    domain: z.string().describe('The name of the domain.'),
    allow_subdomains: z.boolean().describe('Whether addresses of its subdomains may join too.'),
  })
  .meta({ id: 'Domain', description: 'A domain whose addresses may join where addresses are restricted.' })

/** spec.md "Linkifier". */
export const linkifier = z
  .object({
    id: z.int().describe('The id of the linkifier.'),
    pattern: z.string().describe('A regular expression, without look-around and back references.'),
    url_template: z.string().describe('A URL template (RFC 6570) with the named groups of the pattern.'),
  })
  .meta({ id: 'Linkifier', description: 'A pattern whose matches in messages become links.' })

export const playground = z
  .object({
    id: z.int().describe('The id of the playground.'),
    name: z.string().describe('The name that people see.'),
    pygments_language: z.string().describe('The language of the code blocks.'),
    url_template: z.string().describe('A URL template (RFC 6570) with the variable `code`.'),
  })
  .meta({ id: 'Playground', description: 'A site that runs code blocks of a language.' })

/** The organization's own emoji by their ids: `WireEmoji`. */
export const emoji = z
  .record(
    z.string(),
    z.object({
      id: z.string().describe('The id of the emoji.'),
      name: z.string().describe('The name of the emoji.'),
      source_url: z.string().describe('The path of its picture.'),
      still_url: z
        .string()
        .nullable()
        .describe('A picture that does not move, of an animated one; null otherwise.'),
      deactivated: z
        .boolean()
        .describe('Whether the emoji was removed. Clients still show it where it was used.'),
      author_id: z.int().nullable().describe('The user who added the emoji; null when not known.'),
    }),
  )
  .meta({ id: 'CustomEmoji', description: "The organization's own emoji by their ids." })

export const navigationView = z
  .object({
    fragment: z.string().describe('The address of the view: what follows `#`.'),
    is_pinned: z.boolean().describe('Whether clients always show the view.'),
    name: z.string().nullable().describe('The name of the view; null for views that the client names.'),
  })
  .meta({ id: 'NavigationView', description: 'A view in the sidebar.' })

import { z } from 'zod'
import { endpoint } from '../../../gateway/http/endpoint/endpoint.ts'
import { form, json, jsonOrText, query } from '../../../gateway/http/endpoint/parameter.ts'

const recipient = z.union([z.string(), z.int(), z.array(z.string()), z.array(z.int())])

/** One parameter of each kind. */
export const params = {
  number: form(z.int().min(-5).max(1000).optional()),
  ratio: form(z.number().optional()),
  flag: form(z.boolean().default(false)),
  maybe: form(z.int().nullable().optional()),
  kind: form(z.enum(['direct', 'channel']).optional()),
  role: form(z.literal([100, 200]).optional()),
  anchor: form(z.union([z.int(), z.enum(['newest', 'oldest'])]).optional()),
  text: form(z.string().min(1).max(10).optional()),
  words: json(z.array(z.string().max(5)).optional()),
  ids: json(z.array(z.int()).default([])),
  data: json(z.object({ id: z.int(), value: z.string().optional() }).optional()),
  to: jsonOrText(recipient.optional()),
  topic: form(
    z
      .string()
      .refine((topic) => topic !== 'bad', '{var_name} is a bad topic')
      .optional(),
    { aliases: ['subject', 'topic_name'] },
  ),
  wait: form(z.union([z.int().min(1), z.enum(['long'])]).optional(), { ignoresUnknown: true }),
  kinds: json(z.array(z.string().max(5)).optional(), { ignoresUnknown: true }),
  abilities: json(z.strictObject({ fly: z.boolean().optional() }).default({}), { ignoresUnknown: true }),
}

export const echo = { response: { params: z.record(z.string(), z.unknown()) } }

/** POST and GET /echo return the parameters that they received. */
export const echoEndpoints = [
  endpoint({
    method: 'POST',
    path: '/echo',
    access: 'user',
    summary: 'Echo',
    params,
    ...echo,
    handler: async (call) => ({ params: call.params }),
  }),
  endpoint({
    method: 'GET',
    path: '/echo',
    access: 'user',
    summary: 'Echo',
    params: { text: query(z.string().optional()), ids: json(z.array(z.int()).optional()) },
    ...echo,
    handler: async (call) => ({ params: call.params }),
  }),
]

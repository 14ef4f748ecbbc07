import type { Operations } from './declared.ts'
import type { Operation } from './operations.ts'

type JsonNames = { readonly [O in Operation]?: readonly (keyof Operations[O]['parameters'])[] }

/**
 * The parameters whose text is JSON, so that a string is sent in quotes. All other strings are sent as they
 * are. A test compares the list with the server's declarations.
 */
export const JSON_STRINGS: JsonNames = {
  'GET /users/me/subscriptions': ['include_subscribers'],
  'PATCH /bots/{bot_id}': ['service_payload_url'],
  'PATCH /realm': [
    'jitsi_server_url',
    'message_content_delete_limit_seconds',
    'message_content_edit_limit_seconds',
    'message_edit_history_visibility_policy',
    'message_retention_days',
    'move_messages_between_streams_limit_seconds',
    'move_messages_within_stream_limit_seconds',
    'topics_policy',
  ],
  'PATCH /streams/{stream_id}': ['message_retention_days', 'topics_policy'],
  'POST /bots': ['payload_url'],
  'POST /channels/create': ['message_retention_days', 'topics_policy'],
  'POST /messages': ['to'],
  'POST /navigation_views': ['name'],
  'POST /register': ['include_subscribers'],
  'POST /users/me/subscriptions': ['message_retention_days', 'topics_policy'],
}

/** The form parts of files by operation, where it is not `filename`. */
const FILE_PARTS: { readonly [O in Operation]?: string } = {
  'PATCH /bots/{bot_id}': 'file',
  'POST /bots': 'file',
}

/** A request, ready to be sent several times. */
export interface PreparedRequest {
  readonly method: string
  /** Below the prefix of the credentials, with the query string. */
  readonly path: string
  readonly body: URLSearchParams | FormData | undefined
}

/**
 * The request of an operation: parameters in the path, in the query string of a GET or a file, or in the
 * body.
 */
export function prepareRequest(operation: Operation, parameters: object, file?: Blob): PreparedRequest {
  const [method, template] = operation.split(' ') as [string, string]
  const json: readonly string[] = JSON_STRINGS[operation] ?? []
  const fields = new Map<string, string>()
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue
    fields.set(name, typeof value === 'string' && !json.includes(name) ? value : JSON.stringify(value))
  }
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = fields.get(name)
    if (value === undefined) throw new TypeError(`${operation}: ${name} is missing`)
    fields.delete(name)
    return encodeURIComponent(value)
  })
  const encoded = new URLSearchParams([...fields])
  const query = fields.size === 0 ? path : `${path}?${encoded}`
  if (method === 'GET') return { method, path: query, body: undefined }
  if (file === undefined) return { method, path, body: fields.size === 0 ? undefined : encoded }
  const form = new FormData()
  form.append(FILE_PARTS[operation] ?? 'filename', file)
  return { method, path: query, body: form }
}

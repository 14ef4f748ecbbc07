import { request } from 'node:http'

/** The capabilities that the web client declares. */
const CAPABILITIES = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  linkifier_url_template: true,
  user_list_incomplete: true,
  include_deactivated_groups: true,
  archived_channels: true,
  empty_topic_name: true,
}

/** The parameters of a register that asks for all data. */
export const FORM = new URLSearchParams({
  slim_presence: 'true',
  client_capabilities: JSON.stringify(CAPABILITIES),
}).toString()

/** Registers on a connection of its own and returns the size of the answer, which it does not parse. */
export function registerClient(
  port: number,
  authorization: string,
  form: string,
  encoding: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      Authorization: authorization,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Accept-Encoding': encoding,
    }
    const outgoing = request({ port, method: 'POST', path: '/api/v1/register', headers }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () => {
        if (response.statusCode === 200) resolve(bytes)
        else reject(new Error(`answered ${response.statusCode}`))
      })
    })
    outgoing.on('error', reject)
    outgoing.end(form)
  })
}

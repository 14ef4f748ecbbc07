import { expect, test } from 'vitest'
import { z } from 'zod'
import * as limits from '../../../config/limits.ts'
import { declaredEndpoints } from '../../../gateway/reference/declared-endpoints.ts'

/** Texts whose handler checks a lower limit than the parser of requests. */
const BOUNDS: readonly [operation: string, parameter: string, limit: number][] = [
  ['PATCH /settings', 'full_name', limits.MAX_FULL_NAME_LENGTH],
  ['POST /users', 'full_name', limits.MAX_FULL_NAME_LENGTH],
  ['PATCH /users/{user_id}', 'full_name', limits.MAX_FULL_NAME_LENGTH],
  ['POST /bots', 'full_name', limits.MAX_FULL_NAME_LENGTH],
  ['PATCH /bots/{bot_id}', 'full_name', limits.MAX_FULL_NAME_LENGTH],
  ['POST /channels/create', 'name', limits.MAX_CHANNEL_NAME_LENGTH],
  ['PATCH /streams/{stream_id}', 'new_name', limits.MAX_CHANNEL_NAME_LENGTH],
  ['POST /channel_folders/create', 'name', limits.MAX_CHANNEL_FOLDER_NAME_LENGTH],
  ['PATCH /channel_folders/{channel_folder_id}', 'name', limits.MAX_CHANNEL_FOLDER_NAME_LENGTH],
  ['POST /default_stream_groups/create', 'group_name', limits.MAX_DEFAULT_CHANNEL_GROUP_NAME_LENGTH],
  ['POST /user_groups/create', 'name', limits.MAX_USER_GROUP_NAME_LENGTH],
  ['POST /users/me/status', 'status_text', limits.MAX_STATUS_TEXT_LENGTH],
  ['POST /user_topics', 'topic', limits.MAX_TOPIC_LENGTH],
  ['POST /typing', 'topic', limits.MAX_TOPIC_LENGTH],
]

test('the reference shows the limit of a text that its operation checks', () => {
  const endpoints = new Map(declaredEndpoints().map((each) => [`${each.method} ${each.path}`, each]))
  const shown = BOUNDS.map(([operation, parameter]) => {
    const { schema } = endpoints.get(operation)!.params[parameter]!
    return [operation, parameter, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).maxLength]
  })
  expect(shown).toEqual(BOUNDS)
})

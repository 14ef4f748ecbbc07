import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { JsonText, joinedJson, sharedJson } from '../../../../gateway/http/reply/json-text.ts'
import { success } from '../../../../gateway/http/reply/reply.ts'
import { wholeBody } from '../../../../gateway/http/reply/send-body.ts'
import { SharedText } from '../../../../gateway/http/reply/shared-text.ts'

const made = {
  'of pieces': joinedJson({ list: new JsonText([new SharedText('["Zoë",2]')]), queue: 'a' }),
  'of a shared object': sharedJson(new JsonText(['{"list":["Zoë",2],"queue":"a"}'])),
  'of many shared objects': joinedJson(
    sharedJson(joinedJson({ list: ['Zoë', 2] })),
    sharedJson(new JsonText(['{}'])),
    { queue: 'a' },
  ),
}
const expected = { result: 'success', msg: '', list: ['Zoë', 2], queue: 'a' }

test.each(Object.entries(made))('a reply %s is the same as it is and gzipped', async (_, result) => {
  const reply = success(result, [], [])
  expect(JSON.parse(wholeBody(reply.body).toString())).toEqual(expected)
  expect(JSON.parse(gunzipSync(await reply.gzipped!()).toString())).toEqual(expected)
})

// V8 keeps the objects behind a getter of an object literal until a full collection: for a register, the
// whole state.
test.each(Object.entries(made))('a reply %s has no getter of its own', (_, result) => {
  const properties = Object.getOwnPropertyDescriptors(success(result, [], []))
  expect(Object.values(properties).filter(({ get }) => get !== undefined)).toEqual([])
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { look } from '../../../workers/mail/look.ts'
import { World } from '../../harness/world.ts'

const TEMPLATES = join(import.meta.dirname, '../../../workers/mail/templates')
const files = readdirSync(TEMPLATES, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.html'),
)

test('mails have the light colours of the tokens, and none of their own', () => {
  expect(look.accent).toBe('#b04f00')
  expect(look.onAccent).toBe('#fff')
  expect(look.font).not.toContain('"')
  expect(files.length).toBeGreaterThan(5)
  for (const name of files) {
    const template = readFileSync(join(TEMPLATES, name), 'utf8')
    expect([name, template.match(/#[0-9a-f]{6}\b|#[0-9a-f]{3}\b/gi)]).toEqual([name, null])
    expect([name, template.match(/light-dark|var\(/)]).toEqual([name, null])
  }
})

test('the gateway serves the logo of mails as a picture that every mail program draws', async () => {
  const world = await World.create()
  try {
    const { url } = await world.gateway()
    const answer = await fetch(`${url}/static/logo.png`)
    expect(answer.headers.get('content-type')).toBe('image/png')
    const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect({ width, height, format }).toEqual({ width: 96, height: 96, format: 'png' })
  } finally {
    await world.close()
  }
})

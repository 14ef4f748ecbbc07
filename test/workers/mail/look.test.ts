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
  expect(look.size).toBe('15px')
  expect(Object.values(look).filter((value) => /var\(|calc\(|light-dark\(/.test(value))).toEqual([])
  expect(look.font).not.toContain('"')
  expect(look.mono).not.toContain('"')
  expect(files.length).toBeGreaterThan(5)
  for (const name of files) {
    const template = readFileSync(join(TEMPLATES, name), 'utf8')
    expect([name, template.match(/#[0-9a-f]{6}\b|#[0-9a-f]{3}\b/gi)]).toEqual([name, null])
    expect([name, template.match(/light-dark|var\(/)]).toEqual([name, null])
  }
})

test('every colour of a template has a dark one in the style sheet of mails', () => {
  const [, dark = ''] = look.style.split('@media (prefers-color-scheme: dark)')
  expect(dark).toContain('.paper { background: #211d19 !important;')
  expect(dark).toContain('.paper a.button { background: #f0a04b !important; color: #241503 !important; }')
  expect(look.style).not.toMatch(/light-dark|undefined/)
  const names = ['side', 'paper', 'line', 'text', 'soft', 'button']
  for (const name of names) expect(dark).toContain(`.${name}`)
  const coloured = files.flatMap((name) => {
    const tags = readFileSync(join(TEMPLATES, name), 'utf8').match(/<[a-z][^>]*>/g) ?? []
    return tags
      .map((tag) => tag.replaceAll(/\{\{[#/].*?\}\}/g, ''))
      .filter((tag) => /(?:color|background|border[a-z-]*): [^;]*\{\{look/.test(tag))
      .map((tag) => [name, tag] as const)
  })
  expect(coloured.length).toBeGreaterThan(20)
  const lacking = coloured.filter(([, tag]) => {
    const classes = /class="([^"]*)"/.exec(tag)?.[1]?.split(' ') ?? []
    const isReplacedByName = tag.startsWith('<blockquote') || /^<a [^>]*"color: \{\{look.accent\}\}/.test(tag)
    return !isReplacedByName && !classes.some((each) => names.includes(each))
  })
  expect(lacking).toEqual([])
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

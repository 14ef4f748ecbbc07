import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDERS = ['cli', 'config', 'core', 'deploy', 'docs', 'gateway', 'storage', 'test', 'workers']
const PAGES = [
  'README.md',
  'CHANGELOG.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...['guides', 'log-in'].flatMap((folder) =>
    readdirSync(join(ROOT, 'docs', folder)).map((name) => `docs/${folder}/${name}`),
  ),
  ...FOLDERS.filter((folder) => folder !== 'docs').flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => basename(path) === 'README.md')
      .map((path) => `${folder}/${path}`),
  ),
]

/** Paths that git ignores: files of builds and test runs. */
const isWritten = (path: string): boolean => /^dist\/|\/\./.test(path)

/** The anchor of a heading, as GitHub computes it. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

describe.each(PAGES)('%s', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8')

  test('links lead to pages and headings that exist', () => {
    const prose = text.replaceAll(/^```.*?^```$/gms, '')
    const broken = [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target]) => target!)
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => {
        const [path = '', anchor] = target.split('#')
        const file = path === '' ? join(ROOT, page) : join(ROOT, dirname(page), path)
        if (!existsSync(file)) return true
        return anchor !== undefined && !anchorsOf(readFileSync(file, 'utf8')).includes(anchor)
      })
    expect(broken).toEqual([])
  })

  test('paths of the repository exist, in commands too', () => {
    const missing = [...text.matchAll(/(?<=`|`[^`\n]* )([\w.-]+(?:\/[\w.-]*\w)+\/?)(?=[`. ])/g)]
      .map(([, path]) => path!)
      .filter((path) => FOLDERS.includes(path.split('/')[0]!) && !isWritten(path))
      .filter((path) => !existsSync(join(ROOT, path)))
    expect(missing).toEqual([])
  })

  test('paths below the folder of a README exist', () => {
    if (!page.includes('/') || page.startsWith('docs/')) return
    const folder = dirname(page)
    const missing = [...text.matchAll(/`([\w.-]+\/(?:[\w.-]+\/?)*)`/g)]
      .map(([, path]) => path!)
      .filter((path) => !FOLDERS.includes(path.split('/')[0]!) && !isWritten(path))
      .filter((path) => !existsSync(join(ROOT, folder, path)))
    expect(missing.map((path) => relative(ROOT, join(ROOT, folder, path)))).toEqual([])
  })
})

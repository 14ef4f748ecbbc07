import { expect, test } from 'vitest'
import { german } from '../../../../gateway/pages/guide/de.ts'
import { english } from '../../../../gateway/pages/guide/en.ts'
import { GUIDES } from '../../../../gateway/pages/guide/pages.ts'
import { ORGANIZATION_SECTIONS } from '../../../../gateway/web/model/route.ts'
import { organization as germanTexts } from '../../../../gateway/web/texts/de/organization.ts'
import { organization as englishTexts } from '../../../../gateway/web/texts/en/organization.ts'

test('both languages have the same tasks, and lead to the same places', () => {
  const shapeOf = (guide: typeof english) =>
    guide.tasks.map(({ id, steps }) => [id, steps.map(({ place }) => place?.[0])])
  expect(shapeOf(german)).toEqual(shapeOf(english))
})

test('each page of the organization that it names exists, under this name', () => {
  for (const [guide, texts] of [
    [english, englishTexts],
    [german, germanTexts],
  ] as const) {
    const places = guide.tasks.flatMap(({ steps }) => steps.flatMap(({ place }) => (place ? [place] : [])))
    const named = places.flatMap(([fragment, name]) => {
      const section = /^#organization\/(.+)$/.exec(fragment)?.[1]
      return section === undefined ? [] : [[section, name] as const]
    })
    expect(named.length).toBeGreaterThan(10)
    for (const [section, name] of named) {
      expect(ORGANIZATION_SECTIONS).toContain(section)
      expect(name).toBe(texts.titles[section as keyof typeof texts.titles])
    }
  }
})

test('every language has a page, and leads to the other', () => {
  const paths = GUIDES.map(([path]) => path)
  expect(GUIDES.map(([, { other }]) => other[0])).toEqual([...paths].reverse())
})

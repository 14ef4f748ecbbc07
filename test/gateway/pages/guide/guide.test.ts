import { expect, test } from 'vitest'
import { GUIDES, guidePages, guidePath } from '../../../../gateway/pages/guide/pages.ts'
import type { Guide } from '../../../../gateway/pages/guide/task.ts'
import type { PageLanguage } from '../../../../gateway/pages/texts/language.ts'
import { ORGANIZATION_SECTIONS } from '../../../../gateway/web/model/route.ts'

const guides = Object.entries(GUIDES) as [PageLanguage, Guide][]

test.each(guides)(
  'the guide in %s has the tasks of the English one, and leads to the same places',
  (_code, guide) => {
    const shapeOf = ({ tasks }: Guide) =>
      tasks.map(({ id, steps }) => [id, steps.map(({ place }) => place?.[0])])
    expect(shapeOf(guide)).toEqual(shapeOf(GUIDES.en))
  },
)

test.each(guides.filter(([code]) => code !== 'en'))(
  'the guide in %s repeats no English sentence',
  (_code, guide) => {
    const sentences = ({ title, hint, contents, tasks }: Guide) => [
      ...[title, hint, contents],
      ...tasks.flatMap((task) => [task.title, ...task.steps.map(({ text }) => text)]),
    ]
    const english = new Set(sentences(GUIDES.en))
    expect(sentences(guide).filter((sentence) => english.has(sentence))).toEqual([])
  },
)

test.each(guides)(
  'each page of the organization that the guide in %s names exists, under this name',
  async (code, guide) => {
    const { organization: texts } = await import(`../../../../gateway/web/texts/${code}/organization.ts`)
    const places = guide.tasks.flatMap(({ steps }) => steps.flatMap(({ place }) => (place ? [place] : [])))
    const named = places.flatMap(([fragment, name]) => {
      const section = /^#organization\/(.+)$/.exec(fragment)?.[1]
      return section === undefined ? [] : [[section, name] as const]
    })
    expect(named.length).toBeGreaterThan(10)
    for (const [section, name] of named) {
      expect(ORGANIZATION_SECTIONS).toContain(section)
      expect(name).toBe(texts.titles[section])
    }
  },
)

test('every language has a page of its own', () => {
  const paths = guidePages().map(({ path }) => path)
  expect(paths).toEqual(guides.map(([code]) => guidePath(code)))
  expect(new Set(paths).size).toBe(guides.length)
})

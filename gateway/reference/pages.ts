import { eventContent, eventsContent } from './event-content.ts'
import { groupContent } from './group-content.ts'
import { guideContent, guidesContent } from './guide-content.ts'
import type { PageContent } from './layout.ts'
import type { OperationGroup, Reference } from './model.ts'
import { notFoundContent } from './not-found-content.ts'
import { operationContent } from './operation-content.ts'
import { anchorOf } from './prose.ts'
import { startContent } from './start-content.ts'

/** The content of every page. */
export function allContents(introduction: string, reference: Reference): PageContent[] {
  const { groups, events, guides } = reference
  return [
    startContent(introduction, reference),
    ...groups.flatMap((group: OperationGroup) => [
      groupContent(group, reference),
      ...group.operations.map((operation) => operationContent(operation, group, reference)),
    ]),
    eventsContent(reference),
    ...events.map((event) => eventContent(event, reference)),
    guidesContent(reference),
    ...guides.map((guide) => guideContent(guide, reference)),
    notFoundContent(),
  ]
}

/** What the search knows of one place: `[kind, title, address, further words]`. */
export type SearchEntry = readonly [kind: string, title: string, address: string, words: string]

/** The index of the search: operations with their parameters, events with their fields, guides with their headings. */
export function searchIndex(introduction: string, { groups, events, guides }: Reference): SearchEntry[] {
  const headings = (text: string): string[] =>
    [...text.matchAll(/^#{2,3} (.+)$/gm)].map(([, heading]) => heading!)
  return [
    ...groups.map(({ name, page }): SearchEntry => ['Resource', name, page, '']),
    ...groups.flatMap(({ operations }) =>
      operations.map(({ name, page, endpoint }): SearchEntry => {
        const { params, summary, errors } = endpoint
        const parameters = Object.entries(params).flatMap(([each, { aliases = [] }]) => [each, ...aliases])
        const codes = errors.map(({ error }) => error.code).filter((code) => code !== 'BAD_REQUEST')
        return [name, summary, page, [...new Set([...parameters, ...codes])].join(' ')]
      }),
    ),
    ...events.map(({ name, page, declaration }): SearchEntry => {
      const fields = Object.keys({ ...declaration.fields, ...declaration.sent })
      return ['Event', name, page, [...fields, ...(declaration.variesBy ?? [])].join(' ')]
    }),
    ...guides.flatMap(({ title, page, text }): SearchEntry[] => [
      ['Guide', title, page, ''],
      ...headings(text).map((heading): SearchEntry => [title, heading, `${page}#${anchorOf(heading)}`, '']),
    ]),
    ...headings(introduction).map(
      (heading): SearchEntry => ['Introduction', heading, `/api/#${anchorOf(heading)}`, ''],
    ),
  ]
}

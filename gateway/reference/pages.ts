import { eventContent, eventsContent } from './event-content.ts'
import { groupContent } from './group-content.ts'
import { guideContent, guidesContent } from './guide-content.ts'
import type { PageContent } from './layout.ts'
import type { OperationGroup, Reference } from './model.ts'
import { notFoundContent } from './not-found-content.ts'
import { operationContent } from './operation-content.ts'
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

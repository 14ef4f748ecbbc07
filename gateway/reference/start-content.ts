import { when } from '../http/endpoint/endpoint.ts'
import { methodNotAllowed } from '../http/errors/errors.ts'
import { REFERENCE } from '../http/errors/operation-page.ts'
import { html } from '../pages/html.ts'
import { errorList } from './error-list.ts'
import { operationList } from './group-content.ts'
import { guideList } from './guide-content.ts'
import type { PageContent } from './layout.ts'
import type { Reference } from './model.ts'
import { COMMON_ERRORS } from './openapi/responses.ts'

/** Stands in the introduction where the list of errors belongs. */
const ERRORS_PLACE = '<!-- the errors of every operation -->'

const commonErrors = [
  ...Object.values(COMMON_ERRORS).flatMap(({ description, errors }) =>
    errors.map(({ condition, error }) => when(condition || description, error)),
  ),
  when('The path has operations, but not with this method.', methodNotAllowed(['GET', 'POST'])),
].sort((a, b) => a.error.status - b.error.status)

/** The start page: the introduction, then every operation. */
export function startContent(introduction: string, { groups, guides, prose }: Reference): PageContent {
  const [beforeErrors = '', afterErrors = ''] = introduction.split(ERRORS_PLACE)
  return {
    title: 'Loquat API',
    description: 'The interface of Loquat for bots, integrations and clients: operations, events and guides.',
    page: REFERENCE,
    main: html`<div class="page start">
<h1>Loquat API</h1>
${prose.document(beforeErrors)}
${errorList(commonErrors, prose)}
${prose.document(afterErrors)}
<h2 id="guides">Guides</h2>
${guideList(guides, prose)}
<h2 id="operations">Operations</h2>
${groups.map(
  (
    group,
  ) => html`<h3 id="${group.page.slice(REFERENCE.length)}"><a href="${group.page}">${group.name}</a></h3>
<p class="about-group">${group.description}</p>
${operationList(group)}`,
)}
</div>`,
  }
}

import type { Endpoint } from '../http/endpoint/endpoint.ts'
import type { Parameter } from '../http/endpoint/parameter.ts'
import { scalarKinds } from '../http/parameters/scalar-kinds.ts'
import { type Html, html } from '../pages/html.ts'
import { exampleOf, isRequired, textOf } from './samples.ts'
import { describeFields } from './value-schema.ts'

/** Whether a call takes something away that another call cannot bring back as it was. */
export const isDestructive = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): boolean =>
  method === 'DELETE' || /\/(?:deactivate|delete_topic|regenerate)$/.test(path)

/** The form that calls an operation with one's own key. The script shows it, and sends it. */
export function tryForm(endpoint: Endpoint): Html | undefined {
  if (endpoint.upgrades || endpoint.streams) return undefined
  const { method, path, params, file, optionalFile } = endpoint
  const part = file ?? optionalFile?.part
  const all = Object.entries(params)
  const required = all.filter(([, parameter]) => isRequired(parameter))
  const optional = all.filter(([, parameter]) => !isRequired(parameter))
  const isLong = optional.length > 4
  const isCareful = isDestructive(endpoint)
  const rows = (each: typeof all) => each.map(([name, parameter]) => field(name, parameter, !isCareful))
  return html`<section aria-labelledby="try" class="try" hidden>
<h2 id="try">Try it</h2>
<form data-method="${method}" data-path="${path}"${
    file !== undefined && html` data-query="true"`
  }${isCareful && html` data-destructive="true"`} autocomplete="off">
${
  endpoint.access !== 'anyone' &&
  html`<div class="try-key">
<label>E-mail <input name=".email" type="email" autocomplete="off"></label>
<label>API key <input name=".key" type="password" autocomplete="off"></label>
</div>
<label class="try-keep"><input name=".keep" type="checkbox"> Keep the key for other pages of this tab</label>`
}
${rows(required)}
${part !== undefined && html`<label class="try-field"><span><code>${part}</code></span><input type="file" name="${part}" data-place="file"></label>`}
${
  isLong
    ? html`<details><summary>${optional.length} optional parameters</summary>${rows(optional)}</details>`
    : rows(optional)
}
<p class="facts">${
    isCareful
      ? html`<strong class="bad">This call is real, and what it takes away does not come back.</strong>`
      : endpoint.method !== 'GET' && 'This call is real: it changes your organization.'
  }</p>
<p class="try-send"><button>Send</button><span role="status"></span> <a class="help" hidden>What this means</a></p>
<pre class="code answer" tabindex="0" role="group" aria-label="Answer" hidden><code></code></pre>
</form>
</section>`
}

function field(name: string, parameter: Parameter, hasExample: boolean): Html {
  const { place, encoding } = parameter
  const value = hasExample && isRequired(parameter) ? textOf(exampleOf(parameter), parameter) : ''
  const attributes = html`name="${name}" data-place="${place}"${parameter.rest && html` data-rest="true"`}${place === 'path' && html` required`}`
  return html`<label class="try-field"><span><code>${name}</code>${isRequired(parameter) && html` <span class="required">required</span>`}</span>${control(
    parameter,
    name,
    attributes,
    value,
    encoding !== 'text' && scalarKinds(parameter.schema).structured,
  )}</label>\n`
}

function control(parameter: Parameter, name: string, attributes: Html, value: string, isLong: boolean): Html {
  const [described] = describeFields({ [name]: parameter.schema })
  const kinds = scalarKinds(parameter.schema)
  const isBoolean = kinds.boolean && !kinds.string && !kinds.integer && !kinds.structured
  const choices = isBoolean ? ['true', 'false'] : enumeration(described?.type ?? '', described?.choices ?? [])
  if (choices.length > 0 && parameter.encoding === 'text') {
    return html`<select ${attributes}><option></option>${choices.map(
      (choice) => html`<option${choice === value && html` selected`}>${choice}</option>`,
    )}</select>`
  }
  if (isLong || name === 'content')
    return html`<textarea ${attributes} rows="2" spellcheck="false">${value}</textarea>`
  const type = /password/.test(name) ? 'password' : 'text'
  return html`<input ${attributes} type="${type}" value="${value}" autocomplete="off" spellcheck="false">`
}

/** The values of a type that has no others: "`"a"` or `"b"`". */
function enumeration(type: string, choices: readonly unknown[]): string[] {
  if (choices.length > 0) return choices.map(String)
  const parts = type.split(' or ')
  if (!parts.every((part) => /^`.*`$/.test(part))) return []
  return parts.map((part) => String(JSON.parse(part.slice(1, -1))))
}

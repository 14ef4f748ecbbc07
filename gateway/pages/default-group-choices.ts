import type { DefaultChannelGroupId } from '../../core/platform/ids.ts'
import type { DefaultChannelGroup } from '../../core/state/channels/default-group.ts'
import type { TextFields } from '../http/body/text-fields.ts'
import { type Html, html } from './html.ts'
import type { Visit } from './page.ts'

const nameOf = ({ id }: DefaultChannelGroup): string => `default_group_${id}`

/** The groups whose boxes are checked. */
export const chosenGroups = (
  form: TextFields,
  groups: readonly DefaultChannelGroup[],
): readonly DefaultChannelGroupId[] =>
  groups.filter((group) => form.has(nameOf(group))).map((group) => group.id)

/** A checkbox for each group of channels, with the state of the submitted form; undefined without groups. */
export const groupChoices = (
  { form, t }: Pick<Visit, 'form' | 't'>,
  groups: readonly DefaultChannelGroup[],
): Html | undefined =>
  groups.length === 0
    ? undefined
    : html`<fieldset>
<legend>${t('Channels to join')}</legend>
${groups.map((group) => choiceOf(group, form.has(nameOf(group))))}</fieldset>`

function choiceOf(group: DefaultChannelGroup, isChosen: boolean): Html {
  const name = nameOf(group)
  const hint = group.description !== '' && html`<p class="hint" id="${name}-hint">${group.description}</p>`
  return html`<div class="field">
<label><input type="checkbox" name="${name}" value="on"${isChosen && html` checked`}${
    hint && html` aria-describedby="${name}-hint"`
  }> ${group.name}</label>
${hint}
</div>
`
}

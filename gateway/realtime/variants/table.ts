import type { EphemeralBody } from '../../../core/platform/events/event.ts'
import type { EphemeralName, LoggedName, NameWhere, Stored } from '../../../core/state/events/catalogue.ts'
import type { Difference } from '../../../core/state/events/event.ts'
import { botVariants } from './bot.ts'
import { someClients, subscribedVariants } from './channel.ts'
import { deleteMessageVariants, messageVariants, updateMessageVariants } from './message.ts'
import { presenceVariants } from './presence.ts'
import { reactionVariants } from './reaction.ts'
import { reminderVariants } from './reminder.ts'
import { typingEditVariants, typingVariants } from './typing.ts'
import { userAddedVariants } from './user.ts'
import { groupVariants } from './user-group.ts'
import { userSettingsVariants } from './user-settings.ts'
import { mutedTopicsVariants, userTopicVariants } from './user-topic.ts'
import { type EphemeralVariants, UNVARIED, type Variants } from './variants.ts'

/** The names of the events that the catalogue declares with `variesBy`. */
type VaryingName = NameWhere<{ readonly variesBy: readonly Difference[] }> & LoggedName

const VARIANTS: { readonly [Name in VaryingName]: Variants<Stored<Name>> } = {
  message: messageVariants,
  update_message: updateMessageVariants,
  delete_message: deleteMessageVariants,
  'reaction/add': reactionVariants,
  'reaction/remove': reactionVariants,
  'stream/create': someClients,
  'stream/update': someClients,
  'stream/delete': someClients,
  'subscription/add': subscribedVariants,
  'subscription/peer_add': someClients,
  'subscription/peer_remove': someClients,
  'reminders/add': reminderVariants,
  user_topic: userTopicVariants,
  muted_topics: mutedTopicsVariants,
  'realm_user/add': userAddedVariants,
  'user_settings/update': userSettingsVariants,
  'realm_bot/add': botVariants,
  'realm_bot/update': botVariants,
  'user_group/update': groupVariants,
  'user_group/add_members': groupVariants,
  'user_group/remove_members': groupVariants,
  'user_group/add_subgroups': groupVariants,
  'user_group/remove_subgroups': groupVariants,
  'realm/update': someClients,
  // spec.md POST /register: not sent to clients that do not accept URL templates.
  realm_linkifiers: {
    ...UNVARIED,
    isFor: (_, { capabilities }) => capabilities.linkifier_url_template === true,
  },
}

const EPHEMERAL_VARIANTS: { readonly [Name in EphemeralName]: EphemeralVariants<Stored<Name>> } = {
  presence: presenceVariants,
  'typing/start': typingVariants,
  'typing/stop': typingVariants,
  'typing_edit_message/start': typingEditVariants,
  'typing_edit_message/stop': typingEditVariants,
}

/** An event of the log. Another version of the server, whose catalogue may differ, may have written it. */
export interface LoggedEvent {
  readonly type: string
  readonly op?: string
}

const nameOf = ({ type, op }: LoggedEvent): string => (op === undefined ? type : `${type}/${op}`)

/** Returns the variants of an event. An event that the table does not have is the same for all clients. */
export function variantsOf(event: LoggedEvent): Variants<LoggedEvent> {
  const variants: Readonly<Record<string, Variants<never>>> = VARIANTS
  const name = nameOf(event)
  return Object.hasOwn(variants, name) ? (variants[name] as Variants<LoggedEvent>) : UNVARIED
}

/** As `variantsOf`, for an ephemeral event. */
export function ephemeralVariantsOf(event: EphemeralBody): EphemeralVariants<EphemeralBody> {
  const variants: Readonly<Record<string, EphemeralVariants<never>>> = EPHEMERAL_VARIANTS
  return (variants[nameOf(event)] as EphemeralVariants<EphemeralBody> | undefined) ?? UNVARIED
}

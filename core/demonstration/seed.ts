import { render } from '../content/markdown/render.ts'
import { checkContent, checkTopic } from '../content/messages/check-text.ts'
import { markdownContext } from '../content/messages/realm-context.ts'
import { channelToSendTo, directParticipants } from '../messaging/sending/recipients.ts'
import { type Outgoing, storeMessages } from '../messaging/sending/store.ts'
import { statement } from '../platform/db/statements/statement.ts'
import type { Core } from '../state/core.ts'
import type { RealmState } from '../state/realm/state.ts'
import { conversations, type ScriptedMessage } from './conversations.ts'
import { completeOrganization, findDemonstration, openToVisitors, withSeedLock } from './organization.ts'
import { addressOf, DEMONSTRATION_PASSWORD } from './people.ts'
import { PEOPLE, PERSON_NAMES } from './scripts/cast.ts'

/** The accounts of the demonstration organization, for people who try it out. */
export interface DemonstrationSummary {
  readonly users: readonly { readonly fullName: string; readonly email: string; readonly role: string }[]
  /** The password of every account. */
  readonly password: string
}

const BATCH = 256

// A conversation outlives its messages, so an organization whose messages were deleted is not seeded again.
const IS_SEEDED = statement('demonstration.is-seeded', 'SELECT FROM conversation WHERE realm_id = $1 LIMIT 1')

// No client has registered yet, so no one sees the time that the events of the messages name.
const SET_AGE = statement(
  'demonstration.set-age',
  `UPDATE message m SET sent_at = now() - make_interval(mins => given.minutes)
   FROM unnest($1::int8[], $2::int[]) AS given (id, minutes) WHERE m.id = given.id`, // message_pkey
)
const SKIP_NOTIFICATIONS = statement(
  'demonstration.skip-notifications',
  'UPDATE notification_cursor SET message_id = $2 WHERE realm_id = $1',
)

/**
 * Creates the demonstration organization with its messages, unless it is complete. People and channels are
 * created one by one, so a second call completes the work of a process that died; the messages are one
 * transaction. Of several processes, one seeds. Throws when the root host belongs to another organization.
 */
export async function seedDemonstration(core: Core): Promise<DemonstrationSummary> {
  await withSeedLock(core, async () => {
    const existing = await findDemonstration(core)
    if (existing !== undefined && (await isSeeded(core, existing))) return
    const { realmId, users } = await completeOrganization(core)
    const realm = (await core.realms.get(realmId))!
    await openToVisitors(core, realm, users)
    await storeConversations(core, realm)
  })
  const users = PERSON_NAMES.map((name) => ({ ...PEOPLE[name], email: addressOf(name) }))
  return { users, password: DEMONSTRATION_PASSWORD }
}

async function isSeeded(core: Core, realm: RealmState): Promise<boolean> {
  return (await core.db.run(IS_SEEDED, [realm.id])).length > 0
}

async function storeConversations(core: Core, realm: RealmState): Promise<void> {
  const messages = conversations().map((scripted) => ({
    ...compose(core, realm, scripted),
    minutesAgo: scripted.minutesAgo,
  }))
  await core.changeAsSystem(realm, async (tx) => {
    for (let from = 0; from < messages.length; from += BATCH) {
      const batch = messages.slice(from, from + BATCH)
      const stored = await storeMessages(tx, realm, batch)
      const ids = stored.map(({ id }) => id)
      await tx.run(SET_AGE, [ids, batch.map(({ minutesAgo }) => minutesAgo)])
      await tx.run(SKIP_NOTIFICATIONS, [realm.id, ids.at(-1)])
    }
  })
}

/** Checks a message by the rules for messages of people and renders it. */
function compose(core: Core, realm: RealmState, { speaker, to, content }: ScriptedMessage): Outgoing {
  const sender = realm.users.byEmail(addressOf(speaker))!
  return {
    sender,
    destination:
      'channel' in to
        ? {
            kind: 'topic',
            channel: channelToSendTo(realm, sender, to.channel).id,
            topic: checkTopic(to.topic),
          }
        : { kind: 'direct', participants: directParticipants(realm, sender, to.between.map(addressOf)) },
    client: sender.isBot ? 'loquat-bot' : 'website',
    content: checkContent(content),
    rendered: render(content, markdownContext(realm, sender, core.options.rootUrl)),
    readBySender: !sender.isBot,
  }
}

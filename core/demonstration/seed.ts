import { markdownContext } from '../content/markdown/realm-context.ts'
import { render } from '../content/markdown/render.ts'
import { checkContent, checkTopic } from '../content/messages/check-text.ts'
import { channelToSendTo, directParticipants } from '../messaging/messages/recipients.ts'
import { type Outgoing, storeMessages } from '../messaging/messages/store.ts'
import { statement } from '../platform/db/statement.ts'
import type { Tx } from '../platform/db/transact.ts'
import type { Core } from '../state/core.ts'
import type { RealmState } from '../state/realm/state.ts'
import { conversations, type Spoken } from './conversations.ts'
import { completeOrganization, findDemonstration, oneAtATime } from './organization.ts'
import { addressOf, DEMONSTRATION_PASSWORD, PEOPLE, PERSON_NAMES } from './people.ts'

/** What somebody who tries the demonstration organization out has to know. */
export interface DemonstrationSummary {
  readonly users: readonly { readonly fullName: string; readonly email: string; readonly role: string }[]
  /** Of each of them. */
  readonly password: string
}

const BATCH = 256

// A conversation stays when its messages are deleted: what has been seeded is never seeded again.
const IS_SEEDED = statement('demonstration.is-seeded', 'SELECT FROM conversation WHERE realm_id = $1 LIMIT 1')

/**
 * Makes sure that there is the demonstration organization with its messages. One that is complete is left as
 * people have made it. People and channels are created one by one, and a process that dies meanwhile is
 * continued by the next; the messages are one transaction. Of several processes at once, one seeds. Throws
 * when the root host is another organization's.
 */
export async function seedDemonstration(core: Core): Promise<DemonstrationSummary> {
  await oneAtATime(core, async () => {
    const existing = await findDemonstration(core)
    if (existing !== undefined && (await isSeeded(core, existing))) return
    const { realmId } = await completeOrganization(core)
    await holdConversations(core, (await core.realms.get(realmId))!)
  })
  const users = PERSON_NAMES.map((name) => ({ ...PEOPLE[name], email: addressOf(name) }))
  return { users, password: DEMONSTRATION_PASSWORD }
}

async function isSeeded(core: Core, realm: RealmState): Promise<boolean> {
  return (await core.db.run(IS_SEEDED, [realm.id])).length > 0
}

async function holdConversations(core: Core, realm: RealmState): Promise<void> {
  const messages = conversations().map((spoken) => compose(core, realm, spoken))
  await core.transact(realm.id, async (tx: Tx) => {
    for (let from = 0; from < messages.length; from += BATCH) {
      await storeMessages(tx, realm, messages.slice(from, from + BATCH))
    }
  })
}

/** Under the rules that sending has for people. */
function compose(core: Core, realm: RealmState, { speaker, to, content }: Spoken): Outgoing {
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

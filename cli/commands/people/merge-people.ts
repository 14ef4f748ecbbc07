import { Command } from 'commander'
import { ConfigError } from '../../../config/error.ts'
import { findRealm, findUser } from '../../operator/find.ts'
import { operate, print } from '../../operator/operator.ts'
import { realmOption } from '../../operator/options.ts'

interface Options {
  readonly realm?: string
  readonly check?: true
}

/** What the numbers of a check count. */
const MOVED = {
  messages: 'messages',
  reactions: 'reactions',
  conversations: 'direct conversations',
  channels: 'subscriptions to channels',
  groups: 'memberships of groups',
  flags: 'starred messages',
  mentions: 'messages that mention them',
  topics: 'followed and muted topics',
  files: 'files',
  bots: 'bots',
  drafts: 'drafts',
  scheduled_messages: 'scheduled messages and reminders',
  saved_snippets: 'saved snippets',
  alert_words: 'alert words',
  profile_fields: 'profile fields',
  log_ins: 'log-ins by providers',
  muted_users: 'muted people',
  views: 'pinned views',
  invitations: 'invitations',
} as const
const DROPPED = {
  profile_fields: 'profile fields that the other account has filled',
  log_ins: 'log-ins by providers that the other account uses',
  directory_entries: 'entries of a directory (SCIM)',
  second_factors: 'authenticators and passkeys',
  devices: 'devices for notifications',
  statuses: 'statuses',
  zoom_accounts: 'connections with Zoom',
} as const

export const mergePeople = new Command('merge-people')
  .description(
    "merge two accounts of one person: nothing separates them again, and a worker moves the first one's data",
  )
  .argument('<from>', 'the address of the account that is emptied and deactivated')
  .argument('<into>', 'the address of the account that stays')
  .addOption(realmOption())
  .option('--check', 'only print what would move and what would be deleted')
  .action((from: string, into: string, { realm: name, check }: Options) =>
    operate(async ({ core }) => {
      const realm = await findRealm(core, name)
      const people = { from: findUser(realm, from), into: findUser(realm, into) }
      for (const { isBot, fullName } of [people.from, people.into]) {
        if (isBot) throw new ConfigError(`${fullName} is a bot`)
      }
      const named = { from: people.from.id, into: people.into.id }
      const { findAccountsAsOperator, mergeAccountsAsOperator } = await import(
        '../../../core/transfer/merging/request.ts'
      )
      if (!check) {
        await mergeAccountsAsOperator(core, realm, named)
        print(`Deactivated ${people.from.fullName}; a worker moves everything to ${people.into.fullName}`)
        return
      }
      const { checkMerge } = await import('../../../core/transfer/merging/check.ts')
      const { moves, drops, united_conversations } = await checkMerge(
        core.db,
        findAccountsAsOperator(realm, named),
      )
      print(`${people.from.fullName} would be deactivated. ${people.into.fullName} would get:`)
      for (const [what, text] of Object.entries(MOVED))
        print(`  ${moves[what as keyof typeof MOVED] ?? 'many'} ${text}`)
      if (united_conversations > 0) {
        print(`  (${united_conversations} of the direct conversations would be united with others)`)
      }
      print('Would be lost: name, address, picture, password, settings, API key and sessions. Also:')
      for (const [what, text] of Object.entries(DROPPED)) {
        print(`  ${drops[what as keyof typeof DROPPED]} ${text}`)
      }
    }),
  )

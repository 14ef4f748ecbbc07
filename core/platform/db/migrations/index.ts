import type { Migration } from '@mikro-orm/migrations'

/** A migration that is loaded when it runs: MikroORM's migrator takes a fifth of a second to load. */
export interface ListedMigration {
  readonly name: string
  readonly load: () => Promise<new (...args: never[]) => Migration>
}

/**
 * In the order of their names, which begin with the time at which they were written (UTC, to the second). A
 * migration that has landed is never changed; the next one is added below it, with its test
 * (docs/contributing.md, "Change the schema").
 */
export const migrations: readonly ListedMigration[] = [
  {
    name: '20261122080000-initial-schema',
    load: async () => (await import('./20261122080000-initial-schema.ts')).InitialSchema,
  },
  {
    name: '20261122122700-index-explicit-read-state',
    load: async () => (await import('./20261122122700-index-explicit-read-state.ts')).IndexExplicitReadState,
  },
  {
    name: '20261122164500-browsers-of-web-push',
    load: async () => (await import('./20261122164500-browsers-of-web-push.ts')).BrowsersOfWebPush,
  },
  {
    name: '20261123023500-database-timeline',
    load: async () => (await import('./20261123023500-database-timeline.ts')).DatabaseTimeline,
  },
  {
    name: '20261123182000-newest-message-of-conversation',
    load: async () =>
      (await import('./20261123182000-newest-message-of-conversation.ts')).NewestMessageOfConversation,
  },
  {
    name: '20261123221000-rows-of-imported-ids',
    load: async () => (await import('./20261123221000-rows-of-imported-ids.ts')).RowsOfImportedIds,
  },
  {
    name: '20261125130000-index-resolved-topics',
    load: async () => (await import('./20261125130000-index-resolved-topics.ts')).IndexResolvedTopics,
  },
  {
    name: '20261125200000-index-messages-read-on-arrival',
    load: async () =>
      (await import('./20261125200000-index-messages-read-on-arrival.ts')).IndexMessagesReadOnArrival,
  },
  {
    name: '20261126080000-read-state-in-index-of-conversations',
    load: async () =>
      (await import('./20261126080000-read-state-in-index-of-conversations.ts'))
        .ReadStateInIndexOfConversations,
  },
  {
    name: '20261126082000-metadata-of-uploads',
    load: async () => (await import('./20261126082000-metadata-of-uploads.ts')).MetadataOfUploads,
  },
  {
    name: '20261126083500-order-of-drafts',
    load: async () => (await import('./20261126083500-order-of-drafts.ts')).OrderOfDrafts,
  },
  {
    name: '20261127072500-words-of-topics-in-angle-brackets',
    load: async () =>
      (await import('./words/20261127072500-words-of-topics-in-angle-brackets.ts'))
        .WordsOfTopicsInAngleBrackets,
  },
  {
    name: '20261127150000-longer-list-of-new-words',
    load: async () =>
      (await import('./words/20261127150000-longer-list-of-new-words.ts')).LongerListOfNewWords,
  },
  {
    name: '20261128083000-words-by-unicode',
    load: async () => (await import('./words/20261128083000-words-by-unicode.ts')).WordsByUnicode,
  },
  {
    name: '20261128112000-messages-read-by-archiving',
    load: async () =>
      (await import('./20261128112000-messages-read-by-archiving.ts')).MessagesReadByArchiving,
  },
  {
    name: '20261128114500-growth-of-shared-lists',
    load: async () => (await import('./20261128114500-growth-of-shared-lists.ts')).GrowthOfSharedLists,
  },
  {
    name: '20261128124500-audit-log',
    load: async () => (await import('./20261128124500-audit-log.ts')).AuditLog,
  },
  {
    name: '20261128141500-notes-of-reminders',
    load: async () => (await import('./20261128141500-notes-of-reminders.ts')).NotesOfReminders,
  },
  {
    name: '20261128142000-tasks-on-data-of-a-person',
    load: async () => (await import('./20261128142000-tasks-on-data-of-a-person.ts')).TasksOnDataOfAPerson,
  },
  {
    name: '20261128143000-second-factors',
    load: async () => (await import('./20261128143000-second-factors.ts')).SecondFactors,
  },
  {
    name: '20261128144000-request-limit',
    load: async () => (await import('./20261128144000-request-limit.ts')).RequestLimit,
  },
  {
    name: '20261128150500-indexes-of-audit-log',
    load: async () => (await import('./20261128150500-indexes-of-audit-log.ts')).IndexesOfAuditLog,
  },
  {
    name: '20261128152000-usage-of-organizations',
    load: async () => (await import('./20261128152000-usage-of-organizations.ts')).UsageOfOrganizations,
  },
  {
    name: '20261128153000-end-of-status',
    load: async () => (await import('./20261128153000-end-of-status.ts')).EndOfStatus,
  },
  {
    name: '20261128154000-external-identities',
    load: async () => (await import('./20261128154000-external-identities.ts')).ExternalIdentities,
  },
  {
    name: '20261128181000-deletion-of-organizations',
    load: async () => (await import('./20261128181000-deletion-of-organizations.ts')).DeletionOfOrganizations,
  },
  {
    name: '20261128184500-log-in-providers',
    load: async () => (await import('./log-in/20261128184500-log-in-providers.ts')).LogInProviders,
  },
  {
    name: '20261128185000-zoom-accounts',
    load: async () => (await import('./20261128185000-zoom-accounts.ts')).ZoomAccounts,
  },
  {
    name: '20261128222500-provisioning',
    load: async () => (await import('./20261128222500-provisioning.ts')).Provisioning,
  },
  {
    name: '20261129065000-word-rules',
    load: async () => (await import('./words/20261129065000-word-rules.ts')).WordRules,
  },
  {
    name: '20261129121500-history-imports',
    load: async () => (await import('./history/20261129121500-history-imports.ts')).HistoryImports,
  },
  {
    name: '20261129124500-unclaimed-people',
    load: async () => (await import('./history/20261129124500-unclaimed-people.ts')).UnclaimedPeople,
  },
  {
    name: '20261129132000-photos-of-directories',
    load: async () => (await import('./log-in/20261129132000-photos-of-directories.ts')).PhotosOfDirectories,
  },
  {
    name: '20261129220500-issuers-of-portals',
    load: async () => (await import('./log-in/20261129220500-issuers-of-portals.ts')).IssuersOfPortals,
  },
  {
    name: '20261129223000-account-merges',
    load: async () => (await import('./history/20261129223000-account-merges.ts')).AccountMerges,
  },
  {
    name: '20261129231500-word-rules-of-digits',
    load: async () => (await import('./words/20261129231500-word-rules-of-digits.ts')).WordRulesOfDigits,
  },
  {
    name: '20261129233000-tokens-of-history-imports',
    load: async () =>
      (await import('./history/20261129233000-tokens-of-history-imports.ts')).TokensOfHistoryImports,
  },
  {
    name: '20261129234500-index-former-topics',
    load: async () => (await import('./20261129234500-index-former-topics.ts')).IndexFormerTopics,
  },
  {
    name: '20261130030000-word-rules-of-inline-tags',
    load: async () =>
      (await import('./words/20261130030000-word-rules-of-inline-tags.ts')).WordRulesOfInlineTags,
  },
  {
    name: '20261130034500-people-of-providers',
    load: async () => (await import('./log-in/20261130034500-people-of-providers.ts')).PeopleOfProviders,
  },
  {
    name: '20261130094500-names-of-directories',
    load: async () => (await import('./log-in/20261130094500-names-of-directories.ts')).NamesOfDirectories,
  },
  {
    name: '20261130164500-index-texts-by-topic',
    load: async () => (await import('./20261130164500-index-texts-by-topic.ts')).IndexTextsByTopic,
  },
]

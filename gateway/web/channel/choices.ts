import type { Store } from '../store/state/store.ts'
import { realmGroup } from './permissions.ts'
import { texts } from './texts.ts'
import { holdersOf } from './who-may.tsx'

/** The value of a control for no folder. */
export const NO_FOLDER = 0

/** The folders that a channel can be in. */
export const folderOptions = (store: Store) => [
  { value: NO_FOLDER, name: texts.noFolder },
  ...store.folders.value
    .filter(({ is_archived }) => !is_archived)
    .map(({ id, name }) => ({ value: id, name })),
]

const POLICIES = ['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'] as const

/** Which topics messages of a channel may have. */
export const TOPICS_POLICIES = POLICIES.map((value) => ({ value, name: texts.topicsPolicies[value] }))

/** The holders of the permission to set the topics of channels, for readers without it. */
export const mayNotSetTopicsPolicy = (store: Store): string =>
  texts.mayNotSetTopicsPolicy(holdersOf(store, { group: realmGroup(store, 'can_set_topics_policy_group') }))

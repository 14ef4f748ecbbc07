import type { Group } from '../store/slices/groups.ts'
import { texts } from './people-texts.ts'

/** The name of a group as the reader sees it: system groups have a name in the reader's language. */
export const groupName = ({ name, is_system_group }: Pick<Group, 'name' | 'is_system_group'>): string =>
  is_system_group ? (texts.systemGroups[name as keyof typeof texts.systemGroups] ?? name) : name

import type { Places } from '../saving/places.ts'

export const NEW_GROUP: Places<'name' | 'description' | 'members' | 'subgroups'> = {
  operations: ['POST /user_groups/create'],
  fields: {
    name: [
      "User group name can't be empty!",
      'User group name cannot exceed {limit} characters.',
      'Invalid characters in name!',
      "User group '{group}' already exists.",
      "User group name cannot start with '{start}'.",
    ],
    description: [],
    members: ['Invalid user ID: {id}', 'User is deactivated'],
    subgroups: ['Invalid user group ID: {id}', 'User group is deactivated.', 'Invalid user group'],
  },
}

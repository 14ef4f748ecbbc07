import type { Places } from '../../saving/places.ts'

export const NEW_PERSON: Places<'email' | 'full_name' | 'password'> = {
  operations: ['POST /users'],
  fields: {
    email: [
      'Email is already in use.',
      "Invalid email '{email}'",
      "Email '{email}' not allowed in this organization",
    ],
    full_name: [
      'Name too long!',
      'Name too short!',
      'Invalid characters in name!',
      'Invalid format!',
      'Unique names required in this organization.',
    ],
    password: ['The password is too weak.'],
  },
}

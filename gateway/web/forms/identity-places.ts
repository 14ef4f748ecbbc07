import type { Places } from '../saving/places.ts'

export const IDENTITY: Places<'password' | 'code'> = {
  operations: ['POST /users/me/confirm_identity'],
  fields: {
    password: ['Wrong password!'],
    code: ['The code is wrong or has been used.'],
  },
}

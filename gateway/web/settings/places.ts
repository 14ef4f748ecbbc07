import type { Places } from '../saving/places.ts'

export const NEW_BOT: Places<'full_name' | 'short_name' | 'bot_type' | 'payload_url' | 'interface_type'> = {
  operations: ['POST /bots'],
  fields: {
    full_name: [
      'Name is already in use.',
      'Name too long!',
      'Name too short!',
      'Invalid characters in name!',
      'Invalid format!',
      'Unique names required in this organization.',
    ],
    short_name: ['Bad name or username', 'Username already in use'],
    bot_type: ['Invalid bot type'],
    payload_url: [],
    interface_type: [],
  },
}

export const NEW_PASSWORD: Places<'old_password' | 'new_password'> = {
  operations: ['PATCH /settings'],
  fields: {
    old_password: ['Wrong password!'],
    new_password: ['New password is too weak!', 'New password is too long (limit: {limit} characters)'],
  },
}

export const SHOW_KEY: Places<'password'> = {
  operations: ['POST /fetch_api_key'],
  fields: { password: ['Your username or password is incorrect'] },
}

export const AUTHENTICATOR: Places<'code'> = {
  operations: ['POST /users/me/authenticator'],
  fields: { code: ['The code does not belong to this secret.'] },
}

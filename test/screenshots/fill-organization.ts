/** Calls the API as somebody of the demonstration, and throws when it refuses. */
export type Call = (
  name: string,
  method: string,
  path: string,
  form: Readonly<Record<string, string>>,
) => Promise<Record<string, unknown>>

const OWNER = 'desdemona'
const ADMINISTRATOR = 'iago'
const MINUTES_OF_WEEK = '10080'

/** Gives the pages of administrators something to show. */
export async function fillOrganization(call: Call, users: Readonly<Record<string, number>>): Promise<void> {
  const linkifiers = [
    ['#(?P<id>[0-9]+)', 'https://tickets.example.com/{id}'],
    ['(?P<play>HAM|OTH|MND)-(?P<act>[1-5])', 'https://plays.example.com/{play}/act/{act}'],
    ['commit (?P<hash>[0-9a-f]{8})', 'https://code.example.com/commit/{hash}'],
  ] as const
  for (const [pattern, url_template] of linkifiers)
    await call(OWNER, 'POST', '/realm/filters', { pattern, url_template })
  for (const name of ['Phone', 'Pronouns'])
    await call(OWNER, 'POST', '/realm/profile_fields', { name, field_type: '1' })
  const groups = [
    ['stage crew', 'Light, sound and curtains', ['hamlet', 'prospero', 'zoe']],
    ['readers', 'Read new plays and say what they think', ['cordelia', 'hamlet']],
  ] as const
  for (const [name, description, members] of groups) {
    const ids = JSON.stringify(members.map((one) => users[one]))
    await call(OWNER, 'POST', '/user_groups/create', { name, description, members: ids })
  }
  await call(OWNER, 'PATCH', `/users/${users.cordelia}`, { role: '300' })
  await call(ADMINISTRATOR, 'PATCH', '/realm', { message_content_edit_limit_seconds: '3600' })
  const subscriptions = JSON.stringify([{ name: 'rehearsals', description: 'Who comes when' }])
  const principals = JSON.stringify([users.hamlet, users.zoe])
  await call(ADMINISTRATOR, 'POST', '/users/me/subscriptions', { subscriptions })
  await call(ADMINISTRATOR, 'POST', '/users/me/subscriptions', { subscriptions, principals })
  await call(OWNER, 'POST', '/realm/domains', {
    domain: 'players.example.com',
    allow_subdomains: 'true',
  })
  await call(ADMINISTRATOR, 'POST', '/realm/playgrounds', {
    name: 'Rust playground',
    pygments_language: 'Rust',
    url_template: 'https://play.example.com/?code={code}',
  })
  await invite(call)
}

async function invite(call: Call): Promise<void> {
  const invited = [
    [OWNER, 'laertes@example.com, ophelia@example.com', '400', MINUTES_OF_WEEK],
    [ADMINISTRATOR, 'horatio@example.com', '300', 'null'],
    [OWNER, 'yorick@example.com', '600', MINUTES_OF_WEEK],
  ] as const
  const offer = { stream_ids: '[]', include_realm_default_subscriptions: 'true' }
  for (const [name, invitee_emails, invite_as, invite_expires_in_minutes] of invited)
    await call(name, 'POST', '/invites', { ...offer, invitee_emails, invite_as, invite_expires_in_minutes })
  await call(OWNER, 'POST', '/invites/multiuse', {
    ...offer,
    invite_as: '400',
    invite_expires_in_minutes: MINUTES_OF_WEEK,
  })
}

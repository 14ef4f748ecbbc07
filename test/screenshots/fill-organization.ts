/** Calls the API as somebody of the demonstration, and throws when it refuses. */
export type Call = (
  name: string,
  method: string,
  path: string,
  form: Readonly<Record<string, string>>,
) => Promise<Record<string, unknown>>

const OWNER = 'desdemona'

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
}

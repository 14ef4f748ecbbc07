/**
 * A client as a developer would write it with the types that openapi-typescript makes of the document. It is
 * compiled, not run.
 */
import type { components, operations, paths, webhooks } from './api.d.ts'

type Schemas = components['schemas']

type Form<Operation extends { requestBody?: { content: object } }> = NonNullable<
  Operation['requestBody']
>['content'] extends { 'application/x-www-form-urlencoded': infer Fields }
  ? Fields
  : never

export const channelMessage: Form<operations['post_messages']> = {
  type: 'channel',
  to: 'Verona',
  topic: 'play',
  content: 'To *be*, or not?',
}

// @ts-expect-error: the content is missing
export const withoutContent: Form<operations['post_messages']> = { type: 'direct', to: [9] }

export function textOf(message: Schemas['Message']): string {
  // @ts-expect-error: no such field
  message.body
  return `${message.sender_full_name}: ${message.content}`
}

export function newTexts(event: Schemas['Event']): string[] {
  const texts: string[] = []
  if (event.type === 'message') texts.push(event.message.content)
  return texts
}

type Answer = paths['/users/{user_id}']['get']['responses'][200]['content']['application/json']

export const nameOf = ({ user }: Answer): string => user.full_name

export const emojiOf = (event: NonNullable<webhooks['reaction/add']['post']['requestBody']>): string =>
  event.content['application/json'].emoji_name

export function whyRefused({ code, msg }: Schemas['Error']): string {
  return `${code}: ${msg}`
}

/** The folder of the reference: its page about the API as a whole. */
export const REFERENCE = '/api/'

/** The id of an endpoint in the OpenAPI document: `post_messages_message_id_reactions`. */
export const operationIdOf = (method: string, path: string): string =>
  [method.toLowerCase(), ...wordsOf(path)].join('_')

/**
 * The path of the reference page of an endpoint: `/api/post-messages-message_id-reactions`. Its errors are at `#errors`.
 */
export const operationPage = (method: string, path: string): string =>
  `${REFERENCE}${[method.toLowerCase(), ...wordsOf(path)].join('-')}`

const wordsOf = (path: string): readonly string[] => path.split(/\W+/).filter((word) => word !== '')

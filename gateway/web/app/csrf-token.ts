/** The token that forms of this page send along. */
export const csrfToken = (): string => /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? ''

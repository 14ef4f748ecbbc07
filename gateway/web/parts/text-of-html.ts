/** The text of HTML without tags. The document is inert: nothing in it runs or loads. */
export const textOfHtml = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent?.trim() ?? ''

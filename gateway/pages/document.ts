import { realmIcon } from '../../core/state/realm/images.ts'
import type { RealmRecord } from '../../core/state/realm/record.ts'
import { type Html, html } from './html.ts'
import { STYLE_PATH } from './style.ts'

/** What is on a page beside what is on all of them. */
export interface Content {
  readonly title: string
  /** Below the heading, which is the title. */
  readonly body: Html
  /** For tables: as wide as the window. */
  readonly isWide?: boolean
}

/** The one layout of all pages: landmarks, a heading, and a way past the header. */
export function documentOf({ title, body, isWide }: Content, realm: RealmRecord | undefined): string {
  const site = realm?.settings.name ?? 'Loquat'
  const icon = realm && realmIcon(realm).url
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} | ${site}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body${isWide && html` class="wide"`}>
<a class="skip" href="#main">Skip to content</a>
<header>${icon?.startsWith('/user_avatars/') && html`<img src="${icon}" alt="">`}<span>${site}</span></header>
<main id="main">
<h1>${title}</h1>
${body}
</main>
<footer>Loquat</footer>
</body>
</html>
`.text
}

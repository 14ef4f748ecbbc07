/** How often the page asks, in milliseconds. */
const EVERY_MS = 250

/** Reloads the page when `npm run dev` has restarted the server, which then gives it another ETag. */
export async function reloadAfterRestarts(): Promise<void> {
  let first: string | null = null
  for (;;) {
    const tag = await fetch('/', { cache: 'no-store' }).then(
      (response) => (response.ok ? response.headers.get('etag') : first),
      () => first,
    )
    first ??= tag
    if (tag !== first) location.reload()
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
}

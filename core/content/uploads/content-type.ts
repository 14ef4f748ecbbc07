/** Types that a browser may show in the origin of our pages, because they cannot run a script there. */
export const INLINE_TYPES = new Map<string, readonly string[]>([
  ['application/pdf', ['pdf']],
  ['audio/aac', ['aac']],
  ['audio/flac', ['flac']],
  ['audio/mp4', ['m4a']],
  ['audio/mpeg', ['mp3']],
  ['audio/ogg', ['ogg', 'oga', 'opus']],
  ['audio/wav', ['wav']],
  ['audio/webm', ['weba']],
  ['image/apng', ['apng']],
  ['image/avif', ['avif']],
  ['image/gif', ['gif']],
  ['image/jpeg', ['jpg', 'jpeg', 'jpe']],
  ['image/png', ['png']],
  ['image/webp', ['webp']],
  ['text/plain', ['txt', 'log']],
  ['video/mp4', ['mp4', 'm4v']],
  ['video/ogg', ['ogv']],
  ['video/webm', ['webm']],
])

export const BYTES = 'application/octet-stream'

const BY_EXTENSION = new Map(
  [...INLINE_TYPES].flatMap(([type, extensions]) =>
    extensions.map((extension) => [extension, type] as const),
  ),
)

/** The type of an uploaded file: the type that its uploader states, else the type of its file extension. */
export function typeOf(stated: string, name: string): string {
  const [type = ''] = stated.toLowerCase().split(';')
  if (/^[\w.+-]{1,60}\/[\w.+-]{1,80}$/.test(type.trim()) && type.trim() !== BYTES) return type.trim()
  return BY_EXTENSION.get(/\.(\w+)$/.exec(name.toLowerCase())?.[1] ?? '') ?? BYTES
}

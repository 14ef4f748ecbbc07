/** What the dialect takes for an emoji when its author wants that, and the emoji's name. */
const emoticons: Readonly<Record<string, string>> = {
  ':)': 'smile',
  '(:': 'smile',
  ':(': 'frown',
  '<3': 'heart',
  ':|': 'neutral',
  ':/': 'confused',
  ';)': 'wink',
  ':D': 'grinning',
  ':o': 'open_mouth',
  ':O': 'open_mouth',
  ':p': 'stuck_out_tongue',
  ':P': 'stuck_out_tongue',
}

/** An emoticon stands between these; elsewhere it is part of something else. */
const terminal = ',.;?!()[\\] "\'\\n\\t'
const written = Object.keys(emoticons).map((emoticon) => emoticon.replace(/[()|]/g, '\\$&'))

/** Source of a pattern that finds emoticons. */
export const emoticonPattern = `(?<![^${terminal}])(?:${written.join('|')})(?![^${terminal}])`

const pattern = new RegExp(emoticonPattern, 'y')

/** The emoticon that begins at `position`, and its emoji's name. */
export function emoticonAt(text: string, position: number): { length: number; name: string } | undefined {
  pattern.lastIndex = position
  const emoticon = pattern.exec(text)?.[0]
  return emoticon === undefined ? undefined : { length: emoticon.length, name: emoticons[emoticon]! }
}

/** Emoticons and the names of the emoji they become. */
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

/** Characters allowed next to an emoticon. */
const terminal = ',.;?!()[\\] "\'\\n\\t'
const written = Object.keys(emoticons).map((emoticon) => emoticon.replace(/[()|]/g, '\\$&'))

/** Source of a pattern that finds emoticons. */
export const emoticonPattern = `(?<![^${terminal}])(?:${written.join('|')})(?![^${terminal}])`

const pattern = new RegExp(emoticonPattern, 'y')

/** Returns the length of the emoticon at `position` and the name of its emoji, or undefined. */
export function emoticonAt(text: string, position: number): { length: number; name: string } | undefined {
  pattern.lastIndex = position
  const emoticon = pattern.exec(text)?.[0]
  return emoticon === undefined ? undefined : { length: emoticon.length, name: emoticons[emoticon]! }
}

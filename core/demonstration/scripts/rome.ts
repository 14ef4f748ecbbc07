import type { ChannelScript } from './script.ts'

export const rome: ChannelScript = {
  'order of the speeches': `
cordelia: Two speakers at the forum on the fifteenth. Who goes first?
iago: The honourable one. Always let the honourable one go first.
shiva: Why?
iago: Because the second one gets to say *honourable*, eleven times, in eleven tones of voice.
desdemona: The first asked for ten minutes, prose, standing.
prospero: And the second?
desdemona: "Only a few words". He brought a will, a cloak and a ladder.
aaron: The microphone on the left crackles when somebody weeps on it. Use the right one.
cordelia: I would say what there is to say and sit down.
iago: With respect, @**Cordelia, Lear's daughter**, that has been tried.
cordelia: I know. I was there.
shiva: Limits, in \`minutes:seconds\`, and I will ring a bell: \`10:00\` for the first, \`10:00\` for the second, no props on the ladder.
desdemona: He accepts the limit and asks whether the crowd is *lent* its ears or has to bring them.
shiva: Bring. We are not running a cloakroom.
`,
  calendar: `
aaron: The calendar is three months ahead of the sun. Harvest festival falls into the snow.
prospero: Astronomers have a patch for that: one long year, then a leap day in every fourth.
aaron: Every fourth?
prospero: Nearly. There is an exception, and an exception to the exception:
  ~~~ javascript
  const isLeap = (y) => y % 4 === 0 && (y % 100 !== 0 || y % 400 === 0)
  ~~~
iago: Could we name a month after the person who pays for it?
shiva: No.
desdemona: Two, in fact. It is already in the contract.
shiva: Then at least let them have the same number of days or we will hear about it for two thousand years.
cordelia: Is there anything on the fifteenth of March?
aaron: Nothing. Somebody wrote **beware** in red and no name under it.
prospero: Was it a soothsayer? They never leave a number.
desdemona: Moving the board meeting to the sixteenth. It costs nothing.
`,
  togas: `
desdemona: How many togas came back from the laundry?
shiva: Twenty-three, and each has a tear in it. I counted the tears, too.
iago: Mend them?
desdemona: No! The *tears* are what the second speech points at.
aaron: Numbered 1 to 23 with chalk on the inside, 1 being the envious one.
prospero: A man ought to be remembered by something better than his laundry.
shiva: He will be, there is the salad.
`,
}

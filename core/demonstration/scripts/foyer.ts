import type { ChannelScript } from './script.ts'

export const foyer: ChannelScript = {
  'this season': `
desdemona: Welcome. Whoever opens this page can read along here, without an account.
desdemona: From May to September: **two households**, one castle, one island. Every evening at eight, rain or not.
cordelia: And matinees on Saturdays, for those who have to be home before the watch shuts the gate.
prospero: The island needs a calm sea. If there is a storm, it is *ours*, and it stops at the interval.
hamlet: People ask how long I take to decide. Four hours, with one interval.
greeter-bot: Today's evening has seats left in the gallery and in the yard.
`,
  'how to find us': `
iago: Over the bridge, past the bear garden, and follow the flag. A white flag is a comedy, a black one is not.
cordelia: The yard costs a penny, and another one for the gallery. Cushions are free.
prospero: By boat: land at the stairs behind the house. Please tie the boat to something that is not scenery.
desdemona: Questions? Ask at the door, or log in and write to us.
`,
}

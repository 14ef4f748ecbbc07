import type { ChannelScript } from './script.ts'

export const scotland: ChannelScript = {
  'moving the forest': `
zoe: Item one. The scene needs the forest on the hill by six. The forest is at the bottom of the hill.
othello: How large a forest?
zoe: Ten thousand branches, one each.
aaron: That is a queue problem, not a forest problem.
othello: Column of four, a pace apart, twenty paces a minute. The last branch passes the gate after two hours.
aaron: Two hours and five minutes, you forgot the gap at the front:
  ~~~ python
  branches, abreast, pace = 10_000, 4, 20
  minutes = branches / abreast / pace
  print(minutes, "and a gap of five")
  ~~~
hamlet: From the castle it will look as if the wood itself were walking.
zoe: That is the whole idea, @**King Hamlet**.
hamlet: I know. I only wanted somebody to have said it before it surprises anyone.
shiva: The permit covers *fallen* wood. Please nobody cut a standing tree in front of the forester.
desdemona: How many people have we actually got?
zoe: Sixty-two.
desdemona: So each of them carries a hundred and sixty-one branches.
zoe: Or we stand close to the audience and carry **one** each, with feeling.
othello: With feeling, then. Column of two.
`,
  catering: `
aaron: The three ladies who cater on the heath sent their menu.
shiva: Is it better than last year's?
aaron: You decide:
  - fillet of something from the fen
  - a stew, "thickened at the last moment"
  - vegetarian option: *root of a plant, dug up at night*
zoe: Allergies?
aaron: They say the stew contains "everything except goat". Then they corrected themselves.
hamlet: I will bring sandwiches.
othello: Is the cauldron inspected?
shiva: It bubbles on its own, the inspector wrote "vigorous" and left.
desdemona: They did tell me I would be promoted, twice, before I had opened my mouth.
shiva: They tell everyone that. It is how they sell the stew.
aaron: Ordered for sixty-two. Delivery at dusk, weather permitting, and they say it *will* permit.
`,
  'the name of the play': `
zoe: House rule: we do not say the name of the Scottish play.
aaron: What do we call it in the file system?
zoe: \`scottish-play/\`.
aaron: And the lead?
zoe: "Himself".
othello: And his wife?
zoe: "The management".
hamlet: What happens if somebody says it?
shiva: Out of the door, three turns, knock, ask to be let in again. I have added it to the fire drill.
aaron: I have set up a \`grep\` in the build. It fails if the name appears anywhere, this rule included.
desdemona: And has it found anything?
aaron: Only its own pattern. I had to go out and turn three times.
`,
}

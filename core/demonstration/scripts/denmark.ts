import type { ChannelScript } from './script.ts'

export const denmark: ChannelScript = {
  'night watch': `
shiva: Report of the watch: cold, clear, nothing to see until one o'clock.
aaron: And at one?
shiva: Something to see.
hamlet: Describe it.
shiva: Tall. Armour. Walked along the wall, did not use the stairs. Left when the cock crowed.
prospero: Transparent?
shiva: Now that you say it, I could read the sundial through him.
prospero: Then he is not on the payroll and does not need a badge.
aaron: I can put a camera on the wall.
hamlet: He will not show up on it.
aaron: Then the recording will show a wall, and we will know for certain. That is what recordings are for.
cordelia: Has anyone simply asked him what he wants?
hamlet: I did. He wants me to remember him.
cordelia: That is a small thing to ask.
hamlet: There was an attachment.
shiva: Whatever it is, please raise it in the morning meeting and not on the battlements. \`guard_rail_height\` is 60 cm up there.
`,
  'east tower roof': `
aaron: The roof drips on the chessboard. White is winning because black is rusting.
iago: How bad?
aaron: Two buckets a night. Three if the wind comes from Norway.
iago: Costs, from the cheapest:
  1. a third bucket
  2. lead sheet, one week
  3. a new roof, one *summer*
hamlet: So the clock is wet as well. It explains a good deal about the time up there.
shiva: Lead sheet. I do not want to explain the third bucket to a visitor.
prospero: I can hold the rain off for an afternoon, if the roofers promise to be quick. It tires me.
aaron: Roofers say two afternoons.
prospero: One and a half, and they bring lunch.
aaron: Deal.
`,
  'the play within': `
hamlet: I have written sixteen lines to be put into the evening performance. They are harmless.
shiva: Whenever you say harmless I read it twice.
cordelia: What are they about?
hamlet: A garden, an afternoon nap, a small bottle. It is topical.
iago: Who is meant to watch?
hamlet: Everybody watches the stage. I will watch **one** seat.
cordelia: That is not a play, that is a measurement.
hamlet: Yes! It is a *measurement*. If the seat leaves before line twelve, I have my result.
prospero: And if it leaves because of the roof?
hamlet: Hence @_**Aaron** and the buckets.
aaron: For a clean experiment you want a control group: play it once **without** the bottle.
hamlet: I like you. You are no fun at all, and I like you.
shiva: Approved with one change. Nobody improvises, least of all the author.
`,
  'what is behind the arras': `
iago: Facilities asks who approved furniture behind the arras in the second room.
cordelia: It is a chair.
iago: Occupied?
cordelia: Less often since we put a bell on the curtain.
aaron: The bell is \`arras-1\` in monitoring. It rang nine times on Sunday.
hamlet: It was me the tenth time, testing. I used a broom.
shiva: A broom, and a loud announcement beforehand. That is the rule now and it is framed on the wall.
prospero: A wise rule. I would extend it to all curtains.
`,
}

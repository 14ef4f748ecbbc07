import type { ChannelScript } from './script.ts'

export const general: ChannelScript = {
  welcome: `
greeter-bot: Welcome, everyone. I greet people and I remind people. I do not take requests.
desdemona: Thank you, @**Greeter Bot**. For the record, it does take requests, it just files them.
greeter-bot: Filed.
iago: I own this bot, so if it is rude, tell me. If it is polite, something is broken, tell me faster.
zoe: Is there a list of what happens where?
desdemona: There is now:
  - #**Verona** is the summer season
  - #**Denmark** is the castle
  - #**Scotland** is the tour
  - #**Venice** is the fleet
  - #**Rome** is speeches
polonius: I can only see two of those. Is that by design?
desdemona: You are our guest, @**Polonius**. Guests see what they are invited to, and you are always invited here.
polonius: Then I shall be brief, for once.
aaron: Screenshot taken.
hamlet: To post or to lurk. I have decided to post.
`,
  lunch: `
aaron: The canteen has soup again. Nobody can say which one.
cordelia: I asked for a simple answer and the cook gave me three kingdoms' worth of adjectives.
zoe: Brown. The answer was "brown".
othello: We could walk to the harbour, there is a place that does sardines.
zoe: How far?
othello: Eleven minutes. Nine if the gate is open.
hamlet: It is never open, I have stood in front of it for whole afternoons.
shiva: Poll, because otherwise we will still be here at three:
  1. soup, unspecified
  2. sardines, eleven minutes
  3. bread, already on my desk
aaron: 2
zoe: 2
cordelia: Nothing for me, thank you.
prospero: 3. I have not left this room in twelve years and see no reason to start for a sardine.
othello: 2 it is. Leaving at noon from the **north** door.
`,
  'lost and found': `
cordelia: Found on the stairs: one glove, left hand, smells of oranges.
zoe: Not mine. I lose *right* ones.
othello: Has anyone seen a handkerchief? White, strawberries in the corner. It is of no importance.
desdemona: That is the fourth message about it of no importance.
iago: Have you looked in the laundry? I would look in the laundry.
shiva: Moderating before this becomes a plot: it hangs on the hook by the props table, with a label. Please sign for it.
othello: Signed. I feel rather foolish.
shiva: That is what the label is for.
hamlet: Also found: a skull, in the library, between H and I. Not lost, I think. Just *resting*.
`,
  'week notes': `
desdemona: Week notes, please. Two lines each, no verse.
hamlet: The roof of the east tower leaks. I have thought about it from both sides.
zoe: Verona's balcony passed its test. Details in #**Verona>balcony load test**.
prospero: Storm drill went well, apart from the storm. See #**Venice>storm drill**.
othello: Two ships in, one out, one *"delayed by circumstances"*, which is what we call the cook.
shiva: Tour permits are signed by everybody except the person who lives in the forest.
aaron: I labelled every cable in the building. Then I labelled the labels.
desdemona: Thank you. That was almost no verse at all.
`,
  '': `
zoe: Does anyone know why this topic has no name?
cordelia: It has nothing to say, so it says nothing. I respect that.
aaron: Mine asks for a name every time I send something here.
polonius: A topic without a name is like a letter without an address, or a guest without a chair, or
shiva: You said you would be brief.
polonius: I was getting to the chair.
hamlet: Words.
zoe: Whole ones, too.
`,
}

import type { ChannelScript } from './script.ts'

export const coreTeam: ChannelScript = {
  'budget for the season': `
iago: Draft of the budget, in ducats:

  | what | planned | spent |
  | --- | ---: | ---: |
  | Verona, balcony | 200 | 260 |
  | Scotland, forest | 500 | 35 |
  | Venice, pepper | 0 | 140 |
desdemona: Why did the forest become so cheap?
shiva: We asked people to carry one branch each, with feeling.
prospero: The pepper is mine. Take it off my books.
iago: You have a great many books. Off which one?
prospero: Not *that* one. I still need that one.
desdemona: We are sixty over on the balcony and four hundred and sixty-five under on the forest. I can live with that.
shiva: Then let us buy the third bucket after all.
iago: I knew it would come back to the bucket.
desdemona: Approved, bucket included. @**Iago** please send it to the treasurer **without** comments.
iago: It shall have no comments. It shall have *implications*.
`,
  'casting, not to be repeated': `
desdemona: Not for outside this channel: who plays the king?
shiva: Hamlet would like to be asked and would like to say no.
prospero: So we ask, he declines for four acts, and then he does it in the fifth.
iago: I can think of someone more ambitious.
desdemona: I am sure you can.
shiva: Cordelia could do it in half the words.
prospero: She would cut the part to a nod. It would be a very good nod.
desdemona: Decision on Monday. Until then none of us has *said* anything.
iago: Naturally. What I have not said I have not said to anyone.
`,
  'after the summer': `
prospero: After this season I should like to stop. One more storm and then the garden.
desdemona: You say so every summer.
prospero: This time I have told the spirit as well, and it has packed.
shiva: Who takes over the weather?
prospero: It mostly does itself. People overrate the supervision.
iago: I might be available.
desdemona: *No.* And thank you.
`,
}

import type { ChannelScript } from './script.ts'

export const venice: ChannelScript = {
  'manifest.csv': `
othello: The manifest of the second ship, as it came from the harbour office:
  ~~~ csv
  item,count,remarks
  silk,40,dry
  pepper,12,mostly dry
  argosy,1,overdue
  ~~~
cordelia: Who lists the ship as an item of its own cargo?
othello: Someone who was paid per line.
zoe: "Mostly dry" worries me more.
prospero: I may have had something to do with the weather on the ninth. I apologise about the pepper.
iago: Insurance asks whether it was an act of nature.
prospero: It was an act of *mine*. Do they have a box for that?
iago: They have a box called "other". It is very small.
desdemona: Put nature. Then put a footnote.
zoe: Import works again, by the way. It choked on the comma in \`"silk, raw"\`.
cordelia: Quotation marks around anything that might contain a comma. I told the harbour office so in one sentence.
zoe: And what did they answer?
cordelia: Nothing.
othello: Ship three has been sighted: **two** masts. It left with three.
prospero: Not mine this time.
`,
  'the small print': `
iago: Please read section nine of the loan contract before anyone signs.
cordelia: "The sum to be repaid in full, or else a pound of ..." Is this a printing error?
iago: I asked. It is not.
othello: A pound of *what*, from *where*?
cordelia: It leaves the place to the lender. That is at least unusual.
desdemona: Do not sign. Whose idea was it to borrow in the first place?
iago: A friend's. He wanted to look rich for a week, to get married.
zoe: And the ships were the security?
iago: All of them at sea, all at the same time.
prospero: Never have all your ships at sea at the same time. I say this as the person who is usually why.
cordelia: I found a way out, if it comes to that. The clause says a pound. It does **not** say one drop more.
desdemona: @**Cordelia, Lear's daughter** you are wasted on us.
iago: New rule, pinned: nobody signs anything with a *body part* in it. Template: [plain contract](https://contracts.example.com/plain).
`,
  'gondola parking': `
zoe: Someone has tied a gondola to the mail box again.
othello: It was late and there were no other posts.
zoe: There are two hundred posts.
othello: None with a light on it.
desdemona: Could the mail box have its *own* jetty?
zoe: It could, and you would park there as well.
othello: I would. It has a light on it.
cordelia: Then put a light on one of the two hundred posts.
zoe: I hate how easy that was. Ordered.
`,
  'storm drill': `
prospero: Storm drill on Friday at two. I make the storm, you make the best of it.
othello: Strength?
prospero: Eight, with some music in it.
iago: Must there be music?
prospero: It is an island matter. You will hear it and not know where from, that is quite normal.
desdemona: Checklist for every ship, please say **aye** below:
  1. sails down
  2. cargo tied
  3. passengers told that nobody gets hurt
  4. nobody gets hurt
othello: Aye
zoe: Aye
cordelia: Aye
iago: Aye, under protest about the music.
prospero: Afterwards, from the log:
  > All hands ashore, clothes *drier than before*. Two sailors asleep, one in love.
desdemona: Item four held. Well done, @**Prospero from The Tempest**, and please return the other sailor.
prospero: He is carrying logs. He insisted.
`,
}

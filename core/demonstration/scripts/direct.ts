import type { DirectScript } from './script.ts'

export const direct: readonly DirectScript[] = [
  {
    between: ['hamlet', 'polonius'],
    script: `
polonius: Good evening. What are you reading?
hamlet: The channel list.
polonius: I mean, what is the matter in it?
hamlet: Between whom?
polonius: I shall put it differently. Are you well?
hamlet: I am well when the wind is from the south. From the north I could not tell you from a hat stand.
polonius: I have noted that down with the direction.
hamlet: Please stop noting things down.
polonius: I note things down so as *not* to repeat them.
hamlet: And do you?
polonius: Constantly. May I take my leave?
hamlet: There is little I would give you more gladly. Mind the curtain.
`,
  },
  {
    between: ['desdemona', 'iago'],
    script: `
desdemona: Did you tell Othello that I was at the laundry?
iago: I told him nothing. I only paused.
desdemona: You pause in a way that people can quote.
iago: It is a gift.
desdemona: It is a habit. From today, you say the whole sentence or none of it.
iago: Understood. The whole sentence is: **the handkerchief is on the hook, it was always on the hook.**
desdemona: See? That took four seconds and nobody died.
`,
  },
  {
    between: ['iago', 'othello'],
    script: `
iago: A word, when you have a moment. It is nothing.
othello: If it is nothing, write it here.
iago: I was asked to say whole sentences from now on. So: the handkerchief is on the hook.
othello: I know, I signed for it. Was there anything else?
iago: No. I find it oddly restful.
othello: Good. Then come and help me with the bracket, I need someone who can hold a lamp *steady*.
iago: On my way.
`,
  },
  {
    between: ['cordelia', 'prospero'],
    script: `
prospero: May I ask you something as a father of a daughter?
cordelia: Of course.
prospero: How does one know that one is being told the truth?
cordelia: It is usually shorter.
prospero: She says the young man with the logs is "fine".
cordelia: Then he is fine.
prospero: And if she had said a great deal more?
cordelia: Then I would go and look at the logs.
prospero: You have saved me an entire masque.
`,
  },
  {
    between: ['zoe', 'aaron'],
    script: `
zoe: Did your query find the forty-first sword?
aaron: It found forty-two. There is one too many now.
zoe: How can there be one too many?
aaron: Somebody *returned* one. That was never in the design.
zoe: Whose is it?
aaron: It says "property of the ghost" on the blade. In pencil.
zoe: Does it cast a shadow?
aaron: I have put \`shadow boolean NOT NULL\` on the table and I am going home.
zoe: Leave the lamp on.
aaron: I left **all** of the lamps on.
`,
  },
  {
    between: ['cordelia', 'zoe'],
    script: `
cordelia: The glove from the stairs. It was yours after all, was it not?
zoe: It was. I claimed I lose right ones and then it was too late to be honest.
cordelia: It is never too late, it only gets shorter.
zoe: It is mine. It smells of oranges because I eat oranges.
cordelia: Thank you. It is in your box.
`,
  },
  {
    between: ['shiva', 'aaron'],
    script: `
shiva: Your \`grep\` fails the build of #**Scotland>the name of the play** again.
aaron: Somebody named a *variable* after him.
shiva: Who?
aaron: The log says it was you.
shiva: ...
shiva: I am going outside. Three turns, was it?
aaron: Three, and knock.
`,
  },
  {
    between: ['desdemona', 'iago', 'shiva'],
    script: `
shiva: Guest access for Polonius: #**Verona** and #**general**, nothing else. Is that still what we want?
desdemona: Yes. He likes the balcony and he can do no harm there, it is tested.
iago: He asked for \`core team\`. He said he "happened to hear of it".
desdemona: From behind what?
iago: He did not say. The bell rang, though.
shiva: Then it stays as it is. I will tell him kindly.
desdemona: Kindly, and on *this* side of the curtain.
`,
  },
  {
    between: ['hamlet', 'cordelia', 'othello'],
    script: `
hamlet: Does either of you ever feel that the whole thing could be settled in one scene?
cordelia: Mine was. It did not help.
othello: If I had asked **one** question, I would be home by the second act.
hamlet: And I have asked all of them and am nowhere.
cordelia: Somewhere between the two of you there is a very short and happy play.
othello: We could stage it. Who would come?
hamlet: Nobody. It would be over before they found their seats.
cordelia: Good. Then there is time for sardines.
othello: Leaving at noon, north door.
hamlet: I will come. No, I will not. I will.
`,
  },
  {
    between: ['polonius', 'zoe', 'aaron'],
    script: `
polonius: Dear both, I have been thinking of some advice for the young. May I?
zoe: How long is it?
polonius: Twenty-six lines. It has a good one about clothes.
aaron: Could it be a list? I can only act on lists.
polonius: Very well:
  - lend no money, and park no gondola at the mail box
  - keep your receipts
  - hold with those who hold the ladder
zoe: That is genuinely useful. Who are you and what have you done with Polonius?
polonius: I had an editor.
`,
  },
  {
    between: ['zoe'],
    script: `
zoe: Things to buy: chalk, oak, blue tape, **bolts** (not nails)
zoe: Ask Othello how he knew the number for \`x\` without measuring
zoe: The fox masks. Do something about the fox masks.
zoe: Gloves
`,
  },
  {
    between: ['prospero'],
    script: `
prospero: Books to return to the duke's library: all but *one*.
prospero: Draft of the farewell speech. Shorter. Ask Cordelia.
`,
  },
  {
    between: ['greeter-bot', 'zoe'],
    script: `
greeter-bot: Hello. You asked to be reminded of: **fox masks**. This is the reminder.
zoe: Thank you. Remind me again tomorrow.
greeter-bot: Filed.
`,
  },
  {
    between: ['greeter-bot', 'polonius'],
    script: `
greeter-bot: Welcome, guest. You can read and write in #**Verona** and #**general**. The curtain in the second room has a bell on it.
polonius: Which second room?
greeter-bot: Filed.
`,
  },
  {
    between: ['greeter-bot', 'iago'],
    script: `
greeter-bot: Weekly report for my owner: 3 greetings, 2 reminders, 2 requests filed, 0 implications.
`,
  },
]

import type { ChannelScript } from './script.ts'

export const verona: ChannelScript = {
  'balcony load test': `
zoe: Balcony test is on for Thursday. The contract says two people and one speech.
aaron: How heavy is a speech?
zoe: With gestures, about eighty kilos.
desdemona: And without?
zoe: Nobody has ever managed it without.
zoe: First run, numbers from the gauge:
  ~~~
  load(kg)  bend(mm)
       150       2.1
       300       4.4
       450       7.9
  ~~~
aaron: So it bends a little more than it should from 300 on. That is not a line, that is a curve.
hamlet: Everything is a curve if you stand on it long enough.
othello: On a ship we would put a knee under it. A bracket, I mean, here at \`x = 1.2 m\`.
zoe: @**Othello, the Moor of Venice** can you draw it? I would rather not put a knee anywhere from a description.
othello: Drawing is on the workshop door. Oak, two bolts each side, **not** nails.
iago: Nails would be cheaper.
zoe: Falling is cheaper still.
cordelia: Second run, with the bracket: 450 kg and 3.0 mm. I counted twice and added nothing.
zoe: Passed. You may now be in love on it, two at a time.
polonius: Would one be permitted to *hide* on it?
zoe: @**Polonius** no.
`,
  'two households, one rota': `
desdemona: The rota is out. Both households complain that they got the early shift. It is the same shift.
iago: I could tell each of them privately that the other asked for it.
desdemona: You could also not.
cordelia: Equal shares, drawn by lot, in front of everybody. It worked badly for my family, but that was the speeches.
hamlet: I took the night shifts. I am up anyway.
othello: The night shift is two people. Who is the other?
hamlet: We have not been introduced, he mostly stands on the wall.
desdemona: Final version:

  | day | north house | south house |
  | --- | --- | --- |
  | Monday | early | late |
  | Tuesday | late | early |
  | Wednesday | *both, supervised* | *both, supervised* |
aaron: Who supervises Wednesday?
desdemona: You asked first.
aaron: I see how this company works.
`,
  'sword inventory': `
aaron: Counted the swords. Forty-one in the book, thirty-nine on the wall.
zoe: One is at the smith.
aaron: Forty, then.
hamlet: One is behind a curtain. It is a long story and I would prefer the short version.
aaron: Forty-one. Which of them are blunt?
zoe: All the ones with *blue* tape. All the ones with red tape **bite**.
othello: Please put up your bright ones at night, the damp gets at them.
aaron: The query I run before each rehearsal, for whoever takes over:
  ~~~ sql
  SELECT name, tape FROM sword
  WHERE last_seen < now() - interval '1 day'
  ORDER BY length DESC;
  ~~~
iago: You keep the swords in a database?
aaron: I keep the *records* in a database. The swords are on a wall. This distinction comes up more often than you would think.
`,
  'the friar and the post': `
cordelia: The letter to Mantua came back. "Addressee not found, quarantine, try again."
zoe: When did we send it?
cordelia: Tuesday. The plan depends on it having arrived on Monday.
desdemona: Then the plan was late before it began. Who carries our post?
cordelia: A friar, on foot, with a friend. They stop to visit the sick.
othello: Commendable. Slow, but commendable.
iago: What if a letter were *acknowledged*? No answer in a day, we send another rider.
zoe: That is the first suggestion of yours I would put in writing.
iago: I have others.
desdemona: Agreed: every message is acknowledged, and nobody drinks anything until it is. See [the new procedure](https://post.example.com/riders/procedure).
polonius: In my day we sent three copies by three roads and read all of them ourselves first.
desdemona: We know, @**Polonius**.
`,
  'masks for the ball': `
zoe: Masks: we need sixty, we have fifty-four, and nine of those are foxes.
aaron: What is wrong with foxes?
zoe: Nothing, until two of them dance.
hamlet: I will come as myself. Nobody will guess.
cordelia: I do not need one either, I have a very plain face about things.
othello: Could the band be asked to play something *without* drums before midnight? The horses mind.
desdemona: Asked. They offered fewer drums. I took it.
polonius: If I may: I have a mask. It is a rather good arras.
zoe: @**all** masks by Friday noon, on the long table, names **inside** the mask and not on the nose.
`,
}

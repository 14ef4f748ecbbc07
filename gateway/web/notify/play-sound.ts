import { eachPage, type OnPage } from '../store/state/page.ts'

/** Two tones, one after the other: hertz, and seconds from the start. */
const TONES = [
  [880, 0],
  [1318.5, 0.09],
] as const
const SECONDS = 0.5
const LOUDNESS = 0.12

const speaker = eachPage(() => new AudioContext())

/**
 * Plays the sound of a new message, a short bell. Browsers stay silent until the reader has used the page.
 */
export function playSound(page: OnPage): void {
  const output = speaker(page)
  if (output.state === 'suspended') void output.resume()
  for (const [frequency, after] of TONES) {
    const start = output.currentTime + after
    const tone = new OscillatorNode(output, { frequency })
    const volume = new GainNode(output, { gain: 0 })
    volume.gain.setValueAtTime(LOUDNESS, start)
    volume.gain.exponentialRampToValueAtTime(0.001, start + SECONDS)
    tone.connect(volume).connect(output.destination)
    tone.start(start)
    tone.stop(start + SECONDS)
  }
}

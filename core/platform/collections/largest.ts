/** The largest of any number of numbers, and `least` if none is larger. */
export function largest(numbers: Iterable<number>, least: number): number {
  let result = least
  for (const number of numbers) if (number > result) result = number
  return result
}

/**
 * Something an operator has to put right before Loquat can run. The message has one line for each thing, names what is
 * wrong and what would be right, contains no secret, and is meant to be printed as it is.
 */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ConfigError'
  }
}

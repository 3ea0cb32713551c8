/**
 * Reporter of Vitest: the errors that no test caught, as JSON in the file that THREADBEAT_UNHANDLED_ERRORS
 * names. Vitest fails a run for them, and its own JSON report leaves them out.
 */
import { writeFileSync } from 'node:fs'

export default class UnhandledErrors {
  onTestRunEnd(_modules, errors) {
    writeFileSync(
      process.env.THREADBEAT_UNHANDLED_ERRORS,
      JSON.stringify(errors.map(({ name, message, stack }) => ({ name, message, stack }))),
    )
  }
}

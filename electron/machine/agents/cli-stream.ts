import { eventIn, type Cli, type CliRequest, type Exit, type ReaderContext, type Reading } from './cli.ts'
import { fault } from '../../../shared/base/faults.ts'
import type { Redactor } from '../../../shared/base/secrets/redactor.ts'
import { lines, LONGEST_LINE_BYTES } from '../process/lines.ts'
import { saidIn } from './said-in.ts'

interface CliStream {
  push(chunk: Buffer): void
  /** No more is printed. Before `end`. */
  settled(): Promise<void>
  end(exit: Exit): Reading & { readonly malformedLines: number }
}

/**
 * Reads what a CLI prints, cut at whatever places. Malformed output is an outcome: nothing here throws.
 * Credentials are taken out of each event before anybody reads it, so that none of what is made of it, and cut
 * to a length, has a part of one.
 */
export function cliStream(
  cli: Cli,
  request: CliRequest,
  context: ReaderContext,
  redactor: Pick<Redactor, 'redactIn'>,
  longestBytes = LONGEST_LINE_BYTES,
): CliStream {
  const reader = cli.reader(request, { ...context, redactIn: redactor.redactIn })
  let malformedLines = 0
  const input = lines(
    (line) => {
      if (line.trim() === '') return
      const printed = eventIn(line)
      if (printed === null) malformedLines++
      else {
        const event = redactor.redactIn(printed)
        reader.push(event)
        const said = context.say === undefined ? '' : saidIn(event)
        if (said !== '') context.say?.(`${said.trimEnd()}\n`)
      }
    },
    () => malformedLines++,
    longestBytes,
  )
  return {
    push: (chunk) => input.push(chunk),
    settled() {
      input.end()
      return reader.settled?.() ?? Promise.resolve()
    },
    end(exit) {
      input.end()
      const reading = reader.end(exit)
      context.calls.settle()
      // "Nothing came" and "what came was garbage" look the same to the reader.
      const because =
        reading.fault?.code === 'agent.bad_output' && malformedLines > 0
          ? fault(
              'agent.bad_output',
              `${reading.fault.message}; ${malformedLines} ${malformedLines === 1 ? 'line' : 'lines'} ` +
                'could not be read',
            )
          : reading.fault
      return { ...reading, fault: because, malformedLines }
    },
  }
}

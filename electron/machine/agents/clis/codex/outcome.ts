import { fault } from '../../../../../shared/base/faults.ts'
import type { Exit } from '../../cli.ts'
import { classify, failureInReply, WELL, type Outcome } from '../../failures/failure-text.ts'

/** What the events of a turn told of its end. */
interface Ended {
  readonly reply: string | null
  readonly isComplete: boolean
  readonly failure: string | null // of the turn
  readonly notice: string | null // the last error that is told besides
}

export function outcomeOf({ reply, isComplete, failure, notice }: Ended, exit: Exit): Outcome {
  const ended = `Codex ended ${exit.code === null ? 'by a signal' : `with exit code ${exit.code}`}`
  if (failure !== null)
    return classify('Codex', { text: failure || notice || ended, status: statusIn(failure) }, exit)
  if (exit.code !== 0)
    return classify('Codex', { text: lastError(exit.stderr) || notice || ended, status: null }, exit)
  if (!isComplete) return badOutput('Codex ended without saying that its turn is complete')
  return reply === null ? badOutput('Codex ended without a message') : (failureInReply(reply, exit) ?? WELL)
}

const badOutput = (message: string): Outcome => ({
  fault: fault('agent.bad_output', message),
  resetsAt: null,
})

const statusIn = (message: string): number | null => {
  const found = /\bunexpected status (\d{3})\b|\blast status: (\d{3})\b/.exec(message)
  return found === null ? null : Number(found[1] ?? found[2])
}

/** stderr holds a log, too; the reason is its last line that says "Error:", else the last one. */
function lastError(stderr: string): string {
  const said = stderr
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^WARNING:/.test(line))
  return said.findLast((line) => /^Error:/.test(line)) ?? said.at(-1) ?? ''
}

import { readToldRun } from '../../../shared/hub/told-run.ts'
import { plural } from '../../../shared/base/amounts.ts'
import { OUTCOME_WORD } from '../../../shared/runs/outcome-words.ts'
import { TASK_WORD } from '../../../shared/views/words.ts'
import type { Context } from '../kit/context.ts'
import { CliError } from '../kit/errors.ts'
import { exact, shownLine } from '../kit/text.ts'
import { answerTo, placeThere } from './there.ts'

/** The last beat of a thread of another machine: what came of each line of its list. */
export async function showRunThere(cx: Context, name: string, thread: string): Promise<void> {
  const { client } = await cx.session()
  const [machine, found] = placeThere(await client.hub.fleet(), name, thread, cx.now())
  const { lastRun, lastOutcome } = found
  if (lastRun === null)
    throw new CliError(shownLine(`No beat of ${found.name} on ${machine.name} is known here.`))
  const id = await client.hub.send({ to: machine.id, verb: 'fetch-run', args: { run: lastRun } })
  const answer = await answerTo(cx, machine.name, id)
  if (answer === null) return
  if (answer.end !== 'done') {
    cx.exitWith(1)
    return cx.out.line(`${exact(machine.name)}: ${answer.end}. ${shownLine(answer.text)}`)
  }
  // The app, where it runs, has read it first, and then the hub has it no more.
  const told = (await client.hub.toldRun({ machine: machine.id, run: lastRun })) ?? readToldRun(answer.text)
  if (told === null)
    throw new CliError(
      `${shownLine(machine.name)} answered, but that was read elsewhere or taken back since; ask again.`,
    )
  const word = lastOutcome === null ? 'its last beat' : OUTCOME_WORD[lastOutcome]
  cx.out.line(`${exact(found.name)} on ${exact(machine.name)}: ${word}`)
  if (told.fault !== null) cx.out.line(`  It broke: ${shownLine(told.fault)}`)
  for (const { text, status, note, by } of told.tasks) {
    cx.out.line(`  ${TASK_WORD[status]}${by === null ? '' : ` (by ${by})`}: ${shownLine(text)}`)
    if (note !== '' && note !== text) cx.out.line(`    ${shownLine(note)}`)
  }
  if (told.leftOut > 0)
    cx.out.line(
      `  ${plural(told.leftOut, 'more line')} not told: no room, or not among those that other machines may read`,
    )
}

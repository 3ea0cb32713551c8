import type { ApprovalView } from '../../../shared/agents/approval.ts'
import type { JobPreview } from '../../../shared/contract/jobs.ts'
import type { JobAction, JobSpec } from '../../../shared/jobs/job.ts'
import { shownVariable } from '../../../shared/base/secrets/shown-variable.ts'
import { formatDuration } from '../../../shared/base/time.ts'
import { zonedText, type ClockFace } from '../../../shared/base/clock/time-text.ts'
import { showFiles } from '../agents/approve.ts'
import type { Context } from '../kit/context.ts'
import { exact, indented, shownLine, plain, relative } from '../kit/text.ts'

const FIRES_SHOWN = 3

/** When it starts next; a zone other than the person's is named. */
export function showFires(
  cx: Context,
  spec: JobSpec,
  { fires, warnings }: JobPreview,
  face: ClockFace,
): void {
  const zone =
    spec.schedule.kind === 'cron' && spec.schedule.timeZone !== '' ? spec.schedule.timeZone : face.timeZone
  if (fires.length === 0) cx.out.line(cx.out.colors.yellow('  never'))
  for (const at of fires.slice(0, FIRES_SHOWN))
    cx.out.line(`  ${zonedText(at, zone, face)}  (${relative(at, cx.now())})`)
  for (const warning of warnings) cx.out.line(cx.out.colors.yellow(`  ! ${plain(warning)}`))
}

/**
 * Word for word what will be executed: quoted, so that what is one argument and what are two cannot be
 * mistaken.
 */
export function showAction(cx: Context, action: JobAction, folder: string): void {
  switch (action.kind) {
    case 'event':
      return cx.out.line(`  tells the thread: ${shownLine(action.text)}`)
    case 'agent':
      return cx.out.line(
        `  a turn of its agent, started in ${exact(folder)}, with this ` +
          `prompt:\n${indented(action.prompt.split('\n').map(exact).join('\n'))}`,
      )
    case 'reflect':
      return cx.out.line(
        `  a turn of its agent, started in ${exact(folder)}, that looks back and writes knowledge pages`,
      )
    case 'command': {
      cx.out.line(
        `  arguments: ${exact(JSON.stringify(action.argv))}, started in ${exact(folder)}, at most ` +
          `${formatDuration(action.limitMs)}`,
      )
      for (const [name, value] of Object.entries(action.env))
        cx.out.line(`  environment: ${name}=${exact(shownVariable(name, value))}`)
    }
  }
}

/** What the command runs of the repository, or what of it changed since it was approved. `folder`: the repository's. */
export function showCommand(cx: Context, command: ApprovalView, folder: string): void {
  const { colors } = cx.out
  if (command.changed) cx.out.line(colors.yellow('  ○ changed since it was approved'))
  showFiles(cx, command, folder)
}
